import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TypedColumn } from '../typed-columns.ts';
import { columnPages } from './column-pages.ts';
import { RowGroups, type Schema } from './row-groups.ts';

const TYPES = {
  time: { type: 'INT64', repetition_type: 'REQUIRED' },
  number: { type: 'DOUBLE', repetition_type: 'OPTIONAL' },
  quality: { type: 'INT32', repetition_type: 'REQUIRED' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
  name: { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' },
} as const satisfies Record<TypedColumn['type'], Partial<Schema[number]>>;

let folder: string;
let duck: Awaited<ReturnType<DuckDBInstance['connect']>>;
let files = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-parquet-'));
  duck = await (await DuckDBInstance.create(':memory:')).connect();
});
afterAll(async () => {
  duck.closeSync();
  await rm(folder, { recursive: true, force: true });
});

/** What DuckDB reads of columns that are written in one row group each. */
async function readBack(groups: readonly (readonly TypedColumn[])[], codec: 'ZSTD' | 'UNCOMPRESSED') {
  const [first = []] = groups;
  const columns = first.map(({ name, type }) => ({ name, ...TYPES[type] }));
  const file = new RowGroups(
    [{ name: 'history', num_children: columns.length }, ...columns],
    codec,
    new Map(),
    new Breath(false),
  );
  for (const group of groups)
    file.add(
      lengthOf(group[0]),
      group.map((column) => columnPages(column, () => undefined)),
    );
  file.end();
  const path = join(folder, `${++files}.parquet`);
  await writeFile(path, file.take());
  return (await duck.runAndReadAll(`select * from read_parquet('${path}')`)).getColumnsObject();
}

const lengthOf = (column: TypedColumn | undefined) =>
  column === undefined ? 0 : 'length' in column ? column.length : column.values.length;

const valuesOf = (column: TypedColumn): unknown[] => {
  if (column.type === 'name') return new Array(column.length).fill(column.value);
  if (column.type === 'text') return [...(column.values ?? new Array(column.length).fill(null))];
  if (column.type === 'time') return [...column.values].map(BigInt);
  if (column.type === 'quality') return [...column.values];
  const { values, present } = column;
  return Array.from(values, (value, i) => (present?.[i] === 0 ? null : value));
};

async function expectSame(groups: readonly (readonly TypedColumn[])[], codec: 'ZSTD' | 'UNCOMPRESSED'): Promise<void> {
  const read = await readBack(groups, codec);
  for (const [index, { name }] of (groups[0] ?? []).entries()) {
    expect(read[name], name).toEqual(groups.flatMap((group) => valuesOf(group[index] as TypedColumn)));
  }
}

const START_MS = Date.UTC(2026, 0, 1);

/** Columns of so many rows: steps, holes, qualities and texts as an export may have them. */
const page = fc.integer({ min: 1, max: 700 }).chain((length) => {
  const all = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: length, maxLength: length });
  const step = fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 1, max: 4e9 }));
  const seldom = fc.integer({ min: 0, max: 40 }).map((n) => (n === 0 ? 1 : 0));
  return fc
    .record({
      isRegular: fc.boolean(),
      steps: all(step),
      values: all(fc.double({ noNaN: true })),
      holes: all(seldom),
      hasHoles: fc.boolean(),
      qualities: all(fc.constantFrom(192, 192, 192, 192, 64, 0)),
      texts: all(fc.option(fc.oneof(fc.constantFrom('on', 'off'), fc.string({ unit: 'grapheme' })))),
      hasTexts: fc.boolean(),
      name: fc.string(),
    })
    .map(({ isRegular, steps, values, holes, hasHoles, qualities, texts, hasTexts, name }): TypedColumn[] => {
      let timeMs = START_MS;
      const times = steps.map((ms) => (timeMs += isRegular ? 500 : ms));
      return [
        { name: 't', type: 'time', values: Float64Array.from(times) },
        { name: 'n', type: 'name', value: name, length },
        {
          name: 'v',
          type: 'number',
          values: Float64Array.from(values),
          present: hasHoles ? Uint8Array.from(holes, (is) => 1 - is) : null,
        },
        { name: 'x', type: 'text', values: hasTexts ? texts : null, length },
        { name: 'q', type: 'quality', values: Uint8Array.from(qualities), present: null },
      ];
    });
});

it('is read by DuckDB as it was written, whatever the columns hold', async () => {
  const codec = fc.constantFrom('ZSTD' as const, 'UNCOMPRESSED' as const);
  await fc.assert(fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 3 }), codec, expectSame), { numRuns: 40 });
});

it('holds times with steps of years between them, and texts of many kinds', async () => {
  const times = Float64Array.from({ length: 300 }, (_, i) => (i < 200 ? START_MS + i : 8e12 + i * 1e9));
  const values = Array.from({ length: 300 }, (_, i) => `text ${i}`);
  await expectSame(
    [
      [
        { name: 't', type: 'time', values: times },
        { name: 'x', type: 'text', values, length: 300 },
      ],
    ],
    'ZSTD',
  );
});

it('holds columns of several pages, with holes, and with one step of years among the times', async () => {
  const length = 20_001;
  const regular = Float64Array.from({ length }, (_, i) => START_MS + i * 500);
  const late = regular.map((timeMs, i) => (i < 17_000 ? timeMs : timeMs + 4e12));
  const values = Float64Array.from({ length }, (_, i) => Math.sin(i) * 1e3);
  const present = Uint8Array.from({ length }, (_, i) => (i % 7 === 0 || (i > 8_191 && i < 16_384) ? 0 : 1));
  for (const times of [regular, late]) {
    const group: TypedColumn[] = [
      { name: 't', type: 'time', values: times },
      { name: 'v', type: 'number', values, present: null },
      { name: 'h', type: 'number', values, present },
      { name: 'q', type: 'quality', values: new Uint8Array(length).fill(192), present: null },
    ];
    await expectSame([group, group], 'ZSTD');
  }
});
