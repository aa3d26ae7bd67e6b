import type { alarmLists, EpochMs } from '@telltale/contract';
import { toOpenLine } from '../list/alarm-list-replies.ts';
import { firstInOrder } from '../list/first-in-order.ts';
import type { OpenAlarm } from '../list/open-alarm-order.ts';
import { countSeverities, type FloodNames, toFloodPlace, toFloodRow } from './flood-replies.ts';
import { floodAt, type SeenFlood } from './seen-flood.ts';
import { unfold } from './unfold.ts';

interface Head {
  readonly flood: SeenFlood;
  readonly alarms: OpenAlarm[];
  /** The first of its alarms in the order of the list. */
  first: OpenAlarm;
}

export interface RowsAsked {
  readonly filter: Pick<alarmLists.AlarmFilter, 'limit' | 'offset' | 'opened'>;
  /** It tells any two apart. */
  readonly order: (a: OpenAlarm, b: OpenAlarm) => number;
  readonly names: FloodNames;
  readonly nowMs: EpochMs;
}

const ACKNOWLEDGED = 2;
/** Of a flood of which a list has fewer, each alarm is a row. */
export const LEAST_LISTED = 5;

/** A page of open alarms with one row for each flood of which there are some; all of them are counted. */
export function floodRows(found: readonly OpenAlarm[], floods: readonly SeenFlood[], asked: RowsAsked) {
  const { order, filter, names, nowMs } = asked;
  const heads = new Map<SeenFlood, Head>();
  const rows: OpenAlarm[] = [];
  for (const alarm of found) {
    const flood = floodAt(floods, alarm.state.raisedMs);
    const head = flood && heads.get(flood);
    if (head) {
      head.alarms.push(alarm);
      if (order(alarm, head.first) < 0) head.first = alarm;
    } else if (flood) heads.set(flood, { flood, alarms: [alarm], first: alarm });
    else rows.push(alarm);
  }
  const byFirst = new Map<OpenAlarm, Head>();
  for (const head of heads.values()) {
    if (head.alarms.length < LEAST_LISTED) {
      rows.push(...head.alarms);
      continue;
    }
    rows.push(head.first);
    byFirst.set(head.first, head);
  }
  const opened = [...byFirst.values()]
    .filter(({ flood }) => filter.opened?.includes(flood.id))
    .map((head) => ({ head, place: rows.reduce((before, row) => before + (order(row, head.first) < 0 ? 1 : 0), 0) }))
    .sort((a, b) => a.place - b.place);
  const below = new Map(opened.map(({ head, place }) => [place, { head, alarms: inOrderOf(head) }]));
  const unfolded = opened.map(({ head, place }) => ({ place, below: head.alarms.length }));
  const stretches = unfold(unfolded, rows.length, filter.offset, filter.limit);
  const lastRow = Math.max(0, ...stretches.map((stretch) => (stretch.kind === 'rows' ? stretch.to : 0)));
  const listed = firstInOrder(rows, lastRow, order);
  const alarms = stretches.flatMap((stretch): alarmLists.ListedAlarm[] => {
    if (stretch.kind === 'rows') {
      return listed.slice(stretch.from, stretch.to).map((alarm) => {
        const head = byFirst.get(alarm);
        return head ? { ...toOpenLine(alarm), flood: rowOf(head) } : toOpenLine(alarm);
      });
    }
    const open = below.get(stretch.place);
    return open?.alarms.slice(stretch.from, stretch.to).map((alarm) => lineOf(alarm, open.head.flood)) ?? [];
  });
  const total = rows.length + unfolded.reduce((sum, one) => sum + one.below, 0);
  return { total, listed: found.length, alarms };

  function rowOf({ flood, alarms: all }: Head) {
    return toFloodRow(flood, names, {
      nowMs,
      severities: countSeverities(all.map(({ definition }) => definition.severity)),
      unacknowledged: all.filter(({ state }) => state.status !== ACKNOWLEDGED).length,
      isOpened: filter.opened?.includes(flood.id) ?? false,
    });
  }

  function lineOf(alarm: OpenAlarm, flood: SeenFlood): alarmLists.ListedAlarm {
    const floodPlace = toFloodPlace(flood, alarm.state, names);
    return floodPlace ? { ...toOpenLine(alarm), floodPlace } : toOpenLine(alarm);
  }
}

/** What came since the flood was looked at stands last. */
function inOrderOf({ flood, alarms }: Head): OpenAlarm[] {
  const placed = alarms.map((alarm) => ({ alarm, place: flood.orderOf(alarm.state) ?? Number.POSITIVE_INFINITY }));
  return placed
    .sort((a, b) => a.place - b.place || a.alarm.state.raisedMs - b.alarm.state.raisedMs)
    .map(({ alarm }) => alarm);
}
