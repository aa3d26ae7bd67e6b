import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExportPage, WideColumn } from '../export-plan.ts';
import { GatheredPages } from './gathered-pages.ts';

const WORTH = 40;
const COLUMNS = 2;

const lengths = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 15, max: 60 }));
const numbers = (length: number) =>
  fc.array(fc.integer(), { minLength: length, maxLength: length }).map((values) => Float64Array.from(values));
const bytes = (length: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: most }), { minLength: length, maxLength: length })
    .map((values) => Uint8Array.from(values));
const texts = (length: number) =>
  fc.array(fc.option(fc.string({ maxLength: 3 })), { minLength: length, maxLength: length });
const orNull = { nil: null };

const wideColumn = (length: number): fc.Arbitrary<WideColumn> =>
  fc.record({
    values: numbers(length),
    present: fc.option(bytes(length, 1), orNull),
    texts: fc.option(texts(length), orNull),
  });
const widePage = lengths.chain((length) =>
  fc
    .record({
      timesMs: numbers(length),
      columns: fc.array(wideColumn(length), { minLength: COLUMNS, maxLength: COLUMNS }),
    })
    .map((page): ExportPage => ({ kind: 'wide', ...page, points: length })),
);
const longPage = (hasQualities: boolean) =>
  lengths.chain((length) =>
    fc
      .record({
        column: fc.nat(COLUMNS - 1),
        timesMs: numbers(length),
        values: numbers(length),
        texts: fc.option(texts(length), orNull),
        qualities: hasQualities ? bytes(length, 255) : fc.constant(null),
      })
      .map((page): ExportPage => ({ kind: 'long', ...page, points: length })),
  );
const pages = fc.oneof(fc.array(widePage), fc.array(longPage(true)), fc.array(longPage(false)));

type Row = readonly unknown[];

function rowsOf(page: ExportPage): Row[] {
  const cell = ({ values, present, texts }: WideColumn, row: number) => [
    values[row],
    present?.[row] ?? 1,
    texts?.[row] ?? null,
  ];
  const columns = page.kind === 'wide' ? page.columns : [{ ...page, present: null }];
  const more = (row: number) => (page.kind === 'wide' ? [] : [page.column, page.qualities?.[row] ?? null]);
  return Array.from(page.timesMs, (timeMs, row) => [timeMs, ...columns.flatMap((c) => cell(c, row)), ...more(row)]);
}

const valuesOf = (page: ExportPage) => page.timesMs.length * (page.kind === 'wide' ? COLUMNS : 1);

/** What is written of each page before it is let go of, as the thread that writes does it. */
function written(given: readonly ExportPage[]): ExportPage[] {
  const gathered = new GatheredPages(WORTH);
  const groups = structuredClone(given).flatMap((page) => {
    const now = structuredClone(gathered.add(page));
    page.timesMs.fill(-1);
    if (page.kind === 'long') page.values.fill(-1);
    else for (const { values } of page.columns) values.fill(-1);
    return now;
  });
  return [...groups, ...gathered.rest()];
}

describe('pages of few rows', () => {
  it('are written as larger ones with the same rows in the same order', () => {
    fc.assert(
      fc.property(pages, (given) => {
        const groups = written(given);
        expect(groups.flatMap(rowsOf)).toEqual(given.flatMap(rowsOf));
        const points = (of: readonly ExportPage[]) => of.reduce((sum, page) => sum + page.points, 0);
        expect(points(groups)).toBe(points(given));
        expect(groups.length).toBeLessThanOrEqual(given.length);
      }),
    );
  });

  it('stay apart only where they fill a group or belong to another column', () => {
    fc.assert(
      fc.property(pages, (given) => {
        for (const [at, group] of written(given).slice(0, -1).entries()) {
          const next = written(given)[at + 1] as ExportPage;
          const isAnother = group.kind === 'long' && next.kind === 'long' && group.column !== next.column;
          expect(valuesOf(group) >= WORTH || isAnother).toBe(true);
        }
      }),
    );
  });

  it('leave a page that is worth a group as it is', () => {
    const page: ExportPage = {
      ...{ kind: 'long', column: 0, timesMs: new Float64Array(WORTH), values: new Float64Array(WORTH) },
      ...{ texts: null, qualities: null, points: WORTH },
    };
    const [written] = new GatheredPages(WORTH).add(page);
    expect(written).toBe(page);
  });
});
