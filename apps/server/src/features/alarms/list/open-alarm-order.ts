import type { alarmLists } from '@telltale/contract';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AlarmState } from '../alarm-repository.ts';
import type { AssetFacts } from './asset-facts.ts';

/** An alarm with what it is listed by. */
export interface OpenAlarm {
  readonly state: AlarmState;
  readonly definition: Pick<AlarmDefinitionRecord, 'alarmDefinitionId' | 'name' | 'reason' | 'severity'>;
  readonly asset: AssetFacts;
  /** Place of its name among those that are listed with it, while they are put in the order of names. */
  rank?: number;
}

type Compare = (a: OpenAlarm, b: OpenAlarm) => number;

const ACKNOWLEDGED = 2;
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const seen = ({ state }: OpenAlarm) => (state.status === ACKNOWLEDGED || state.status === null ? 1 : 0);
const bySeverity: Compare = (a, b) => b.definition.severity - a.definition.severity;
const byAge: Compare = (a, b) => a.state.raisedMs - b.state.raisedMs;

/** What nobody has acknowledged first, then the severest, then what has waited longest. */
const byPriority: Compare = (a, b) => seen(a) - seen(b) || bySeverity(a, b) || byAge(a, b);

const ofNumbers = {
  priority: byPriority,
  severity: (a, b) => -bySeverity(a, b),
  raised: byAge,
  count: (a, b) => a.state.count - b.state.count,
  ended: byPriority,
} as const satisfies Partial<Record<alarmLists.AlarmSort, Compare>>;

const ofNames = {
  name: ({ definition }: OpenAlarm) => definition.name,
  asset: ({ asset }: OpenAlarm) => asset.name,
  acknowledged: ({ state }: OpenAlarm) => state.acknowledgedBy,
} as const;

/** Names are put in order once, and not with each two alarms that are compared: many alarms share a few names. */
function byName(rows: readonly OpenAlarm[], nameOf: (row: OpenAlarm) => string): Compare {
  const inOrder = [...new Set(rows.map(nameOf))].sort(names.compare);
  const ranks = new Map<string, number>();
  let rank = 0;
  for (const [at, name] of inOrder.entries()) {
    if (at > 0 && names.compare(inOrder[at - 1] ?? '', name) !== 0) rank++;
    ranks.set(name, rank);
  }
  for (const row of rows) row.rank = ranks.get(nameOf(row)) ?? 0;
  return (a, b) => (a.rank ?? 0) - (b.rank ?? 0);
}

/** An order of these that tells any two apart; of equal ones the more urgent comes first in either direction. */
export function openAlarmOrder(
  rows: readonly OpenAlarm[],
  sort: alarmLists.AlarmSort,
  direction: 'asc' | 'desc',
): Compare {
  const order =
    sort in ofNames ? byName(rows, ofNames[sort as keyof typeof ofNames]) : ofNumbers[sort as keyof typeof ofNumbers];
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) =>
    sign * order(a, b) ||
    byPriority(a, b) ||
    a.state.assetId - b.state.assetId ||
    a.state.alarmDefinitionId - b.state.alarmDefinitionId;
}
