import { expect, it } from 'vitest';
import { type OpenAlarm, openAlarmOrder } from './open-alarm-order.ts';

const alarm = (assetId: number, name: string, more: { severity?: number; status?: number; raisedMs?: number } = {}) =>
  ({
    state: {
      assetId,
      alarmDefinitionId: 1,
      status: more.status ?? 1,
      raisedMs: more.raisedMs ?? 0,
      acknowledgedBy: '',
    },
    definition: { name, severity: more.severity ?? 5 },
    asset: { name },
  }) as unknown as OpenAlarm;

const inOrder = (rows: OpenAlarm[], ...of: ['name' | 'asset' | 'priority' | 'severity', 'asc' | 'desc']) =>
  rows.toSorted(openAlarmOrder(rows, ...of)).map(({ state }) => state.assetId);

it('puts names in the order of people: numbers by their size, whatever the case', () => {
  const rows = [alarm(1, 'Pump 10'), alarm(2, 'pump 9'), alarm(3, 'Pump 9'), alarm(4, 'anode')];
  expect(inOrder(rows, 'name', 'asc')).toEqual([4, 2, 3, 1]);
  expect(inOrder(rows, 'asset', 'desc')).toEqual([1, 2, 3, 4]);
});

it('takes the more urgent first of what is equal, in either direction', () => {
  const rows = [
    alarm(1, 'A', { status: 2, severity: 9 }),
    alarm(2, 'A', { raisedMs: 5 }),
    alarm(3, 'a', { raisedMs: 1 }),
  ];
  for (const direction of ['asc', 'desc'] as const) expect(inOrder(rows, 'name', direction)).toEqual([3, 2, 1]);
  expect(inOrder(rows, 'priority', 'asc')).toEqual([3, 2, 1]);
  expect(inOrder(rows, 'severity', 'asc')).toEqual([3, 2, 1]);
});
