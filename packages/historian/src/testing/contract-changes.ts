import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Historian, TooManyPointsError } from '../port.ts';
import { aBatch } from './contract-batch.ts';
import type { HistorianUnderTest } from './contract-suite.ts';

const KEY = 7;
const OTHER = 2 ** 24 * 5000 + 148;

/** What every engine behind the port must do for whoever looks for the next and the previous change of a value. */
export function describeChanges(make: () => HistorianUnderTest): void {
  let underTest: HistorianUnderTest;
  let historian: Historian;

  beforeEach(async () => {
    underTest = make();
    historian = await underTest.open();
  });
  afterEach(() => underTest.cleanUp());

  it('are the ends of runs of one value, whatever was repeated in between', async () => {
    await historian.append(
      aBatch(KEY, [
        [10, 1],
        [20, 1, 64],
        [30, 2],
        [40, 'on'],
        [50, 'on'],
        [60, Number.NaN],
        [70, Number.NaN],
        [80, 0],
        [90, -0],
      ]),
    );
    const changes = [10, 30, 40, 60, 80];
    for (let at = 0; at <= 100; at += 5) {
      const next = await historian.nextChange(KEY, at);
      const previous = await historian.previousChange(KEY, at);
      expect(next?.timeMs).toBe(changes.find((timeMs) => timeMs > at));
      expect(previous?.timeMs).toBe(changes.findLast((timeMs) => timeMs < at));
    }
    expect(await historian.nextChange(KEY, 35)).toEqual({ key: KEY, timeMs: 40, value: 'on', quality: 192 });
    expect(await historian.nextChange(OTHER, 0)).toBeNull();
    expect(await historian.previousChange(OTHER, 0)).toBeNull();
  });

  it('are listed for a range, after the value in force at its beginning', async () => {
    const points: [number, number | string][] = [
      [10, 1],
      [20, 1],
      [30, 2],
      [40, 'on'],
      [50, 'on'],
      [60, 2],
    ];
    await historian.append(aBatch(KEY, points));
    const list = async (fromMs: number, toMs: number) =>
      (await historian.listChanges({ key: KEY, fromMs, toMs, most: 9 })).map(({ timeMs, value }) => [timeMs, value]);
    expect(await list(0, 5)).toEqual([]);
    expect(await list(0, 100)).toEqual([
      [10, 1],
      [30, 2],
      [40, 'on'],
      [60, 2],
    ]);
    expect(await list(25, 40)).toEqual([
      [20, 1],
      [30, 2],
      [40, 'on'],
    ]);
    expect(await list(30, 30)).toEqual([[30, 2]]);
    expect(await list(90, 95)).toEqual([[60, 2]]);
    const tooMany = historian.listChanges({ key: KEY, fromMs: 0, toMs: 100, most: 3 });
    await expect(tooMany).rejects.toThrow(TooManyPointsError);
  });

  it('are found over a long time in which nothing changed, and stop when nobody waits', async () => {
    for (let from = 0; from < 60_000; from += 5000) {
      const points = Array.from({ length: 5000 }, (_, i): [number, number] => [
        (from + i) * 1000,
        from + i < 100 || from + i >= 55_000 ? 1 : 2,
      ]);
      await historian.append(aBatch(KEY, points));
    }
    expect(await historian.nextChange(KEY, 100_000)).toMatchObject({ timeMs: 55_000_000, value: 1 });
    expect(await historian.previousChange(KEY, 55_000_000)).toMatchObject({ timeMs: 100_000, value: 2 });
    expect(await historian.previousChange(KEY, 100_000)).toMatchObject({ timeMs: 0, value: 1 });
    const listed = await historian.listChanges({ key: KEY, fromMs: -5, toMs: 1e9, most: 9 });
    expect(listed.map(({ timeMs, value }) => [timeMs, value])).toEqual([
      [0, 1],
      [100_000, 2],
      [55_000_000, 1],
    ]);
    const signal = AbortSignal.abort();
    await expect(historian.nextChange(KEY, 100_000, signal)).rejects.toThrow(
      expect.objectContaining({ name: 'AbortError' }),
    );
  });
}
