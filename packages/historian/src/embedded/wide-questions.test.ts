import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Historian, PointBatch, seriesKey } from '../port.ts';
import { ReferenceHistorian } from '../testing/reference-historian.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';

const KEYS = Array.from({ length: 5 }, (_, item) => seriesKey(1, 200 + item));
const POINTS = 9000;
const REFERENCE = new ReferenceHistorian();

let folder = '';
let historian: Historian;

/** Each series at times of its own; the last one sends a text now and then. */
async function fill(into: Historian): Promise<void> {
  for (let from = 0; from < POINTS; from += 900) {
    const batch = new PointBatch();
    for (let n = from; n < from + 900; n++) {
      for (const [series, key] of KEYS.entries()) {
        const timeMs = n * 1000 + series * 7;
        const value = Math.round(Math.sin(n / 90 + series) * 1000 + ((n * 7919) % 13)) / 10;
        batch.add(key, timeMs, series === 4 && n % 50 === 0 ? `at ${n}` : value, 192);
      }
    }
    await into.append(batch);
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-wide-'));
  const filling = await openEmbeddedHistorian({ folder, chunkPoints: 128 });
  await Promise.all([fill(filling), fill(REFERENCE)]);
  await filling.close();
  historian = await openEmbeddedHistorian({ folder, chunkPoints: 128 });
});
afterAll(async () => {
  await historian.close();
  rmSync(folder, { recursive: true, force: true });
});

const question = { fromMs: 1_500, toMs: (POINTS - 3) * 1000, threshold: 40 };

it.each([
  ['all of them', KEYS],
  ['in another order', [...KEYS].reverse()],
  ['one of them twice', [KEYS[1] as number, KEYS[4] as number, KEYS[1] as number]],
  ['with one that is not there', [...KEYS, seriesKey(9, 9)]],
])('answers a wide question that several threads share as one would: %s', async (_, keys) => {
  expect(await historian.readColumns({ keys, ...question })).toEqual(
    await REFERENCE.readColumns({ keys, ...question }),
  );
});

it('answers with what came while nothing of it is in a chunk yet', async () => {
  const batch = new PointBatch();
  for (const key of KEYS) batch.add(key, 5_000_000, 9999, 192);
  await Promise.all([historian.append(batch), REFERENCE.append(batch)]);
  const query = { keys: KEYS, ...question };
  expect(await historian.readColumns(query)).toEqual(await REFERENCE.readColumns(query));
});

it('lets go of a wide question that nobody waits for', async () => {
  const abandoned = new AbortController();
  const reading = historian.readColumns({ keys: KEYS, ...question, signal: abandoned.signal });
  abandoned.abort();
  await expect(reading).rejects.toThrow('aborted');
});
