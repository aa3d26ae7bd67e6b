import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Points } from '../points/points.ts';
import { PointsBuffer } from '../points/points-buffer.ts';
import { openForWriting } from './chunk-database.ts';
import { ChunkReader } from './chunk-reader.ts';
import { ChunkWriter } from './chunk-writer.ts';
import { LEVELS } from './rollups.ts';
import { summarise } from './summary.ts';

const KEY = 7;
const CHUNK_POINTS = 16;
const EARLIEST = -(2 ** 52);
const LATEST = 2 ** 52;

let folder = '';
let number = 0;
let db: DatabaseSync;
let writer: ChunkWriter;
let reader: ChunkReader;

const onDamage = ({ text }: { text: string }): void => {
  throw new Error(text);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'telltale-chunk-writer-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(openNew);
afterEach(() => db.close());

function openNew(): void {
  db = openForWriting(join(folder, `${number++}.db`));
  writer = new ChunkWriter(db, onDamage, CHUNK_POINTS);
  reader = new ChunkReader(db, onDamage);
}

/** Stores points at these times; their values are the times, or what is given. */
function write(timesMs: readonly number[], value?: number): void {
  const points: Points = {
    timesMs: Float64Array.from(timesMs),
    values: Float64Array.from(timesMs, (timeMs) => value ?? timeMs),
    qualities: new Uint8Array(timesMs.length).fill(192),
    texts: null,
  };
  writer.transaction(() => writer.write(KEY, points));
}

function stored(fromMs = EARLIEST, toMs = LATEST): Points {
  const buffer = new PointsBuffer(64);
  for (const chunk of reader.listChunks(KEY, fromMs, toMs)) reader.readInto(chunk, buffer);
  return buffer.points();
}

/** Ids of the chunks: one that is written anew has another. */
const chunkIds = (): number[] => reader.listChunks(KEY, EARLIEST, LATEST).map(({ id }) => id);
const chunkCount = (): number => reader.countChunks(KEY, EARLIEST, LATEST);

const steps = (count: number, stepMs: number, fromMs = 0): number[] =>
  Array.from({ length: count }, (_, i) => fromMs + i * stepMs);

describe('points that come late one by one', () => {
  it('into a chunk leave chunks that are half full at least', () => {
    for (let chunk = 0; chunk < 4; chunk++) write(steps(CHUNK_POINTS, 1000, chunk * CHUNK_POINTS * 1000));
    for (let i = 0; i < 200; i++) write([CHUNK_POINTS * 1000 + i * 50 + 25]);
    expect(stored().timesMs).toHaveLength(4 * CHUNK_POINTS + 200);
    expect(chunkCount()).toBeLessThanOrEqual(3 + 2 * Math.ceil((CHUNK_POINTS + 200) / CHUNK_POINTS));
  });

  it.each([
    ['forwards', (i: number) => 1000 + i],
    ['backwards', (i: number) => 1000 - i],
  ])('%s into a gap fill chunks', (_direction, timeOf) => {
    write([0]);
    write(steps(CHUNK_POINTS, 1, 1e6));
    for (let i = 0; i < 200; i++) write([timeOf(i)]);
    expect(stored().timesMs).toHaveLength(1 + CHUNK_POINTS + 200);
    expect(chunkCount()).toBeLessThanOrEqual(2 + 2 * Math.ceil(201 / CHUNK_POINTS));
  });
});

it('keeps the last write of each time in chunks that do not overlap, under rollups that say what they say', () => {
  const run = fc.uniqueArray(fc.nat(400), { minLength: 1, maxLength: 40 }).map((times) => times.sort((a, b) => a - b));
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 40 }), (runs) => {
      db.close();
      openNew();
      const expected = new Map<number, number>();
      for (const [value, times] of runs.entries()) {
        write(times, value);
        for (const timeMs of times) expected.set(timeMs, value);
      }
      const sorted = [...expected].sort(([a], [b]) => a - b);
      const { timesMs, values } = stored();
      expect([...timesMs].map((timeMs, i) => [timeMs, values[i]])).toEqual(sorted);
      expect(writer.points).toBe(expected.size);
      for (let level = 1; level <= LEVELS; level++) {
        let endMs = Number.NEGATIVE_INFINITY;
        for (const rollup of reader.listRollups(KEY, level, EARLIEST, LATEST)) {
          const { startMs } = rollup;
          expect(startMs).toBeGreaterThan(endMs);
          endMs = rollup.endMs;
          expect(rollup.chunks).toBe(reader.listChunks(KEY, startMs, endMs).length);
          expect(rollup.summary).toEqual(summarise(stored(startMs, endMs)));
        }
      }
    }),
    { numRuns: 60 },
  );
});

describe('points that are told again', () => {
  const times = Array.from({ length: 5 * CHUNK_POINTS }, (_, i) => i * 10);

  it('as they are leave every chunk as it was', () => {
    write(times);
    const before = chunkIds();
    write(times);
    write(times.slice(3, 40));
    write(times.slice(-1));
    write([0, 300, 790]);
    expect(chunkIds()).toEqual(before);
    expect(writer.points).toBe(times.length);
  });

  it.each([
    ['with another value', [...times], 1],
    ['with one between them', [0, 10, 15, 20], undefined],
    ['with one before them', [-10, 0, 10], undefined],
    ['with one behind them', [780, 790, 800], undefined],
  ])('%s are written', (_what, again, value) => {
    write(times);
    write(again, value);
    const values = new Map(times.map((timeMs) => [timeMs, timeMs]));
    for (const timeMs of again) values.set(timeMs, value ?? timeMs);
    const wanted = [...values].sort(([a], [b]) => a - b);
    const { timesMs, values: found } = stored();
    expect([...timesMs].map((timeMs, i) => [timeMs, found[i]])).toEqual(wanted);
  });
});
