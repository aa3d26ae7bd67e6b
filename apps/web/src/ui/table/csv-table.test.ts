import { describe, expect, it, test } from 'vitest';
import { readCsv } from './csv-table.ts';

const read = (text: string) => readCsv(text, ['label', 'unit'], ['label']);
const cells = (text: string) => read(text).rows?.map((row) => [row.cells.label, row.cells.unit]);

describe('CSV with a header', () => {
  test.each<[string, string, unknown]>([
    ['nothing', '', []],
    ['blanks', ' \n\n', []],
    ['the header alone', 'label,unit', []],
    [
      'rows',
      'label,unit\nFlow,L/min\nLevel,m',
      [
        ['Flow', 'L/min'],
        ['Level', 'm'],
      ],
    ],
    ['another order, case and column', 'Unit,Note,LABEL\r\nm, x ,Level\r\n', [['Level', 'm']]],
    ['semicolons', 'label;unit\nFlow;m³/h', [['Flow', 'm³/h']]],
    ['tabs', 'label\tunit\nFlow\tm³/h', [['Flow', 'm³/h']]],
    ['quotes', 'label,unit\n"Pipe, 4""",in', [['Pipe, 4"', 'in']]],
    ['a byte order mark, empty lines and a short row', '\uFEFFlabel,unit\n\nFlow\n,\n', [['Flow', '']]],
    [
      'one column',
      'label\nFlow\nLevel',
      [
        ['Flow', ''],
        ['Level', ''],
      ],
    ],
  ])('with %s', (_, text, expected) => expect(cells(text)).toEqual(expected));

  test.each([
    ['no such column', 'name,unit\nFlow,m', 'The first line has to name the column label.'],
    ['prose', 'What is this?', 'The first line has to name the column label.'],
    ['an open quote', 'label,unit\n"Flow,m\nLevel,m', /a quote is not closed/],
    ['too many fields', 'label,unit\nFlow,m\nA,B,C', 'Line 3 has more fields than the first line.'],
    [
      'too many fields below cells of several lines',
      'label,"unit\r\nas shown"\r\n"Flow\n\rwest","L\n"\r\nA,B,C\r\n',
      'Line 7 has more fields than the first line.',
    ],
    [
      'an open quote below a cell of two lines',
      'label,unit\n"Flow\nwest",m\nLevel,"m',
      'Line 4: a quote is not closed.',
    ],
  ])('does not parse with %s', (_, text, problem) => {
    const table = read(text);
    expect(table.rows).toBeUndefined();
    expect(table.problem).toMatch(problem);
  });

  it('reads 100,000 rows in one go', () => {
    const text = `label,unit\n${Array.from({ length: 100_000 }, (_, i) => `Item ${i},bar`).join('\n')}`;
    expect(read(text).rows).toHaveLength(100_000);
  });

  it('takes prototype names as plain cells (G6)', () => {
    expect(cells('label,unit\n__proto__,constructor')).toEqual([['__proto__', 'constructor']]);
  });
});
