import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it, test } from 'vitest';
import { faultOfSize } from './csv-size.ts';
import { readCsv } from './csv-table.ts';

const MILLION = `${'x,'.repeat(999_999)}x`;

describe('the size of a CSV', () => {
  test.each([
    [
      'a first line of a million columns',
      `${MILLION}\nP-1`,
      'The first line names 1,000,000 columns; at most 1,000 can be read.',
    ],
    [
      'a million cells on a later line',
      `label\nFlow\n${MILLION}`,
      'Line 3 has 1,000,000 cells; at most 1,000 can be read.',
    ],
    [
      'semicolons',
      `label\r\n${MILLION.replaceAll(',', ';')}\r\n`,
      'Line 2 has 1,000,000 cells; at most 1,000 can be read.',
    ],
    [
      'cells below one of three lines',
      `label\n"Flow\r\n\nwest"\n${MILLION}`,
      'Line 5 has 1,000,000 cells; at most 1,000 can be read.',
    ],
    ['tabs', `label\r${'\t'.repeat(1_000)}`, 'Line 2 has 1,001 cells; at most 1,000 can be read.'],
    [
      'commas after a cell in quotes',
      `"a, ""b"",\n"${','.repeat(1_000)}`,
      'The first line names 1,001 columns; at most 1,000 can be read.',
    ],
    [
      'nothing but commas on each of many lines',
      `${','.repeat(999)}\n`.repeat(5_001),
      'There are more than 5,000,000 cells.',
    ],
    ['nothing but lines', '\n'.repeat(5_000_001), 'There are more than 5,000,000 cells.'],
  ])('is too large with %s', (_what, text, fault) => {
    expect(faultOfSize(text)).toBe(fault);
    expect(readCsv(text, ['label'], ['label'])).toEqual(text.trim() === '' ? { rows: [] } : { problem: fault });
  });

  test.each([
    ['as many columns as are read', ','.repeat(999)],
    ['a text with thousands of commas in one cell', `label,note\nFlow,"${'a,;\t"" \n'.repeat(5_000)}"`],
    ['inches in the middle of cells', `label\n${'12" pipe,3" pipe\n'.repeat(1_000)}`],
  ])('is not with %s', (_what, text) => expect(faultOfSize(text)).toBeUndefined());

  it('is that of the widest line as a parser finds it', () => {
    const cell = fc.oneof(fc.constantFrom('', 'a', 'two words', 'two\nlines'), fc.string({ maxLength: 5 }));
    const line = fc.array(cell, { minLength: 1, maxLength: 8 }).chain((cells) =>
      // Some lines are as wide as is read, others one cell wider.
      fc.constantFrom(0, 1_000 - cells.length, 1_001 - cells.length).map((more) => [...cells, ...Array(more).fill('')]),
    );
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        const text = Papa.unparse(lines as string[][], { quotes: true, newline: '\n' });
        const widest = lines.findIndex((cells) => cells.length > 1_000);
        const before = Papa.unparse(lines.slice(0, widest) as string[][], { quotes: true, newline: '\n' });
        const line = before.split(/\r\n|\r|\n/).length + 1;
        const fault = faultOfSize(text);
        if (widest < 0) expect(fault).toBeUndefined();
        else expect(fault).toContain(widest === 0 ? 'The first line names' : `Line ${line} has 1,001 cells`);
      }),
      { numRuns: 100 },
    );
  });
});
