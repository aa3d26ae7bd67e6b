import type { alarmLists } from '@telltale/contract';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { AlarmState } from '../alarm-repository.ts';
import type { AssetFacts } from './asset-facts.ts';

/** An alarm with what it is listed by. */
export interface OpenAlarm {
  readonly state: AlarmState;
  readonly definition: Pick<AlarmDefinitionRecord, 'alarmDefinitionId' | 'name' | 'reason' | 'severity'>;
  readonly asset: AssetFacts;
}

type Compare = (a: OpenAlarm, b: OpenAlarm) => number;

const ACKNOWLEDGED = 2;
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (a: string, b: string) => (a === b ? 0 : names.compare(a, b));
const seen = ({ state }: OpenAlarm) => (state.status === ACKNOWLEDGED || state.status === null ? 1 : 0);
const bySeverity: Compare = (a, b) => b.definition.severity - a.definition.severity;
const byAge: Compare = (a, b) => a.state.raisedMs - b.state.raisedMs;

/** What nobody has acknowledged first, then the severest, then what has waited longest. */
const byPriority: Compare = (a, b) => seen(a) - seen(b) || bySeverity(a, b) || byAge(a, b);

const orders: Readonly<Record<alarmLists.AlarmSort, Compare>> = {
  priority: byPriority,
  severity: (a, b) => -bySeverity(a, b),
  name: (a, b) => byName(a.definition.name, b.definition.name),
  asset: (a, b) => byName(a.asset.name, b.asset.name),
  raised: byAge,
  count: (a, b) => a.state.count - b.state.count,
  acknowledged: (a, b) => byName(a.state.acknowledgedBy, b.state.acknowledgedBy),
  ended: byPriority,
};

/** An order that tells any two alarms apart; of equal ones the more urgent comes first in either direction. */
export function openAlarmOrder(sort: alarmLists.AlarmSort, direction: 'asc' | 'desc'): Compare {
  const order = orders[sort];
  const sign = direction === 'asc' ? 1 : -1;
  return (a, b) =>
    sign * order(a, b) ||
    byPriority(a, b) ||
    a.state.assetId - b.state.assetId ||
    a.state.alarmDefinitionId - b.state.alarmDefinitionId;
}
