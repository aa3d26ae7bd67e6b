import type { alarmLists } from '@telltale/contract';
import { expect, it } from 'vitest';
import { undoOf } from './undo.ts';

type Line = alarmLists.ListedAlarm;
const line = (assetId: number, shelved: Partial<NonNullable<Line['shelved']>> | null) =>
  ({ assetId, alarmDefinitionId: 1, shelved }) as Line;
const outcomesOf = (...outcomes: alarmLists.ActOutcome[]) =>
  outcomes.map((outcome) => ({ outcome, by: '' })) as Parameters<typeof undoOf>[2];
const until = '2026-11-22T12:00:00.000Z';

it('brings back what was shelved just now, and not what had been shelved before or by somebody else', () => {
  const lines = [line(1, null), line(2, { until }), line(3, null)];
  expect(undoOf({ act: 'shelve' }, lines, outcomesOf('done', 'done', 'already'))).toEqual([
    { request: { act: 'unshelve' }, lines: [line(1, null)] },
  ]);
});

it('shelves again what was brought back, as long and with the words that it had', () => {
  const lines = [line(1, { until, note: 'valve' }), line(2, { until, note: '' }), line(3, { until, note: 'valve' })];
  expect(undoOf({ act: 'unshelve' }, lines, outcomesOf('done', 'done', 'done'))).toEqual([
    { request: { act: 'shelve', until, note: 'valve' }, lines: [line(1, null), line(3, null)] },
    { request: { act: 'shelve', until, note: '' }, lines: [line(2, null)] },
  ]);
});

it.each(['acknowledge', 'close', 'comment'] as const)('takes nothing back of %s, which is on record', (act) => {
  expect(undoOf({ act }, [line(1, null)], outcomesOf('done'))).toEqual([]);
});
