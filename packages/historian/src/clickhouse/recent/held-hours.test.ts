import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Points } from '../../embedded/points/points.ts';
import type { PointValue } from '../../port.ts';
import { aBatch } from '../../testing/contract-batch.ts';
import { ReferenceHistorian } from '../../testing/reference-historian.ts';
import { columnsOf } from '../testing/server-of-states.ts';
import { chartOf, packHour, pointsIn } from './held-hours.ts';

const HOUR_MS = 1000;
const KEY = 7;

function pointsOf(stored: readonly [timeMs: number, value: PointValue][]): Points {
  const sorted = [...new Map(stored)].sort(([a], [b]) => a - b);
  const texts = sorted.map(([, value]) => (typeof value === 'string' ? value : null));
  return {
    timesMs: Float64Array.from(sorted, ([timeMs]) => timeMs),
    values: Float64Array.from(sorted, ([, value]) => (typeof value === 'number' ? value : 0)),
    qualities: new Uint8Array(sorted.length).fill(192),
    texts: texts.some((text) => text !== null) ? texts : null,
  };
}

function chartOfAll(points: Points, fromMs: number, toMs: number, threshold: number) {
  const [first, last] = [Math.floor(fromMs / HOUR_MS), Math.floor(toMs / HOUR_MS)];
  const hours = Array.from({ length: last - first + 1 }, (_, i) => packHour(points, first + i, HOUR_MS));
  return columnsOf([KEY], new Map([[KEY, chartOf(hours, fromMs, toMs, threshold)]]));
}

describe('a chart of packed hours', () => {
  it('is what the reference makes of the same points', async () => {
    const value = fc.oneof(
      { weight: 5, arbitrary: fc.integer({ min: -9, max: 9 }) },
      { weight: 1, arbitrary: fc.constantFrom(Number.NaN, -0, Number.POSITIVE_INFINITY, '', 'on', 'off') },
    );
    const timeMs = fc.integer({ min: -4 * HOUR_MS, max: 4 * HOUR_MS });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(timeMs, value), { maxLength: 120 }),
        timeMs,
        fc.nat(5 * HOUR_MS),
        fc.integer({ min: 1, max: 60 }),
        async (stored, fromMs, lengthMs, threshold) => {
          const reference = new ReferenceHistorian();
          await reference.append(aBatch(KEY, stored));
          const toMs = fromMs + lengthMs;
          expect(chartOfAll(pointsOf(stored), fromMs, toMs, threshold)).toEqual(
            await reference.readColumns({ keys: [KEY], fromMs, toMs, threshold }),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it('may be of more points an hour than one piece holds', async () => {
    const stored = Array.from({ length: 140_000 }, (_, i): [number, number] => [i - 500, Math.sin(i / 900)]);
    const hour = packHour(pointsOf(stored), 0, 200_000);
    expect([hour.length, pointsIn(hour)]).toEqual([3, 139_500]);
    const reference = new ReferenceHistorian();
    await reference.append(aBatch(KEY, stored));
    const range = { fromMs: 60_000, toMs: 139_000 };
    expect(columnsOf([KEY], new Map([[KEY, chartOf([hour], range.fromMs, range.toMs, 300)]]))).toEqual(
      await reference.readColumns({ keys: [KEY], ...range, threshold: 300 }),
    );
  });
});
