import { type AssetDefinitionId, type DataItemId, type definitions, permissionId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Database } from '#db/schema.ts';
import { type Caller, holds } from '#http/caller.ts';
import { forbidden, notFound } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import { nameKey } from '#names.ts';
import type { DataItemRecord, DataItemRepository } from './data-item-repository.ts';
import type { DefinitionDataItemRecord, DefinitionDataItemRepository } from './definition-data-item-repository.ts';
import type { DefinitionScope } from './definition-scope.ts';

export interface DataItemInput {
  label: string;
  unit: string;
  defaultValue: number;
  /** Days; 0 or null: the general retention; absent: as it is. */
  retentionDays?: number | null | undefined;
}

export interface DataItemServiceOptions {
  db: Kysely<Database>;
  items: DataItemRepository;
  definitionItems: DefinitionDataItemRepository;
  scope: DefinitionScope;
  journal: Journal;
  clock: Clock;
}

/** Data items of definitions: which there are, which were detected, adding and removing. */
export class DataItemService {
  readonly #options: DataItemServiceOptions;

  constructor(options: DataItemServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.DataItemDefinition[]> {
    await this.#options.scope.get(caller, assetDefinitionId);
    return (await this.#options.definitionItems.list(assetDefinitionId)).map(toDefinition);
  }

  /** Every label with its usual unit, as far as the caller's assets have it. */
  async listMaster(caller: Caller): Promise<definitions.DataItemDefinition[]> {
    const items = await this.#options.items.list();
    const visible = caller.visibility.everything
      ? undefined
      : await this.#options.items.listIdsOfAssets([...(caller.visibility.assetIds ?? [])]);
    return items.filter((item) => visible?.has(item.dataItemId) ?? true).map(toMaster);
  }

  /** Labels that visible assets of the definition have sent and nobody has added to it. */
  async detect(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.DataItemDefinition[]> {
    await this.#options.scope.get(caller, assetDefinitionId);
    const detected = new Map<DataItemId, definitions.DataItemDefinition>();
    for (const item of await this.#options.definitionItems.listDetected(assetDefinitionId)) {
      if (!caller.visibility.canSee(item.assetId) || detected.has(item.dataItemId)) continue;
      detected.set(item.dataItemId, toMaster(item));
    }
    return [...detected.values()];
  }

  /** Adds data items to the definition, or changes unit, default value and retention of those it has, all or none. */
  async put(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    inputs: readonly DataItemInput[],
  ): Promise<definitions.DataItemDefinition[]> {
    await this.#options.scope.get(caller, assetDefinitionId);
    const { journal, clock } = this.#options;
    const by = actorOf(caller);
    const keys = new Set(inputs.map(({ label }) => nameKey(label)));
    const stored = await this.#options.db.transaction().execute(async (trx) => {
      const items = this.#options.items.within(trx);
      const definitionItems = this.#options.definitionItems.within(trx);
      const before = new Map((await definitionItems.list(assetDefinitionId)).map((i) => [i.dataItemId, i]));
      const byKey = await items.ensure(
        inputs.map(({ label }) => label),
        clock.now(),
      );
      const entries = [];
      for (const { label, unit, defaultValue, retentionDays: wanted } of inputs) {
        const known = byKey.get(nameKey(label));
        if (!known) throw new Error(`The label ${label} was created and not found.`);
        const old = before.get(known.dataItemId);
        const kept = old?.retentionDays ?? 0;
        const retentionDays = wanted === undefined ? kept : (wanted ?? 0);
        const isSame = old?.unit === unit && old.defaultValue === defaultValue && kept === retentionDays;
        if (isSame) continue;
        if (old) refuseWithout(caller, 'Modify');
        if (kept !== retentionDays) await this.#refuseRetention(caller, assetDefinitionId);
        const { dataItemId } = known;
        const createdMs = old?.createdMs ?? clock.now();
        const item = { assetDefinitionId, dataItemId, unit, defaultValue, retentionDays, createdMs };
        await definitionItems.put(item);
        await items.setUsualUnit(dataItemId, unit);
        const after = describe({ label: known.label, unit, defaultValue, retentionDays });
        const entry = {
          kind: 'data item',
          what: `${old ? 'changed in' : 'added to'} definition ${assetDefinitionId}`,
          by,
        };
        entries.push({ ...entry, ...(old ? { before: describe(old) } : {}), after });
      }
      await journal.appendAll(entries, trx);
      return definitionItems.list(assetDefinitionId);
    });
    return stored.filter(({ label }) => keys.has(nameKey(label))).map(toDefinition);
  }

  /** A retention deletes history one day, of all assets of the definition: only who may do that sets one. */
  async #refuseRetention(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<void> {
    const mayDelete = holds(caller, permissionId('HistoricalDataItems', 'Delete'));
    const seesAll = mayDelete && (await this.#options.scope.canSeeAll(caller, assetDefinitionId));
    if (!seesAll) {
      throw forbidden(
        'Setting a retention needs the permission to delete history, and sight of every asset concerned.',
      );
    }
  }

  /** Takes one data item out of the definition; history and label stay. */
  async remove(caller: Caller, assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId): Promise<void> {
    await this.#options.scope.get(caller, assetDefinitionId);
    await this.#drop(caller, assetDefinitionId, (item) => item.dataItemId === dataItemId);
  }

  async removeAll(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<void> {
    refuseWithout(caller, 'Delete');
    await this.#options.scope.get(caller, assetDefinitionId);
    await this.#drop(caller, assetDefinitionId, undefined);
  }

  async #drop(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    which: ((item: DefinitionDataItemRecord) => boolean) | undefined,
  ): Promise<void> {
    await this.#options.db.transaction().execute(async (trx) => {
      const definitionItems = this.#options.definitionItems.within(trx);
      const all = await definitionItems.list(assetDefinitionId);
      const dropped = which ? all.filter(which) : all;
      if (which && dropped.length === 0) throw notFound('The data item');
      for (const { dataItemId } of dropped) await definitionItems.delete(assetDefinitionId, dataItemId);
      const what = `removed from definition ${assetDefinitionId}`;
      const entry = { kind: 'data item', what, by: actorOf(caller) };
      await this.#options.journal.appendAll(
        dropped.map((item) => ({ ...entry, before: describe(item) })),
        trx,
      );
    });
  }
}

function refuseWithout(caller: Caller, action: 'Modify' | 'Delete'): void {
  if (!holds(caller, permissionId('DataItems', action))) throw forbidden();
}

function describe({ label, unit, defaultValue, retentionDays }: DataItemInput) {
  return { label, unit, defaultValue, ...(retentionDays ? { retentionDays } : {}) };
}

function toDefinition(item: DefinitionDataItemRecord): definitions.DataItemDefinition {
  const { dataItemId, label, unit, createdMs, defaultValue, retentionDays } = item;
  return { dataItemId, label, unit, created: new Date(createdMs).toISOString(), defaultValue, retentionDays };
}

function toMaster(item: DataItemRecord): definitions.DataItemDefinition {
  const { dataItemId, label, unit, createdMs } = item;
  return { dataItemId, label, unit, created: new Date(createdMs).toISOString(), defaultValue: 0, retentionDays: 0 };
}
