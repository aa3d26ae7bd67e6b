import { isDeepStrictEqual } from 'node:util';
import {
  type AssetDefinitionId,
  type AssetId,
  type DataItemId,
  type definitions,
  PLAIN_DISPLAY,
  type QueryOf,
  type ReplyOf,
} from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { LabelledItem, Labels } from '#expressions/bound-expression.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, notFound } from '#http/errors.ts';
import { nameKey } from '#names.ts';
import { AssetDefinitionRepository } from './asset-definition-repository.ts';
import { boundCalculation, refuseCircles, refuseUsed } from './calculation-rules.ts';
import { changedDisplay } from './changed-display.ts';
import { type DataItemRecord, DataItemRepository } from './data-item-repository.ts';
import { refuseRetention, refuseScaledCalculation, refuseScaling, refuseWithout } from './data-item-rules.ts';
import { type DataItemInput, describe, toDefinition, toMaster } from './data-item-words.ts';
import { type DefinitionDataItemRecord, DefinitionDataItemRepository } from './definition-data-item-repository.ts';
import { DefinitionScalingRepository } from './definition-scaling-repository.ts';
import type { DefinitionScope } from './definition-scope.ts';

export interface DataItemServiceOptions {
  work: UnitOfWork;
  items: DataItemRepository;
  definitionItems: DefinitionDataItemRepository;
  scope: DefinitionScope;
  /** Told once a change counts, of each asset that it concerns: what shows it asks anew. */
  described: (unit: Work, assetId: AssetId) => void;
  /** Told once a change counts of what data items of the definition are calculated by. */
  recalculated: (unit: Work, assetDefinitionId: AssetDefinitionId) => void;
  /** Told once a change counts of how data items of the definition are scaled, with all that it scales. */
  scaled: (unit: Work, assetDefinitionId: AssetDefinitionId, items: readonly DefinitionDataItemRecord[]) => void;
  clock: Clock;
}

/** Data items of definitions: which there are, which were detected, adding and removing. */
export class DataItemService {
  readonly #options: DataItemServiceOptions;

  constructor(options: DataItemServiceOptions) {
    this.#options = options;
  }

