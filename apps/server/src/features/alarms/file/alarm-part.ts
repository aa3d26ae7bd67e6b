import type { AlarmDefinitionId, AssetDefinitionId, definitionFiles } from '@telltale/contract';
import { compareNaturally } from '@telltale/domain/format/natural-order.ts';
import type { Clock } from '#clock.ts';
import type { Records, Work } from '#db/unit-of-work.ts';
import {
  boundVariables,
  type DefinitionPart,
  type ItemLabels,
  labelledVariables,
  type PartChanges,
  type StoredEntry,
  unusualVariables,
} from '#expressions/definition-parts.ts';
import type { Caller } from '#http/caller.ts';
import { notFound } from '#http/errors.ts';
import type { Topic } from '#news/topic.ts';
import {
  type AlarmDefinitionChange,
  type AlarmDefinitionRecord,
  AlarmDefinitionRepository,
} from '../alarm-definition-repository.ts';
import { bindOrRefuse, type LabelledItem, readExpression } from '../alarm-expressions.ts';
import { refuseFaultyAsking } from '../asked-alarms.ts';

type Entry = definitionFiles.AlarmEntry;

interface AlarmPartOptions {
  /** Where those hear of it who evaluate. */
  news: Topic<AlarmDefinitionChange>;
  /** What a variable that a file does not name may stand for: the data items of the definition, as they are by then. */
  itemsOf: (unit: Work, assetDefinitionId: AssetDefinitionId) => Promise<readonly LabelledItem[]>;
  clock: Clock;
}

/** The alarms of a definition, by name. */
export class AlarmPart implements DefinitionPart<Entry> {
  readonly group = 'Alarms';
  readonly many = 'alarms';
  readonly #options: AlarmPartOptions;

  constructor(options: AlarmPartOptions) {
    this.#options = options;
  }

  nameOf({ name }: Entry): string {
    return name;
  }

  comparable({ variables, ...rest }: Entry): unknown {
    return { ...rest, variables: unusualVariables(variables) };
  }

  labelsOf({ variables }: Entry): string[] {
    return Object.values(variables);
  }

  async list(
    records: Records,
    assetDefinitionId: AssetDefinitionId,
    labels: ItemLabels,
  ): Promise<StoredEntry<Entry>[]> {
    const alarms = await records.of(AlarmDefinitionRepository).listOfDefinition(assetDefinitionId);
    return alarms
      .sort((a, b) => compareNaturally(a.name, b.name) || a.alarmDefinitionId - b.alarmDefinitionId)
      .map((alarm) => ({ id: alarm.alarmDefinitionId, entry: toEntry(alarm, labels) }));
  }

  async apply(
    unit: Work,
    _caller: Caller,
    assetDefinitionId: AssetDefinitionId,
    { added, changed, removed }: PartChanges<Entry>,
    labels: ItemLabels,
  ): Promise<void> {
    const { news, itemsOf, clock } = this.#options;
    const repository = unit.of(AlarmDefinitionRepository);
    const own = await itemsOf(unit, assetDefinitionId);
    const recordOf = (entry: Entry, jobId: number) => {
      const { expression, variables: named, selfAck, ...rest } = entry;
      const variables = boundVariables(named, labels);
      const parsed = { expression, variables };
      if (expression.trim() !== '') bindOrRefuse(parsed, { own, others: [] }, `alarms: ${entry.name}`);
      const flee = expression.trim() === '' ? '' : JSON.stringify(parsed);
      return { ...rest, assetDefinitionId, selfAck: selfAck ? (1 as const) : (0 as const), flee, jobId };
    };
    const stored: AlarmDefinitionRecord[] = [];
    for (const { id, entry } of changed) {
      const before = await this.#find(unit, id);
      const after = { ...recordOf(entry, before.jobId), alarmDefinitionId: before.alarmDefinitionId };
      await repository.update(after);
      stored.push(after);
      unit.note({ kind: 'alarm definition', what: `alarm definition ${id} changed`, before, after });
    }
    for (const entry of added) {
      const after = await repository.insert(recordOf(entry, 0), clock.now());
      stored.push(after);
      const what = `alarm definition ${after.alarmDefinitionId} created`;
      unit.note({ kind: 'alarm definition', what, after });
    }
    for (const { id } of removed) {
      const before = await this.#find(unit, id);
      await repository.delete(before.alarmDefinitionId);
      unit.note({ kind: 'alarm definition', what: `alarm definition ${id} deleted`, before });
      unit.tell(news, { kind: 'deleted', definition: before, by: unit.by });
    }
    const kinds = new Set([assetDefinitionId]);
    await refuseFaultyAsking(unit, kinds, stored, (i) => `alarms: ${stored[i]?.name ?? ''}`);
    if (stored.length > 0) unit.tell(news, { kind: 'changed', assetDefinitionIds: [assetDefinitionId] });
  }

  async #find(unit: Work, id: number): Promise<AlarmDefinitionRecord> {
    const found = await unit.of(AlarmDefinitionRepository).find(id as AlarmDefinitionId);
    if (!found) throw notFound('The alarm definition');
    return found;
  }
}

function toEntry(alarm: AlarmDefinitionRecord, labels: ItemLabels): Entry {
  const { name, reason, severity, escalation, expiration, selfAck, onDelay, offDelay, deadband, flee } = alarm;
  const { expression, variables } = readExpression(flee);
  return {
    ...{ name, reason, severity, escalation, expiration, selfAck: selfAck === 1, onDelay, offDelay, deadband },
    ...{ expression, variables: labelledVariables(variables, labels) },
  };
}
