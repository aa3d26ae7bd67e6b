import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Historian, PointBatch, seriesKey } from '../port.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';

/** Days that pass, an hour of work each in a few milliseconds; TELLTALE_HISTORY_DAYS=2000 runs for some minutes. */
const DAYS = Number(process.env.TELLTALE_HISTORY_DAYS ?? 45);
const KEPT_DAYS = 7;
const DAY_MS = 86_400_000;
const POINTS_PER_DAY = 720;
const KEYS = Array.from({ length: 8 }, (_, item) => seriesKey(1, 200 + item));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-long-run-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What a leak would make more of: open files, and timers, sockets and requests that wait. */
function held(): { files: number; resources: number } {
  const files = readdirSync('/proc/self/fd').length;
  return { files, resources: process.getActiveResourcesInfo().length };
}

const valueAt = (series: number, timeMs: number) => ((timeMs / 1000 + series * 17) % 1009) / 4;

/** A day of points, a third of which come a day late; a correction, charts, a state, and retention. */
async function liveThrough(historian: Historian, day: number): Promise<void> {
  const stepMs = DAY_MS / POINTS_PER_DAY;
  for (let part = 0; part < 6; part++) {
    const batch = new PointBatch();
    for (let n = (part * POINTS_PER_DAY) / 6; n < ((part + 1) * POINTS_PER_DAY) / 6; n++) {
      for (const [series, key] of KEYS.entries()) {
        const timeMs = (day - (n % 3 === 0 && day > 0 ? 1 : 0)) * DAY_MS + n * stepMs + (n % 3);
        batch.add(key, timeMs, valueAt(series, timeMs), 192);
      }
    }
    await historian.append(batch);
  }
  const fromMs = Math.max(0, day - KEPT_DAYS) * DAY_MS;
  await historian.readColumns({ keys: KEYS, fromMs, toMs: (day + 1) * DAY_MS, threshold: 300 });
  await historian.stateAt(KEYS, day * DAY_MS);
  const abandoned = new AbortController();
  const reading = historian.readColumns({
    keys: KEYS,
    fromMs,
    toMs: (day + 1) * DAY_MS,
    threshold: -1,
    signal: abandoned.signal,
  });
  abandoned.abort();
  await reading.catch(() => undefined);
  await historian.dropBefore((day + 1 - KEPT_DAYS) * DAY_MS);
}

it.skipIf(process.platform !== 'linux')(
  `${DAYS} days of ingest, late data, charts and retention leave files, timers and disk flat, and exactly the expired data gone (R33)`,
  async () => {
    const historian = await openEmbeddedHistorian({ folder, logFileBytes: 200_000, logFilesKept: 1 });
    const samples: { files: number; resources: number; bytes: number }[] = [];
    for (let day = 0; day < DAYS; day++) {
      await liveThrough(historian, day);
      samples.push({ ...held(), bytes: historian.stats().bytesOnDisk });
    }
    const settled = samples.slice(Math.floor(DAYS / 3));
    const highest = (part: typeof samples, of: 'files' | 'resources' | 'bytes') =>
      Math.max(...part.map((one) => one[of]));
    const half = Math.floor(settled.length / 2);
    for (const [what, tolerance] of [
      ['files', 2],
      ['resources', 2],
      ['bytes', 400_000],
    ] as const) {
      const [earlier, later] = [highest(settled.slice(0, half), what), highest(settled.slice(half), what)];
      expect(later, `${what} in the second half, ${earlier} in the first`).toBeLessThanOrEqual(earlier + tolerance);
    }

    const oldestMs = (DAYS - KEPT_DAYS) * DAY_MS;
    for (const [series, key] of KEYS.entries()) {
      const { timesMs, values } = await historian.readSeries(key, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
      expect(timesMs[0]).toBeGreaterThanOrEqual(oldestMs);
      // Every third point of the last day has not come yet.
      expect(timesMs).toHaveLength(KEPT_DAYS * POINTS_PER_DAY - POINTS_PER_DAY / 3);
      expect(values.every((value, i) => value === valueAt(series, timesMs[i] as number))).toBe(true);
    }
    expect(historian.stats().faults).toEqual([]);
    await historian.close();
  },
  600_000,
);