  /** In the order in which people count labels. */
  async list(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<definitions.DataItemDefinition[]> {
    await this.#options.scope.get(caller, assetDefinitionId);
    return (await this.#sorted(assetDefinitionId)).map(toDefinition);
  }

  /** A page of the same, of those that hold a text. */
  async listPage(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { search = '', limit, offset }: QueryOf<typeof definitions.listDataItemPage>,
  ): Promise<ReplyOf<typeof definitions.listDataItemPage>> {
    await this.#options.scope.get(caller, assetDefinitionId);
    const all = await this.#sorted(assetDefinitionId);
    const wanted = nameKey(search);
    const found = all.filter(({ label, unit }) => [label, unit].some((text) => nameKey(text).includes(wanted)));
    return { total: found.length, all: all.length, items: found.slice(offset, offset + limit).map(toDefinition) };
  }

  async #sorted(assetDefinitionId: AssetDefinitionId): Promise<DefinitionDataItemRecord[]> {
    const items = await this.#options.definitionItems.list(assetDefinitionId);
    return items.sort((a, b) => compareNaturally(a.label, b.label));
  }

  /** Every label with its usual unit, as far as the caller's assets have it. */
  async listMaster(caller: Caller): Promise<definitions.DataItemDefinition[]> {
    return (await this.#inSight(this.#options.items, caller)).map(toMaster);
  }

  /** The data item of each label, in this order; new labels belong to no definition and no asset yet. */
  async ensure(
    caller: Caller,
    labels: readonly string[],
  ): Promise<Pick<definitions.DataItemDefinition, 'dataItemId' | 'label'>[]> {
    const { work, clock } = this.#options;
    return work.run(caller, async (unit) => {
      const items = unit.of(DataItemRepository);
      const known = await items.findByLabels(labels);
      const byKey = await items.ensure(labels, clock.now());
      for (const [key, { dataItemId, label }] of byKey) {
        if (!known.has(key)) unit.note({ kind: 'data item', what: 'created', after: { dataItemId, label } });
      }
      return labels.map((label) => {
        const item = byKey.get(nameKey(label));
        if (!item) throw new Error(`The label ${label} was created and not found.`);
        return { dataItemId: item.dataItemId, label: item.label };
      });
    });
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
    const { work, scope } = this.#options;
    const keys = new Set(inputs.map(({ label }) => nameKey(label)));
    const stored = await work.run(caller, async (unit) => {
      await scope.within(unit).getToChange(caller, assetDefinitionId);
      return this.putWithin(unit, caller, assetDefinitionId, inputs);
    });
    return stored.filter(({ label }) => keys.has(nameKey(label))).map(toDefinition);
  }

  /**
   * The same within a change whose caller has been looked at.
   * @param known data items that calculations may speak of beside those that the caller knows
   * @returns all that the definition has by then
   */
  async putWithin(
    unitOfWork: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    inputs: readonly DataItemInput[],
    known: readonly LabelledItem[] = [],
  ): Promise<DefinitionDataItemRecord[]> {
    const { clock } = this.#options;
    const items = unitOfWork.of(DataItemRepository);
    const definitionItems = unitOfWork.of(DefinitionDataItemRepository);
    const before = new Map((await definitionItems.list(assetDefinitionId)).map((i) => [i.dataItemId, i]));
    const byKey = await items.ensure(
      inputs.map(({ label }) => label),
      clock.now(),
    );
    const labels = await this.#labelsFor(unitOfWork, caller, assetDefinitionId, [...byKey.values(), ...known]);
    let isCalculationChanged = false;
    let isScalingChanged = false;
    for (const [i, input] of inputs.entries()) {
      const { label, retentionDays: wanted, display: described } = input;
      const item = byKey.get(nameKey(label));
      if (!item) throw new Error(`The label ${label} was created and not found.`);
      if (input.dataItemId && input.dataItemId !== item.dataItemId) {
        throw badRequest('A data item keeps its label: another label is another data item.', { field: 'label' });
      }
      const old = before.get(item.dataItemId);
      const { unit = old?.unit ?? '', defaultValue = old?.defaultValue ?? 0 } = input;
      const kept = old?.retentionDays ?? 0;
      const retentionDays = wanted === undefined ? kept : (wanted ?? 0);
      const display = changedDisplay(
        old?.display ?? PLAIN_DISPLAY,
        described,
        inputs.length > 1 ? `${i}.display` : 'display',
      );
      const keptCalculation = old?.calculation ?? null;
      const field = inputs.length > 1 ? `${i}.calculation` : 'calculation';
      const { calculation: given } = input;
      const calculation = given === undefined ? keptCalculation : boundCalculation(given, labels, field);
      const isOther = JSON.stringify(calculation) !== JSON.stringify(keptCalculation);
      const scaling = input.scaling === undefined ? (old?.scaling ?? null) : input.scaling;
      const isScaledAnew = !isDeepStrictEqual(scaling, old?.scaling ?? null);
      if (calculation !== null && scaling !== null) refuseScaledCalculation(label);
      const isSame = old?.unit === unit && old.defaultValue === defaultValue && kept === retentionDays && !isOther;
      if (isSame && !isScaledAnew && JSON.stringify(display) === JSON.stringify(old.display)) continue;
      isCalculationChanged ||= isOther;
      isScalingChanged ||= isScaledAnew;
      if (old) refuseWithout(caller, 'Modify');
      if (kept !== retentionDays) refuseRetention(caller);
      if (isScaledAnew) refuseScaling(caller);
      const { dataItemId } = item;
      const createdMs = old?.createdMs ?? clock.now();
      const fields = { unit, defaultValue, retentionDays, display, calculation };
      await definitionItems.put({ assetDefinitionId, dataItemId, ...fields, createdMs });
      await items.setUsualUnit(dataItemId, unit);
      if (isScaledAnew) {
        const of = { assetDefinitionId, dataItemId };
        await unitOfWork.of(DefinitionScalingRepository).set(of, scaling, clock.now());
      }
      const after = describe({ label: item.label, ...fields, scaling });
      const what = `${old ? 'changed in' : 'added to'} definition ${assetDefinitionId}`;
      unitOfWork.note({ kind: 'data item', what, ...(old ? { before: describe(old) } : {}), after });
    }
    await this.#tellAssets(unitOfWork, assetDefinitionId);
    const all = await definitionItems.list(assetDefinitionId);
    refuseCircles(all);
    if (isCalculationChanged) this.#options.recalculated(unitOfWork, assetDefinitionId);
    if (isScalingChanged) this.#options.scaled(unitOfWork, assetDefinitionId, all);
    return all;
  }

  /** Takes one data item out of the definition; history and label stay. */
  async remove(caller: Caller, assetDefinitionId: AssetDefinitionId, dataItemId: DataItemId): Promise<void> {
    await this.#drop(caller, assetDefinitionId, (item) => item.dataItemId === dataItemId);
  }

  async removeAll(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<void> {
    refuseWithout(caller, 'Delete');
    await this.#drop(caller, assetDefinitionId, undefined);
  }

  /** What the variables of a calculation may stand for, with the data items that this very change adds. */
  async #labelsFor(
    unit: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    added: readonly LabelledItem[],
  ): Promise<Labels> {
    const definitionItems = unit.of(DefinitionDataItemRepository);
    const others = await this.#inSight(unit.of(DataItemRepository), caller);
    const detected = (await definitionItems.listDetected(assetDefinitionId)).filter(({ assetId }) =>
      caller.visibility.canSee(assetId),
    );
    return { own: [...(await definitionItems.list(assetDefinitionId)), ...detected, ...added], others };
  }

  async #inSight(items: DataItemRepository, caller: Caller): Promise<DataItemRecord[]> {
    const { everything, assetIds } = caller.visibility;
    const visible = everything ? undefined : await items.listIdsOfAssets([...(assetIds ?? [])]);
    return (await items.list()).filter((item) => visible?.has(item.dataItemId) ?? true);
  }

  async #tellAssets(unitOfWork: Work, assetDefinitionId: AssetDefinitionId): Promise<void> {
    const assetIds = await unitOfWork.of(AssetDefinitionRepository).listAssetIds(assetDefinitionId);
    for (const assetId of assetIds) this.#options.described(unitOfWork, assetId);
  }

