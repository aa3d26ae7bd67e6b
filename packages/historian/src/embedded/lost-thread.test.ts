import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Historian, PointBatch } from '../port.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';

const KEY = 7;
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
/** Small chunks and log files, so that every append has the writing thread at work. */
const BUSY = { chunkPoints: 128, logFileBytes: 4000, logFilesKept: 1 };

let folder = '';
/** Threads as Node starts them, the newest last. */
const threads: Worker[] = [];
const note = (thread: Worker) => void threads.push(thread);
const open: Historian[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-lost-thread-'));
  process.on('worker', note);
});
beforeEach(() => {
  threads.length = 0;
});
afterEach(() => Promise.all(open.splice(0).map((historian) => historian.close())));
afterAll(() => {
  process.off('worker', note);
  rmSync(folder, { recursive: true, force: true });
});

async function openIn(name: string, told: string[] = []): Promise<Historian> {
  const historian = await openEmbeddedHistorian({
    folder: join(folder, name),
    onFault: (text) => told.push(text),
    ...BUSY,
  });
  open.push(historian);
  return historian;
}

function aBatch(from: number, to: number): PointBatch {
  const batch = new PointBatch();
  for (let i = from; i < to; i++) batch.add(KEY, i * 1000, ((i * 7919) % 10_007) / 100, 192);
  return batch;
}

it('goes on with another writing thread when one ends, says so, and loses nothing', async () => {
  const told: string[] = [];
  const historian = await openIn('writer', told);
  const edited: number[] = [];
  for (let round = 0; round < 4; round++) {
    for (let n = 0; n < 5; n++) {
      const from = round * 1000 + n * 200;
      await historian.append(aBatch(from, from + 200));
    }
    // Ends while it has work: points to write, and an edit that somebody waits for.
    const edit = historian.editRange(KEY, round * 1_000_000, round * 1_000_000 + 9000, -1);
    void threads.at(-1)?.terminate();
    edited.push(await edit);
  }
  expect(edited).toEqual([10, 10, 10, 10]);
  expect(threads.length).toBeGreaterThan(4);
  await expect.poll(() => historian.stats()).toMatchObject({ points: 4000, faults: [], lostThreads: 4 });
  expect(told).toHaveLength(4);
  expect(told.join()).toContain('another takes its place');
  await historian.close();
  const again = await openIn('writer');
  const { timesMs, values } = await again.readSeries(KEY, ...ALL);
  expect(timesMs).toHaveLength(4000);
  for (const [i, value] of values.entries()) expect(value).toBe(i % 1000 < 10 ? -1 : ((i * 7919) % 10_007) / 100);
});

it('keeps taking in points, and says what is wrong, while one thread after another ends', async () => {
  const historian = await openIn('again and again');
  const endAtOnce = (thread: Worker) => void thread.terminate();
  process.on('worker', endAtOnce);
  try {
    endAtOnce(threads.at(-1) as Worker);
    await historian.append(aBatch(0, 1000));
    await expect.poll(() => historian.stats().faults.join(), { timeout: 20_000 }).toContain('thread');
    await historian.append(aBatch(1000, 1100));
    expect((await historian.readSeries(KEY, 1_000_000, 2e6)).timesMs).toHaveLength(100);
    await expect(historian.editRange(KEY, 0, 9000, -1)).rejects.toMatchObject({ name: 'HistoryUnavailableError' });
  } finally {
    process.off('worker', endAtOnce);
  }
  await expect.poll(() => historian.stats().faults, { timeout: 20_000 }).toEqual([]);
  expect(await historian.editRange(KEY, 0, 9000, -1)).toBe(10);
  expect((await historian.readSeries(KEY, ...ALL)).timesMs).toHaveLength(1100);
});
