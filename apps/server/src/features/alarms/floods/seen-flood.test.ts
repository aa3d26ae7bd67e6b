import { floodsOf } from '@telltale/domain/alarms/flood/flood.ts';
import { Succession } from '@telltale/domain/alarms/flood/succession.ts';
import { expect, it } from 'vitest';
import { floodAt, MOST_LINKED, SeenFlood } from './seen-flood.ts';
import { NO_PLACES } from './slot-places.ts';

const open = (assetId: number, raisedMs: number) => ({ assetId, alarmDefinitionId: assetId, raisedMs });
const floodOf = (openings: ReturnType<typeof open>[]) => {
  const [flood] = floodsOf(openings.map(({ raisedMs }) => raisedMs));
  if (!flood) throw new Error('There is no flood.');
  return new SeenFlood(flood, openings, { places: NO_PLACES, succession: new Succession() });
};

it('of a great flood the first alarms are told with what they follow, and none is lost', () => {
  const openings = Array.from({ length: MOST_LINKED + 100 }, (_, i) => open(i, i));
  const flood = floodOf(openings);
  expect(flood.openings).toHaveLength(MOST_LINKED + 100);
  expect(flood.members()).toHaveLength(MOST_LINKED);
  expect(flood.orderOf(open(7, 7))).toBe(7);
  expect(flood.orderOf(open(MOST_LINKED, MOST_LINKED))).toBeUndefined();
  expect(flood.firstOut()).toEqual(open(0, 0));
});

it('is found by any moment of it', () => {
  const floods = [0, 3_600_000, 7_200_000].map((fromMs) =>
    floodOf(Array.from({ length: 10 }, (_, i) => open(i, fromMs + i * 10))),
  );
  expect([0, 90, 91, 3_600_050, 7_200_090, 7_200_091].map((ms) => floodAt(floods, ms)?.id)).toEqual([
    0,
    0,
    undefined,
    3_600_000,
    7_200_000,
    undefined,
  ]);
});