  async #drop(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    which: ((item: DefinitionDataItemRecord) => boolean) | undefined,
  ): Promise<void> {
    const { work, scope } = this.#options;
    await work.run(caller, async (unit) => {
      await scope.within(unit).getToChange(caller, assetDefinitionId);
      await this.dropWithin(unit, caller, assetDefinitionId, which);
    });
  }

  /** The same within a change whose caller has been looked at. */
  async dropWithin(
    unit: Work,
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    which?: (item: DefinitionDataItemRecord) => boolean,
  ): Promise<void> {
    const definitionItems = unit.of(DefinitionDataItemRepository);
    const all = await definitionItems.list(assetDefinitionId);
    const dropped = which ? all.filter(which) : all;
    if (which && dropped.length === 0) throw notFound('The data item');
    const gone = new Set(dropped);
    const left = all.filter((item) => !gone.has(item));
    refuseUsed(dropped, left);
    const scaled = dropped.filter(({ scaling }) => scaling !== null);
    if (scaled.length > 0) refuseScaling(caller);
    const scalings = unit.of(DefinitionScalingRepository);
    for (const { dataItemId } of scaled) {
      await scalings.set({ assetDefinitionId, dataItemId }, null, this.#options.clock.now());
    }
    for (const { dataItemId } of dropped) await definitionItems.delete(assetDefinitionId, dataItemId);
    const what = `removed from definition ${assetDefinitionId}`;
    for (const item of dropped) unit.note({ kind: 'data item', what, before: describe(item) });
    if (dropped.some(({ calculation }) => calculation !== null)) {
      this.#options.recalculated(unit, assetDefinitionId);
    }
    if (scaled.length > 0) this.#options.scaled(unit, assetDefinitionId, left);
    await this.#tellAssets(unit, assetDefinitionId);
  }
}
