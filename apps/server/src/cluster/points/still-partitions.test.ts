import { beforeEach, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { STILL_FROM_MS, StillPartitions } from './still-partitions.ts';

let nowMs: number;
let stored: Map<number, number>;
let last: Map<number, number>;
let watch: StillPartitions;

beforeEach(() => {
  nowMs = 1_000_000;
  stored = new Map([
    [1, 10],
    [2, 20],
  ]);
  last = new Map([
    [1, 10],
    [2, 20],
  ]);
  watch = new StillPartitions({
    progress: () => [...stored].map(([partition, storedUntil]) => ({ partition, storedUntil })),
    newest: async (partition) => {
      const found = last.get(partition);
      if (found === undefined) throw new Error('no majority');
      return found;
    },
    log: createLog('silent'),
    now: () => nowMs,
  });
});

async function lookAfter(ms: number): Promise<number | undefined> {
  nowMs += ms;
  await watch.look();
  return watch.sinceMs;
}

it('says since when something stands in a stream of which nothing is stored', async () => {
  expect(await lookAfter(0)).toBeUndefined();
  last.set(2, 25);
  const sinceMs = nowMs + 1_000;
  expect(await lookAfter(1_000)).toBeUndefined();
  expect(await lookAfter(STILL_FROM_MS - 1)).toBeUndefined();
  expect(await lookAfter(1)).toBe(sinceMs);
  expect(await lookAfter(60_000)).toBe(sinceMs);
  stored.set(2, 22);
  expect(await lookAfter(1_000)).toBeUndefined();
});

it("says nothing of a partition that comes on, however far behind it is, nor of one that is another node's", async () => {
  for (let n = 0; n < 10; n++) {
    last.set(1, 1_000_000 + n);
    stored.set(1, 11 + n);
    expect(await lookAfter(STILL_FROM_MS)).toBeUndefined();
  }
  last.set(1, stored.get(1) ?? 0);
  last.set(2, 30);
  await lookAfter(0);
  expect(await lookAfter(STILL_FROM_MS)).toBe(nowMs - STILL_FROM_MS);
  stored.delete(2);
  expect(await lookAfter(0)).toBeUndefined();
});

it('keeps what it knows where the stream cannot be asked', async () => {
  last.set(2, 25);
  const sinceMs = nowMs;
  await lookAfter(0);
  await lookAfter(STILL_FROM_MS);
  last = new Map();
  expect(await lookAfter(STILL_FROM_MS)).toBe(sinceMs);
});
