import { expect, it } from 'vitest';
import { LATEST_MS } from '../../point-batch.ts';
import { decodeNative, encodeNative } from '../server/native-format.ts';
import { tablesOf } from '../server/tables.ts';
import { ServerReader } from './server-reader.ts';

const HOUR_MS = 3_600_000;

/** A server that has these points, as far as the questions of this test go; it takes down the range of each. */
function aServerWith(points: readonly { key: number; timeMs: number }[]) {
  const ranges: { fromMs: number; toMs: number }[] = [];
  const select = async (sql: string) => {
    const [, from, to] = /time >= toInt64\((-?\d+)\) AND time <= toInt64\((-?\d+)\)/.exec(sql) ?? [];
    const [fromMs, toMs] = [Number(from), Number(to)];
    ranges.push({ fromMs, toMs });
    const found = points.filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
    return decodeNative(
      encodeNative(
        [
          { name: 'key', type: 'UInt64', values: Float64Array.from(found, ({ key }) => key) },
          { name: 'time', type: 'Int64', values: Float64Array.from(found, ({ timeMs }) => timeMs) },
          { name: 'value', type: 'Float64', values: Float64Array.from(found, () => 1) },
          { name: 'text', type: 'Nullable(String)', values: found.map(() => null) },
          { name: 'quality', type: 'UInt8', values: Uint8Array.from(found, () => 192) },
        ],
        found.length,
      ),
    );
  };
  const connection = { select } as never;
  const reader = new ServerReader(
    { connection, tables: tablesOf({ database: 'telltale', cluster: undefined }), version: '26.3' },
    1_000,
  );
  return { reader, ranges };
}

it('looks for the last point of all where most have one: shortly before now', async () => {
  const now = Date.now();
  const { reader, ranges } = aServerWith([
    { key: 1, timeMs: now - 1_000 },
    { key: 2, timeMs: now + 60_000 },
  ]);
  const found = await reader.stateAt([1, 2], Number.MAX_SAFE_INTEGER);
  expect(found.map(({ timeMs }) => timeMs)).toEqual([now - 1_000, now + 60_000]);
  expect(ranges).toHaveLength(1);
  expect(ranges[0]?.toMs).toBe(LATEST_MS);
  expect(ranges[0]?.fromMs).toBeGreaterThanOrEqual(now - HOUR_MS);
});

it('looks further back for those that have none there, and as far as a history goes', async () => {
  const now = Date.now();
  const { reader, ranges } = aServerWith([
    { key: 1, timeMs: now - 1_000 },
    { key: 2, timeMs: 5 },
  ]);
  expect(await reader.stateAt([1, 2, 3], Number.MAX_SAFE_INTEGER)).toHaveLength(2);
  expect(ranges.map(({ toMs }) => toMs).slice(1)).toEqual(ranges.map(({ fromMs }) => fromMs - 1).slice(0, -1));
  expect(ranges.at(-1)?.fromMs).toBe(-LATEST_MS);
});

it('looks before a time that is asked for, and not after it', async () => {
  const { reader, ranges } = aServerWith([{ key: 1, timeMs: 7 * HOUR_MS }]);
  expect(await reader.stateAt([1], 9 * HOUR_MS)).toHaveLength(1);
  expect(ranges).toEqual([
    { fromMs: 8 * HOUR_MS, toMs: 9 * HOUR_MS },
    { fromMs: -15 * HOUR_MS, toMs: 8 * HOUR_MS - 1 },
  ]);
});
