import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PointBatch } from '../../port.ts';
import { openEmbeddedHistorian } from '../embedded-historian.ts';
import { SpareThreads } from './spare-threads.ts';

const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

let folder = '';
/** Threads as Node starts them, the newest last. */
let started: Worker[] = [];
const note = (thread: Worker) => void started.push(thread);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-spare-threads-'));
  started = [];
  process.on('worker', note);
});
afterEach(() => {
  process.off('worker', note);
  rmSync(folder, { recursive: true, force: true });
});

function aBatch(key: number, points: number): PointBatch {
  const batch = new PointBatch();
  for (let i = 0; i < points; i++) batch.add(key, i * 1000, key, 192);
  return batch;
}

it('writes one store after another, each with its own points, by one thread', async () => {
  const spareThreads = new SpareThreads();
  const open = (name: string, chunkPoints: number) =>
    openEmbeddedHistorian({ folder: join(folder, name), chunkPoints, spareThreads });
  for (const [name, key] of [
    ['first', 1],
    ['second', 2],
    ['first', 3],
  ] as const) {
    const historian = await open(name, 100 * key);
    await historian.append(aBatch(key, 1000));
    expect(await historian.editRange(key, 0, 9000, -key)).toBe(10);
    await historian.close();
    await expect(historian.dropBefore(0)).rejects.toThrow('closed');
  }
  expect(started).toHaveLength(1);
  const first = await open('first', 128);
  const second = await openEmbeddedHistorian({ folder: join(folder, 'second') });
  expect(first.stats()).toMatchObject({ points: 2000, faults: [], damage: [], lostThreads: 0 });
  expect(second.stats()).toMatchObject({ points: 1000, faults: [], damage: [], lostThreads: 0 });
  for (const [historian, key] of [[first, 1] as const, [second, 2] as const, [first, 3] as const]) {
    const { values } = await historian.readSeries(key, ...ALL);
    expect([...values]).toEqual(Array.from({ length: 1000 }, (_, i) => (i < 10 ? -key : key)));
  }
  await first.close();
  await second.close();
});

it('has each of several open stores write by a thread of its own', async () => {
  const spareThreads = new SpareThreads();
  for (const round of ['once', 'again']) {
    const stores = await Promise.all(
      [1, 2, 3, 4].map((n) => openEmbeddedHistorian({ folder: join(folder, `${round} ${n}`), spareThreads })),
    );
    await Promise.all(stores.map((store, n) => store.append(aBatch(n, 10))));
    expect(stores.map((store) => store.stats().points)).toEqual([10, 10, 10, 10]);
    await Promise.all(stores.map((store) => store.close()));
  }
  // Three were kept of the four.
  expect(started).toHaveLength(5);
});

it('takes no thread that has ended meanwhile, and tells the next store of one that ends under it', async () => {
  const spareThreads = new SpareThreads();
  const told: string[] = [];
  const open = (name: string) =>
    openEmbeddedHistorian({
      folder: join(folder, name),
      spareThreads,
      onFault: (text) => told.push(`${name}: ${text}`),
    });
  await (await open('a')).close();
  await started.at(-1)?.terminate();
  const b = await open('b');
  expect(started).toHaveLength(2);
  await b.close();
  const c = await open('c');
  expect(started).toHaveLength(2);
  await started.at(-1)?.terminate();
  await c.append(aBatch(7, 10));
  expect(await c.editRange(7, 0, 9000, 1)).toBe(10);
  await expect.poll(() => c.stats().lostThreads).toBe(1);
  expect(told.filter((line) => line.startsWith('b') || line.startsWith('c'))).toEqual([
    expect.stringMatching(/^c: .*another takes its place/),
  ]);
  await c.close();
});
