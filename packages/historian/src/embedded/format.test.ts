import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Historian, PointBatch, type PointValue } from '../port.ts';
import { openEmbeddedHistorian } from './embedded-historian.ts';
import type { Series } from './testing/format-blob.ts';
import { FolderReader } from './testing/format-reader.ts';

const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;
const COUNT = 12_000;
const LATE = 500;

/** The same on every run. */
const noise = (i: number, seed = 1): number =>
  ((Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b)) >>> 0) / 2 ** 32;

/** One series for each thing that the format can say about values. */
const SHAPES: ((i: number) => PointValue)[] = [
  (i) => Math.round(2000 + 500 * Math.sin(i / 900) + noise(i) * 20) / 100,
  (i) => i * 1000,
  () => 230,
  (i) => noise(i) * 10 ** Math.floor(noise(i, 2) * 40 - 20),
  (i) => Math.fround(50 + Math.sin(i / 60) + noise(i)),
  (i) => (i % 97 === 0 ? 4000 : Math.floor(i / 700) % 2),
  (i) => [1.5, 22.25, 333.125, -4][Math.floor(noise(Math.floor(i / 3)) * 4)] ?? 0,
  (i) =>
    (i % 50 === 0 ? [Number.NaN, Number.POSITIVE_INFINITY, -0, 5e-324][(i / 50) % 4] : Math.floor(noise(i) * 99)) ?? 0,
  (i) => (i % 3 === 0 ? i : `state ${i % 7}`),
  (i) => `lone \ud800 ${i % 5} and a longer text that is worth compressing ${Math.floor(i / 1000)}`,
  (i) => 2 ** 49 - Math.floor(noise(i) * 2 ** 45),
  (i) => -Math.round(noise(i) * 1e6) / 1e6 + (i % 211 === 0 ? 1e5 : 0),
];
const KEYS = SHAPES.map((_, shape) => 2 ** 24 * 3 + 200 + shape);
/** The last two come unevenly: one in steps of odd length, one with gaps of centuries. */
const timeOf = (shape: number, i: number): number =>
  shape === 11 ? i * 1000 + Math.floor(noise(i, 3) * 900) : shape === 10 && i >= 6000 ? i * 2 ** 33 : i * 1000;
const qualityOf = (i: number): number => (i % 1500 < 20 ? 64 : 192);

let root = '';
let historian: Historian;
let reader: FolderReader;

async function write(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += 250) {
    const batch = new PointBatch();
    for (let i = start; i < start + 250; i++) {
      for (const [shape, key] of KEYS.entries()) {
        batch.add(key, timeOf(shape, i), SHAPES[shape]?.(i) ?? 0, qualityOf(i));
      }
    }
    await historian.append(batch);
  }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'telltale-format-'));
  const folder = join(root, 'history');
  historian = await openEmbeddedHistorian({ folder });
  await write(0, COUNT - 2000);
  await historian.close();
  // What follows is in the log when the folder is copied; some of it is in chunks as well.
  historian = await openEmbeddedHistorian({ folder });
  await write(COUNT - 2000, COUNT);
  const late = new PointBatch();
  for (let i = 0; i < LATE; i++) late.add(KEYS[0] ?? 0, i * 7000 + 3, i / 8, 192);
  await historian.append(late);
  await historian.editRange(KEYS[1] ?? 0, 9_000_000, 9_500_000, 'edited');
  await historian.deleteRange(KEYS[2] ?? 0, 1_000_000, 2_000_000);
  await historian.dropBefore(500_000, KEYS.slice(3, 5));
  await historian.dropBefore(100_000);
  const backup = join(root, 'backup');
  await historian.backup(backup);
  cpSync(backup, join(root, 'copy'), { recursive: true });
  reader = new FolderReader(join(root, 'copy'));
}, 120_000);
afterAll(async () => {
  await historian.close();
  rmSync(root, { recursive: true, force: true });
});

async function told(key: number): Promise<Series> {
  const { timesMs, values, qualities } = await historian.readSeries(key, ...ALL);
  return new Map(Array.from(timesMs, (time, i) => [time, [values[i] as PointValue, qualities[i] as number]]));
}

const inOrder = (points: Series): Series => new Map([...points].sort(([a], [b]) => a - b));

describe('a reader made from docs/historian.md alone', () => {
  it.each(KEYS.map((key, shape) => [shape, key]))('reads every point of shape %i, bit for bit', async (shape, key) => {
    const expected = await told(key);
    expect(expected.size).toBeGreaterThan(COUNT / 2);
    expect(inOrder(reader.series.get(key) ?? new Map())).toEqual(expected);
    expect(reader.records).toBeGreaterThan(5);
    expect(shape).toBe(KEYS.indexOf(key));
  });

  it('reads summaries of chunks and rollups that say what their points say', async () => {
    expect(reader.rollups.length).toBeGreaterThan(KEYS.length / 2);
    // Numbers of plain shapes only, so that the rule is easy to repeat here.
    for (const shape of [4, 5, 6, 11]) {
      const points = [...(await told(KEYS[shape] ?? 0))];
      const spans = [...reader.chunks, ...reader.rollups].filter(({ series }) => series === KEYS[shape]);
      expect(spans.length).toBeGreaterThan(5);
      for (const { startMs, endMs, told: summary } of spans) {
        const values = points.filter(([time]) => time >= startMs && time <= endMs).map(([, [value]]) => Number(value));
        expect(summary).toMatchObject({
          count: values.length,
          min: Math.min(...values),
          max: Math.max(...values),
          first: values[0],
          last: values.at(-1),
        });
        expect(Number(summary.sum)).toBeCloseTo(
          values.reduce((sum, value) => sum + value, 0),
          4,
        );
      }
    }
    for (const { series, startMs, endMs, chunks } of reader.rollups) {
      const covered = reader.chunks.filter(
        (one) => one.series === series && one.startMs >= startMs && one.endMs <= endMs,
      );
      expect(covered.length).toBe(chunks);
    }
  });
});
