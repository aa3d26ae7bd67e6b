import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId, DataItemId } from '@telltale/contract';
import { openEmbeddedHistorian } from '@telltale/historian';
import { describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { HistoryService } from './history-service.ts';
import { ReadTurns } from './read-turns.ts';

const LARGE = 300_000;
const patient = () => new AbortController().signal;

/** Whether a promise is settled by now; everything that can go on has done so. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const note = () => {
    settled = true;
  };
  promise.then(note, note);
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

describe('the turns of large reads', () => {
  it('let small reads pass at any time', async () => {
    const turns = new ReadTurns(1);
    await turns.begin(patient()).read(LARGE);
    const small = turns.begin(patient());
    await small.read(100_000);
    await small.read(150_000);
    expect(await isSettled(small.read(1))).toBe(false);
  });

  it('come in order, as others end', async () => {
    const turns = new ReadTurns(2);
    const [first, second, third, fourth] = Array.from({ length: 4 }, () => turns.begin(patient()));
    if (!first || !second || !third || !fourth) throw new Error('four reads');
    await first.read(LARGE);
    await second.read(LARGE);
    const [thirdReads, fourthReads] = [third.read(LARGE), fourth.read(LARGE)];
    expect([await isSettled(thirdReads), await isSettled(fourthReads)]).toEqual([false, false]);
    second[Symbol.dispose]();
    expect([await isSettled(thirdReads), await isSettled(fourthReads)]).toEqual([true, false]);
    first[Symbol.dispose]();
    await fourthReads;
    // Ended twice is ended once: there are two turns still, and both are taken.
    second[Symbol.dispose]();
    expect(await isSettled(turns.begin(patient()).read(LARGE))).toBe(false);
  });

  it('are given up by whoever leaves while waiting', async () => {
    const turns = new ReadTurns(1);
    const first = turns.begin(patient());
    await first.read(LARGE);
    const leaving = new AbortController();
    const left = turns.begin(leaving.signal).read(LARGE);
    const next = turns.begin(patient()).read(LARGE);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    expect(await isSettled(next)).toBe(false);
    first[Symbol.dispose]();
    await next;
  });

  it('are none for whoever has left already', async () => {
    const turns = new ReadTurns(1);
    await expect(turns.begin(AbortSignal.abort(new Error('gone'))).read(LARGE)).rejects.toThrow('gone');
    await turns.begin(patient()).read(LARGE);
  });
});

describe('charts and aggregates of very many series', () => {
  it('take turns as every point does, and small ones do not', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-turns-'));
    const historian = await openEmbeddedHistorian({ folder });
    try {
      const service = new HistoryService(historian, { entry: async () => undefined });
      const turns = new ReadTurns(1);
      const range = (series: number) => ({
        series: Array.from({ length: series }, (_, i) => ({ assetId: 1 as AssetId, dataItemId: i as DataItemId })),
        fromMs: 0,
        toMs: 3_600_000,
        signal: patient(),
        turn: turns.begin(patient()),
      });
      const other = turns.begin(patient());
      await other.read(LARGE);
      expect(await service.read(systemCaller, { ...range(20), threshold: 1500 })).toHaveLength(1);
      const waiting = [
        service.read(systemCaller, { ...range(100), threshold: 1500 }),
        service.aggregate(systemCaller, { ...range(100), functions: ['min'], bucket: { bucketMs: 1000 }, maxGapMs: 1 }),
      ];
      for (const read of waiting) expect(await isSettled(read)).toBe(false);
      other[Symbol.dispose]();
      expect(await waiting[0]).toHaveLength(1);
      expect(await isSettled(waiting[1] as Promise<unknown>)).toBe(false);
    } finally {
      await historian.close();
      await rm(folder, { recursive: true });
    }
  });
});
