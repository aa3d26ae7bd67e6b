import { describe, expect, test } from 'vitest';
import { filledPlaces, visibleMembers } from './filled-places.ts';
import { resolveSlots } from './resolve-slots.ts';

const pump = { slotId: 1, assetId: 70 };
const empty = { slotId: 2, assetId: null };
const station = { slotId: 3, assetId: null, system: { currentSlotAssignments: [{ slotId: 1, assetId: 80 }] } };
const slots = [pump, empty, station];

describe('a selection in a system', () => {
  test.each<[string, number[], number | null, { assetId: number; dataItemId: number } | undefined]>([
    ['means the asset in its slot', [1], 5, { assetId: 70, dataItemId: 5 }],
    ['walks through a system in a slot', [3, 1], 5, { assetId: 80, dataItemId: 5 }],
    ['leads nowhere through an empty slot', [2], 5, undefined],
    ['leads nowhere through a slot that is not there', [9], 5, undefined],
    ['leads nowhere through an asset', [1, 1], 5, undefined],
    ['leads nowhere at a system', [3], 5, undefined],
    ['means nothing without slots', [], 5, undefined],
    ['means nothing until a data item is chosen', [1], null, undefined],
  ])('%s', (_name, slotPath, dataItem, expected) => {
    expect(resolveSlots({ slotPath, dataItem }, slots)).toEqual(expected);
  });
});

test('the assets of a system are found with the slots that lead to them, nearer ones first', () => {
  expect(filledPlaces([station, pump, empty])).toMatchObject([
    { assetId: 70, slotPath: [1] },
    { assetId: 80, slotPath: [3, 1] },
  ]);
});

test('the assets of a system whose records its tiles gather are those that the user sees, each once', () => {
  const named = { ...pump, assetAlias: 'Pump 70' };
  const again = { slotId: 4, assetId: 70, assetAlias: 'Pump 70' };
  const unnamed = { slotId: 5, assetId: 71, assetAlias: '' };
  expect(visibleMembers([named, empty, station, again, unnamed])).toEqual([
    { assetId: 70, name: 'Pump 70' },
    { assetId: 71, name: 'Asset 71' },
  ]);
});
