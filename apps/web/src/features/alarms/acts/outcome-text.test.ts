import type { AlarmDefinitionId, AssetId, alarmLists } from '@telltale/contract';
import { expect, it } from 'vitest';
import { outcomeText } from './outcome-text.ts';

const outcome = (outcome: alarmLists.ActOutcome, by = '') => ({
  assetId: 1 as AssetId,
  alarmDefinitionId: 1 as AlarmDefinitionId,
  outcome,
  by,
});
const line = { name: 'High', assetName: 'Pump 1' };

it.each([
  ['acknowledge', [outcome('done')], 'High of Pump 1: acknowledged.'],
  ['acknowledge', [outcome('already', 'ann')], 'High of Pump 1: acknowledged already by ann.'],
  ['close', [outcome('gone', 'bob')], 'High of Pump 1: not there any more, last changed by bob.'],
  ['close', [outcome('gone')], 'High of Pump 1: not there any more.'],
  [
    'shelve',
    [outcome('done'), outcome('done'), outcome('already', 'ann'), outcome('gone', 'bob')],
    '2 alarms shelved. 1 alarm: shelved already by ann. 1 alarm: not there any more, last changed by bob.',
  ],
] as const)('says what came of %s: %#', (act, outcomes, expected) => {
  expect(
    outcomeText(
      act,
      [...outcomes],
      outcomes.map(() => line),
    ),
  ).toBe(expected);
});
