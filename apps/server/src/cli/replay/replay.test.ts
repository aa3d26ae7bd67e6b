import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCsvTable } from '../../ingest/csv/csv-table.ts';
import { zoneOf } from '../../ingest/csv/csv-time.ts';
import { type ReplayOptions, replay, type Sample } from './replay.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-replay-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const START_MS = Date.UTC(2020, 0, 1);
const NOW_MS = 1_000_000;

/** Plays rows given as seconds since the start, on a clock that jumps to what is waited for. */
async function play(
  seconds: readonly number[],
  options: Partial<ReplayOptions> = {},
  messages = Number.POSITIVE_INFINITY,
) {
  const rows = seconds.map((second, index) => `${START_MS + second * 1000},${index},${index === 1 ? '' : 'on'}`);
  const path = join(folder, 'a.csv');
  await writeFile(path, `time,n,mode\n${rows.join('\n')}\n`);
  const table = await openCsvTable(path, { delimiter: 'auto', decimal: 'auto', zone: zoneOf('UTC') });
  let nowMs = NOW_MS;
  const stop = new AbortController();
  const sent: { atMs: number; samples: readonly Sample[] }[] = [];
  const count = await replay({
    table,
    labels: ['n', 'mode'],
    speed: 1,
    loop: false,
    keepTimes: false,
    async send(samples) {
      sent.push({ atMs: nowMs - NOW_MS, samples });
      if (sent.length >= messages) stop.abort();
    },
    nowMs: () => nowMs,
    async waitUntil(timeMs) {
      nowMs = timeMs;
    },
    signal: stop.signal,
    ...options,
  });
  const samples = sent.flatMap((message) => message.samples);
  return {
    count,
    sentAt: sent.map((message) => message.atMs),
    times: samples.map((sample) => sample.ts - NOW_MS),
    samples,
  };
}

describe('a replay', () => {
  it('sends each row at the pace of its time, with the present time', async () => {
    const { count, sentAt, times, samples } = await play([0, 1, 3]);
    expect({ count, sentAt, times }).toEqual({ count: 3, sentAt: [0, 1_000, 3_000], times: [0, 1_000, 3_000] });
    expect(samples.map((sample) => sample.values)).toEqual([{ n: 0, mode: 'on' }, { n: 1 }, { n: 2, mode: 'on' }]);
  });

  it('is faster by its speed, and sends together what is due together', async () => {
    expect((await play([0, 1, 3], { speed: 10 })).times).toEqual([0, 100, 300]);
    const fast = await play([0, 1, 2, 200, 201], { speed: 100 });
    expect(fast.sentAt).toEqual([0, 2_000]);
    expect(fast.times).toEqual([0, 10, 20, 2_000, 2_010]);
  });

  it('sends the recorded times when told', async () => {
    const { samples, sentAt } = await play([0, 5], { keepTimes: true });
    expect(samples.map((sample) => sample.ts)).toEqual([START_MS, START_MS + 5_000]);
    expect(sentAt).toEqual([0, 5_000]);
  });

  it('begins again one second after its end, in a loop, until it is stopped', async () => {
    const { times, count } = await play([0, 1], { loop: true }, 5);
    expect(times).toEqual([0, 1_000, 2_000, 3_000, 4_000]);
    expect(count).toBe(5);
  });

  it('sends rows that go back in time at once', async () => {
    expect((await play([0, 10, 5, 11])).sentAt).toEqual([0, 10_000, 11_000]);
  });
});
