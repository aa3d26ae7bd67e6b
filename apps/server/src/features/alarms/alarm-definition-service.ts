import {
  type AlarmDefinitionId,
  type AssetDefinitionId,
  type AssetId,
  alarmDefinitions,
  type DataItemId,
  permissionId,
} from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, forbidden, isNotFound, notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import {
  type AlarmDefinitionChange,
  type AlarmDefinitionRecord,
  AlarmDefinitionRepository,
  type NewAlarmDefinition,
} from './alarm-definition-repository.ts';
import {
  bindOrRefuse,
  isBlank,
  type LabelledItem,
  type LabelSource,
  parseExpressionText,
  refuseUnknownItems,
} from './alarm-expressions.ts';
import { type AlarmOverrideRecord, AlarmOverrideRepository } from './alarm-override-repository.ts';
import { toDefinition, toOverride } from './alarm-replies.ts';
import { refuseAsking, refuseFaultyAsking } from './asked-alarms.ts';

export interface AlarmDefinitionServiceOptions {
  work: UnitOfWork;
  definitions: AlarmDefinitionRepository;
  overrides: AlarmOverrideRepository;
  /** @throws HttpError 404 when there is no such definition, or the caller sees no asset of it */
  requireDefinition: (caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 as above, 403 for who does not see all of its assets */
  requireWholeDefinition: (work: Work, caller: Caller, assetDefinitionId: AssetDefinitionId) => Promise<unknown>;
  /** @throws HttpError 404 when the asset is out of scope */
  definitionOfAsset: (caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  definitionOfAssetWithin: (work: Work, caller: Caller, assetId: AssetId) => Promise<AssetDefinitionId>;
  /** The data items that the caller may know of. */
  itemsInSight: (caller: Caller) => Promise<readonly LabelledItem[]>;
  labels: LabelSource;
  /** Where those hear of it who evaluate. */
  news: Topic<AlarmDefinitionChange>;
  clock: Clock;
}

/** Whose expression is checked; neither: other alarms are not looked at. */
interface ExpressionOwner {
  assetDefinitionId?: AssetDefinitionId | undefined;
  alarmDefinitionId?: AlarmDefinitionId | undefined;
}

const CREATE = permissionId('Alarms', 'Create');
const MODIFY = permissionId('Alarms', 'Modify');

/** Definitions of alarms, how single assets differ from them, and the checking of expressions. */
export class AlarmDefinitionService {
  readonly #options: AlarmDefinitionServiceOptions;

  constructor(options: AlarmDefinitionServiceOptions) {
    this.#options = options;
  }

  /** By name. */
  async list(caller: Caller, assetDefinitionId: AssetDefinitionId): Promise<alarmDefinitions.AlarmDefinition[]> {
    await this.#options.requireDefinition(caller, assetDefinitionId);
    return (await this.#options.definitions.listOfDefinition(assetDefinitionId)).map(toDefinition);
  }

  /** @throws HttpError 403 for who may save nothing at all, before the body is looked at */
  refuseReaders(caller: Caller): void {
    if (!holds(caller, CREATE) && !holds(caller, MODIFY)) throw forbidden();
  }

  /**
   * Creates definitions, or changes what is named of those with an id, all or none.
   * @throws HttpError 404 for one out of sight, 400 for an expression that is none and for a new one without a name
   */
  async put(
    caller: Caller,
    inputs: readonly alarmDefinitions.AlarmDefinitionInput[],
  ): Promise<alarmDefinitions.AlarmDefinition[]> {
    const { work, clock, news } = this.#options;
    for (const { alarmDefinitionId } of inputs)
      if (!holds(caller, alarmDefinitionId ? MODIFY : CREATE)) throw forbidden();
    return work.run(caller, async (unit) => {
      const before = await this.#storedOf(unit, caller, inputs);
      const wanted: { old: AlarmDefinitionRecord | undefined; definition: NewAlarmDefinition }[] = [];
      for (const [i, input] of inputs.entries()) {
        const old = before.get(input.alarmDefinitionId ?? 0);
        const flee = await this.#fleeOf(caller, input, old, i);
        wanted.push({ old, definition: { ...fieldsOf(input, old, i), flee } });
      }
      const repository = unit.of(AlarmDefinitionRepository);
      const stored: AlarmDefinitionRecord[] = [];
      for (const { old, definition } of wanted) {
        const changed = old && { ...definition, alarmDefinitionId: old.alarmDefinitionId };
        if (changed) await repository.update(changed);
        const after = changed ?? (await repository.insert(definition, clock.now()));
        stored.push(after);
        const what = `alarm definition ${after.alarmDefinitionId} ${old ? 'changed' : 'created'}`;
        unit.note({ kind: 'alarm definition', what, after, ...(old ? { before: old } : {}) });
      }
      const kinds = new Set(stored.map(({ assetDefinitionId }) => assetDefinitionId));
      await refuseFaultyAsking(unit, kinds, stored, (i) => `${i}.flee`);
      unit.tell(news, { kind: 'changed', assetDefinitionIds: [...kinds] });
      return stored.map(toDefinition);
    });
  }

  async delete(
    caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    alarmDefinitionId: AlarmDefinitionId,
  ): Promise<void> {
    const { work, news, requireWholeDefinition } = this.#options;
    await work.run(caller, async (unit) => {
      await requireWholeDefinition(unit, caller, assetDefinitionId);
      const definitions = unit.of(AlarmDefinitionRepository);
      const before = await definitions.find(alarmDefinitionId);
      if (before?.assetDefinitionId !== assetDefinitionId) throw notFound('The alarm definition');
      await definitions.delete(alarmDefinitionId);
      await refuseFaultyAsking(unit, new Set([assetDefinitionId]), [], String);
      unit.note({ kind: 'alarm definition', what: `alarm definition ${alarmDefinitionId} deleted`, before });
      unit.tell(news, { kind: 'deleted', definition: before, by: unit.by });
    });
  }

  async listOverrides(caller: Caller, assetId: AssetId): Promise<alarmDefinitions.AlarmOverride[]> {
    await this.#options.definitionOfAsset(caller, assetId);
    return (await this.#options.overrides.listOfAsset(assetId)).map(toOverride);
  }

  /** Sets overrides, all or none. */
  async putOverrides(
    caller: Caller,
    inputs: readonly (Pick<AlarmOverrideRecord, 'assetId' | 'alarmDefinitionId' | 'overrideMethod'> & {
      expression?: alarmDefinitions.AlarmExpression | string | null | undefined;
    })[],
  ): Promise<alarmDefinitions.AlarmOverride[]> {
    const { work, news, definitionOfAssetWithin } = this.#options;
    return work.run(caller, async (unit) => {
      const kinds: AssetDefinitionId[] = [];
      for (const { assetId, alarmDefinitionId } of inputs) {
        const kind = await definitionOfAssetWithin(unit, caller, assetId);
        const definition = await unit.of(AlarmDefinitionRepository).find(alarmDefinitionId);
        if (definition?.assetDefinitionId !== kind) throw notFound('The alarm definition');
        kinds.push(kind);
      }
      const records: AlarmOverrideRecord[] = [];
      for (const [i, { expression, ...rest }] of inputs.entries()) {
        const field = `${i}.expression`;
        const text = typeof expression === 'string' ? expression : expression ? JSON.stringify(expression) : '';
        const parsed = parseExpressionText(text, field);
        await this.check(caller, parsed, kinds[i] as AssetDefinitionId, field);
        records.push({ ...rest, expression: text });
      }
      const overrides = unit.of(AlarmOverrideRepository);
      for (const record of records) {
        const { assetId, alarmDefinitionId } = record;
        const before = await overrides.find(assetId, alarmDefinitionId);
        await overrides.put(record);
        const what = `override of alarm definition ${alarmDefinitionId} set`;
        const entry = { kind: 'alarm', assetId, what, after: differenceOf(record) };
        unit.note(before ? { ...entry, before: differenceOf(before) } : entry);
      }
      await refuseFaultyAsking(unit, new Set(kinds), records, (i) => `${i}.expression`);
      unit.tell(news, { kind: 'changed', assetDefinitionIds: [...new Set(kinds)] });
      return records.map(toOverride);
    });
  }

  /**
   * Checks an expression as an editor needs it; a blank one is fine, it means that there is none.
   * @param of the asset definition whose other alarms it may ask for, and the alarm that it would be of
   * @returns what its variables stand for
   * @throws HttpError 404 for a definition out of sight, 400 with position and reason
   */
  async validate(
    caller: Caller,
    expression: alarmDefinitions.AlarmExpression,
    of: ExpressionOwner = {},
  ): Promise<alarmDefinitions.ExpressionVariable[]> {
    const others = await this.#options.itemsInSight(caller);
    refuseUnknownItems(expression, idsOf(others));
    const kind = await this.#kindOf(caller, of);
    if (isBlank(expression)) return [];
    const { compiled, dataItemIds } = bindOrRefuse(expression, { own: [], others });
    if (kind !== undefined) {
      const alarms = await this.#options.definitions.listOfDefinition(kind);
      refuseAsking(alarms, expression, of.alarmDefinitionId);
    }
    return compiled.variables.map((Variable, i) => ({ Variable, DataItemId: dataItemIds[i] as DataItemId }));
  }

  /** The asset definition of an expression, as far as it is said; the caller sees it. */
  async #kindOf(caller: Caller, of: ExpressionOwner): Promise<AssetDefinitionId | undefined> {
    const { definitions, requireDefinition } = this.#options;
    const alarm = of.alarmDefinitionId === undefined ? undefined : await definitions.find(of.alarmDefinitionId);
    if (of.alarmDefinitionId !== undefined && !alarm) throw notFound('The alarm definition');
    const kind = of.assetDefinitionId ?? alarm?.assetDefinitionId;
    if (kind === undefined) return undefined;
    await requireDefinition(caller, kind).catch((error: unknown) => {
      throw isNotFound(error) && of.assetDefinitionId === undefined ? notFound('The alarm definition') : error;
    });
    if (alarm && alarm.assetDefinitionId !== kind) throw notFound('The alarm definition');
    return kind;
  }

  /** The stored definitions that the inputs name, by id. */
  async #storedOf(
    work: Work,
    caller: Caller,
    inputs: readonly alarmDefinitions.AlarmDefinitionInput[],
  ): Promise<Map<number, AlarmDefinitionRecord>> {
    const { requireWholeDefinition } = this.#options;
    const stored = new Map<number, AlarmDefinitionRecord>();
    for (const { alarmDefinitionId, assetDefinitionId } of inputs) {
      await requireWholeDefinition(work, caller, assetDefinitionId);
      if (!alarmDefinitionId) continue;
      const record = await work.of(AlarmDefinitionRepository).find(alarmDefinitionId);
      if (!record) throw notFound('The alarm definition');
      await requireWholeDefinition(work, caller, record.assetDefinitionId).catch((error: unknown) => {
        throw isNotFound(error) ? notFound('The alarm definition') : error;
      });
      stored.set(alarmDefinitionId, record);
    }
    for (const { alarmDefinitionId, assetDefinitionId } of inputs) {
      const record = stored.get(alarmDefinitionId ?? 0);
      if (record && record.assetDefinitionId !== assetDefinitionId) {
        throw badRequest('The alarm definition belongs to another asset definition.', { field: 'assetDefinitionId' });
      }
    }
    return stored;
  }

  /** The text that is kept, checked; what the client sent as text is kept as it came, and what it left out as it was. */
  async #fleeOf(
    caller: Caller,
    { flee, alarmExpression, assetDefinitionId }: alarmDefinitions.AlarmDefinitionInput,
    old: AlarmDefinitionRecord | undefined,
    i: number,
  ): Promise<string> {
    if (old && flee === undefined && alarmExpression === undefined) return old.flee;
    const field = `${i}.flee`;
    const text = flee ?? (alarmExpression ? JSON.stringify(alarmExpression) : '');
    await this.check(caller, parseExpressionText(text, field), assetDefinitionId, field);
    return text;
  }

  /** @throws HttpError 400 for an expression that is none, 404 for a data item out of sight */
  async check(
    caller: Caller,
    expression: alarmDefinitions.AlarmExpression,
    assetDefinitionId: AssetDefinitionId,
    field: string,
  ): Promise<void> {
    const inSight = await this.#options.itemsInSight(caller);
    const known = idsOf(inSight);
    const { own } = await this.#options.labels.labelsOf(assetDefinitionId);
    const visible = own.filter(({ dataItemId }) => known.has(dataItemId));
    refuseUnknownItems(expression, known);
    if (!isBlank(expression)) bindOrRefuse(expression, { own: visible, others: inSight }, field);
  }
}

function fieldsOf(
  input: alarmDefinitions.AlarmDefinitionInput,
  old: AlarmDefinitionRecord | undefined,
  i: number,
): Omit<NewAlarmDefinition, 'flee'> {
  const stored: Omit<NewAlarmDefinition, 'assetDefinitionId' | 'name' | 'flee'> =
    old ?? alarmDefinitions.ALARM_DEFAULTS;
  const { assetDefinitionId, name = old?.name, reason = stored.reason, severity = stored.severity } = input;
  const { escalation = stored.escalation, expiration = stored.expiration, selfAck = stored.selfAck } = input;
  const { jobId = stored.jobId, onDelay = stored.onDelay, offDelay = stored.offDelay } = input;
  const { deadband = stored.deadband } = input;
  if (name === undefined) throw badRequest('There is no name.', { field: `${i}.name` });
  return {
    ...{ assetDefinitionId, name, reason, severity, escalation, expiration, selfAck, jobId },
    ...{ onDelay, offDelay, deadband },
  };
}

function differenceOf({ overrideMethod, expression }: AlarmOverrideRecord) {
  return { overrideMethod, expression };
}

const idsOf = (items: readonly LabelledItem[]): ReadonlySet<DataItemId> =>
  new Set(items.map(({ dataItemId }) => dataItemId));
