import type { AssetDefinitionId, AssetId, assets, definitions } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import type { Caller } from '#http/caller.ts';
import { conflict, notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import type { AssetDefinitionRepository } from './asset-definition-repository.ts';
import type { DataItemRepository } from './data-item-repository.ts';
import type { DefinitionDataItemRepository } from './definition-data-item-repository.ts';
import type { UsesRepository } from './uses-repository.ts';

export interface DefinitionServiceOptions {
  db: Kysely<Database>;
  definitions: AssetDefinitionRepository;
  items: DataItemRepository;
  definitionItems: DefinitionDataItemRepository;
  uses: UsesRepository;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  /** Deletes the dashboards of a definition with the transaction that deletes it. */
  dropDashboards: (caller: Caller, assetDefinitionId: AssetDefinitionId, trx: Kysely<Database>) => Promise<void>;
  journal: Journal;
  clock: Clock;
}

/** The definition of assets that a gateway names without saying what they are. */
export const DEFAULT_DEFINITION_NAME = 'default';

/** Reads, creates and deletes asset definitions. */
export class DefinitionService {
  readonly #options: DefinitionServiceOptions;

  constructor(options: DefinitionServiceOptions) {
    this.#options = options;
  }

  /** By name. */
  async list(): Promise<definitions.AssetDefinition[]> {
    return this.#options.definitions.list();
  }

  async get(assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinition> {
    const definition = await this.#options.definitions.find(assetDefinitionId);
    if (!definition) throw notFound('The asset definition');
    return definition;
  }

  async create(caller: Caller, name: string, alias = ''): Promise<definitions.AssetDefinition> {
    const { definitions, journal, clock } = this.#options;
    const created = await this.#options.db.transaction().execute(async (trx) => {
      const record = await definitions.within(trx).insert(name, alias, clock.now(), caller.adminId);
      if (record) {
        await journal.append({ kind: 'definition', what: 'created', after: record, by: actorOf(caller) }, trx);
      }
      return record;
    });
    if (!created) throw conflict(`There is an asset definition named ${name} already.`);
    return created;
  }

  /** The definition with this name, created when there is none: for gateways and imports that bring assets. */
  async ensure(caller: Caller, name = DEFAULT_DEFINITION_NAME): Promise<definitions.AssetDefinition> {
    const known = await this.#options.definitions.findByName(name);
    return known ?? this.create(caller, name);
  }

  /** What hangs on a definition, in the whole portal. */
  async uses(assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinitionUses> {
    await this.get(assetDefinitionId);
    return this.#options.uses.ofDefinition(assetDefinitionId);
  }

  /** What goes with an asset when it is deleted. */
  async usesOfAsset(caller: Caller, assetId: AssetId): Promise<assets.AssetUses> {
    await this.#options.definitionOfAsset(caller, assetId);
    return this.#options.uses.ofAsset(assetId);
  }

  /**
   * Deletes a definition that no asset uses, with its data item list and its dashboards (which nobody could open).
   * @throws HttpError 409 that says how many assets use it
   */
  async delete(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<void> {
    const { definitions, journal, dropDashboards } = this.#options;
    const before = await this.get(assetDefinitionId);
    await this.#options.db.transaction().execute(async (trx) => {
      const count = await definitions.within(trx).countAssets(assetDefinitionId);
      if (count > 0) {
        const uses = count === 1 ? '1 asset uses it' : `${count} assets use it`;
        throw conflict(`${before.assetDefinitionName} cannot be deleted: ${uses}.`, { assets: count });
      }
      await dropDashboards(caller, assetDefinitionId, trx);
      await definitions.within(trx).delete(assetDefinitionId);
      await journal.append({ kind: 'definition', what: 'deleted', before, by: actorOf(caller) }, trx);
    });
  }

  /** What a dashboard of this asset can read: the data items of its definition and those it has sent beside them. */
  async treeOfAsset(caller: Caller, assetId: AssetId): Promise<definitions.DefinitionTree> {
    const assetDefinitionId = await this.#options.definitionOfAsset(caller, assetId);
    const defined = await this.#options.definitionItems.list(assetDefinitionId);
    const sent = await this.#options.items.listOfAsset(assetId);
    const labels = new Map([...sent, ...defined].map(({ dataItemId, label }) => [dataItemId, label]));
    return {
      slots: [],
      dataItemDefinitions: [...labels]
        .map(([dataItemId, label]) => ({ dataItemId, label }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    };
  }
}
