import {
  type AssetDefinitionId,
  type AssetId,
  type assets,
  type BodyOf,
  type definitions,
  permissionId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden, notFound } from '#http/errors.ts';
import { AssetDefinitionRepository } from './asset-definition-repository.ts';
import type { DefinitionScope } from './definition-scope.ts';
import type { UsesRepository } from './uses-repository.ts';

export interface DefinitionServiceOptions {
  work: UnitOfWork;
  definitions: AssetDefinitionRepository;
  uses: UsesRepository;
  scope: DefinitionScope;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  /**
   * What a dashboard can read of an asset.
   * @throws HttpError 404 when the asset is out of scope
   */
  itemsOfAsset: (caller: Caller, assetId: AssetId) => Promise<definitions.TreeDataItem[]>;
  /** Deletes the dashboards of a definition with the change that deletes it. */
  dropDashboards: (work: Work, assetDefinitionId: AssetDefinitionId) => Promise<void>;
  /** Told once a new name counts, of each asset of the definition: its records carry the name. */
  renamed: (unit: Work, assetId: AssetId) => void;
  clock: Clock;
}

type AssetDefinitionInput = BodyOf<typeof definitions.saveAssetDefinition>;

const CREATE = permissionId('AssetDefinitions', 'Create');
const MODIFY = permissionId('AssetDefinitions', 'Modify');

/** The definition of assets that a gateway names without saying what they are. */
export const DEFAULT_DEFINITION_NAME = 'default';

/** What is seen by who sees an asset of the definition; that a slot is for it, its name tells (spec 3 §13). */
const BELONGINGS = ['dataItems', 'alarms', 'events', 'commands', 'dashboards'] as const;

/** Reads, creates, names and deletes asset definitions. */
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

  create(caller: Caller, assetDefinitionName: string, alias?: string): Promise<definitions.AssetDefinition> {
    return this.save(caller, { assetDefinitionName, alias });
  }

  /** Creates a definition, or names the one with the id anew: for all of its assets, so all of them must be in sight. */
  async save(caller: Caller, input: AssetDefinitionInput): Promise<definitions.AssetDefinition> {
    const { assetDefinitionId, assetDefinitionName, alias } = input;
    if (!holds(caller, assetDefinitionId ? MODIFY : CREATE)) throw forbidden();
    return this.#options.work.run(caller, async (unit) => {
      if (!assetDefinitionId) return this.createWithin(unit, caller, assetDefinitionName, alias);
      const before = await this.#options.scope.within(unit).getToChange(caller, assetDefinitionId);
      return this.renameWithin(unit, before, { assetDefinitionName, alias: alias ?? before.alias });
    });
  }

  /** @throws HttpError 409 for a name that another has, whatever its case */
  async createWithin(unit: Work, caller: Caller, name: string, alias = ''): Promise<definitions.AssetDefinition> {
    const { clock } = this.#options;
    const created = await unit.of(AssetDefinitionRepository).insert(name, alias, clock.now(), caller.adminId);
    if (!created) throw nameTaken(name);
    unit.note({ kind: 'definition', what: 'created', after: created });
    return created;
  }

  /** @throws HttpError 409 for a name that another has, whatever its case */
  async renameWithin(
    unit: Work,
    before: definitions.AssetDefinition,
    names: Pick<definitions.AssetDefinition, 'assetDefinitionName' | 'alias'>,
  ): Promise<definitions.AssetDefinition> {
    const { assetDefinitionId } = before;
    const repository = unit.of(AssetDefinitionRepository);
    const other = await repository.findByName(names.assetDefinitionName);
    if (other && other.assetDefinitionId !== assetDefinitionId) throw nameTaken(names.assetDefinitionName);
    const after = { assetDefinitionId, ...names };
    if (before.assetDefinitionName === names.assetDefinitionName && before.alias === names.alias) return after;
    await repository.rename(after);
    unit.note({ kind: 'definition', what: 'changed', before, after });
    const assetIds = await repository.listAssetIds(assetDefinitionId);
    for (const assetId of assetIds) this.#options.renamed(unit, assetId);
    return after;
  }

  /** The definition with this name, created when there is none: for gateways and imports that bring assets. */
  async ensure(caller: Caller, name = DEFAULT_DEFINITION_NAME): Promise<definitions.AssetDefinition> {
    const { definitions, work, clock } = this.#options;
    const known = await definitions.findByName(name);
    if (known) return known;
    return work.run(caller, async (unit) => {
      const repository = unit.of(AssetDefinitionRepository);
      const created = await repository.insert(name, '', clock.now(), caller.adminId);
      if (created) unit.note({ kind: 'definition', what: 'created', after: created });
      const definition = created ?? (await repository.findByName(name));
      if (!definition) throw notFound('The asset definition');
      return definition;
    });
  }

  /** What hangs on a definition, counted as far as the caller may see it. */
  async uses(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.AssetDefinitionUses> {
    await this.get(assetDefinitionId);
    const { uses, scope } = this.#options;
    const all = await uses.ofDefinition(assetDefinitionId);
    const assetIds = await this.#options.definitions.listAssetIds(assetDefinitionId);
    const assets = assetIds.filter((assetId) => caller.visibility.canSee(assetId)).length;
    const unseen: definitions.AssetDefinitionUses['unseen'] = assets < assetIds.length ? ['assets'] : [];
    if (await scope.canSee(caller, assetDefinitionId)) return { ...all, assets, unseen };
    for (const what of BELONGINGS) if (all[what] > 0) unseen.push(what);
    const nothing = { dataItems: 0, alarms: 0, events: 0, commands: 0, dashboards: 0 };
    return { assets, slots: all.slots, ...nothing, unseen };
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
    const { work, dropDashboards } = this.#options;
    await work.run(caller, async (unit) => {
      const definitions = unit.of(AssetDefinitionRepository);
      const before = await definitions.find(assetDefinitionId);
      if (!before) throw notFound('The asset definition');
      refuseUsed(caller, before.assetDefinitionName, await definitions.listAssetIds(assetDefinitionId));
      await dropDashboards(unit, assetDefinitionId);
      await definitions.delete(assetDefinitionId);
      unit.note({ kind: 'definition', what: 'deleted', before });
    });
  }

  /** What a dashboard of this asset can read: the data items of its definition and those it has sent beside them. */
  async treeOfAsset(caller: Caller, assetId: AssetId): Promise<definitions.DefinitionTree> {
    return { slots: [], dataItemDefinitions: await this.#options.itemsOfAsset(caller, assetId) };
  }
}

const nameTaken = (name: string) => conflict(`There is an asset definition named ${name} already.`);

/** @throws HttpError 409 that counts no asset but those in sight (spec 3 §14) */
function refuseUsed(caller: Caller, name: string, assetIds: readonly AssetId[]): void {
  if (assetIds.length === 0) return;
  const count = assetIds.filter((assetId) => caller.visibility.canSee(assetId)).length;
  if (count === 0) throw conflict(`${name} cannot be deleted: assets use it that you do not see.`);
  const uses = count === 1 ? '1 asset uses it' : `${count} assets use it`;
  throw conflict(`${name} cannot be deleted: ${uses}.`, { assets: count });
}
