import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CsvError } from './csv-error.ts';
import { type CsvTable, openCsvTable, type TableBlock, type TableOptions } from './csv-table.ts';
import { zoneOf } from './csv-time.ts';

let folder: string;
let number = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-csv-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function open(content: string | Buffer, options: Partial<TableOptions> = {}): Promise<CsvTable> {
  const path = join(folder, `${++number}.csv`);
  await writeFile(path, content);
  return openCsvTable(path, { delimiter: 'auto', decimal: 'auto', zone: zoneOf('UTC'), ...options });
}

async function all(table: CsvTable): Promise<TableBlock> {
  const whole: TableBlock = { rows: [], flaws: [], endOffset: 0, endLine: 0 };
  for await (const { rows, flaws, endOffset, endLine } of table.read()) {
    whole.rows.push(...rows);
    whole.flaws.push(...flaws);
    Object.assign(whole, { endOffset, endLine });
  }
  return whole;
}

async function read(content: string | Buffer, options: Partial<TableOptions> = {}) {
  const table = await open(content, options);
  const { rows, flaws } = await all(table);
  const names = table.layout.valueColumns.map((column) => column.name);
  return { table, names, values: rows.map((row) => row.values), times: rows.map((row) => row.timeMs), flaws };
}

const T = '2020-01-01 00:00:0';
const START = Date.UTC(2020, 0, 1);

describe('a CSV file', () => {
  it.each([
    ['commas', `time,a,b\n${T}0,1,2\n${T}1,3,4\n`],
    ['semicolons and CRLF', `time;a;b\r\n${T}0;1;2\r\n${T}1;3;4\r\n`],
    ['tabs, CR and no last line end', `time\ta\tb\r${T}0\t1\t2\r${T}1\t3\t4`],
    ['pipes', `time|a|b\n${T}0|1|2\n${T}1|3|4\n`],
    ['quotes around everything', `"time","a","b"\n"${T}0","1","2"\n"${T}1","3","4"\n`],
    ['empty lines', `\n\ntime,a,b\n\n${T}0,1,2\n\n\n${T}1,3,4\n\n`],
    ['separators at the ends of rows', `time,a,b\n${T}0,1,2,,\n${T}1,3,4,\n`],
    ['spaces', ` time , a , b \n ${T}0 , 1 , 2 \n ${T}1 , 3 , 4 \n`],
  ])('with %s is read as a table', async (_what, content) => {
    const { names, values, times, flaws } = await read(content);
    expect({ names, values, times, flaws }).toEqual({
      names: ['a', 'b'],
      values: [
        [1, 2],
        [3, 4],
      ],
      times: [START, START + 1000],
      flaws: [],
    });
  });

  it.each([
    ['utf-8 with a mark', Buffer.from(`\uFEFFtime,Öl °C\n${T}0,1\n`), 'utf-8', false],
    ['utf-8 without one', Buffer.from(`time,Öl °C\n${T}0,1\n`), 'utf-8', false],
    ['utf-16le with a mark', Buffer.from(`\uFEFFtime,Öl °C\n${T}0,1\n`, 'utf16le'), 'utf-16le', false],
    ['utf-16be with a mark', Buffer.from(`\uFEFFtime,Öl °C\n${T}0,1\n`, 'utf16le').swap16(), 'utf-16be', false],
    ['utf-16le without one', Buffer.from(`time,Öl °C\n${T}0,1\n`, 'utf16le'), 'utf-16le', true],
    ['windows-1252', Buffer.from(`time,Öl °C\n${T}0,1\n`, 'latin1'), 'windows-1252', true],
  ])('in %s has its names right', async (_what, content, encoding, isGuessed) => {
    const { table, names, values, flaws } = await read(content);
    expect({ names, values, flaws }).toEqual({ names: ['Öl °C'], values: [[1]], flaws: [] });
    expect(table.file).toMatchObject({ encoding, isGuessed });
  });

  it('may have decimal commas', async () => {
    expect((await read(`Zeit;a\n01.02.2020 00:00:00;1,5\n01.02.2020 00:00:01;-2\n`)).values).toEqual([[1.5], [-2]]);
    expect((await read(`time;a\n${T}0;1,5\n`, { decimal: '.' })).values).toEqual([['1,5']]);
    expect((await read(`time\ta\n${T}0\t1.234\n`, { decimal: ',' })).values).toEqual([['1.234']]);
  });

  it('keeps quoted separators, quotes and line ends, and counts lines over them', async () => {
    const content = `time,note,a\n${T}0,"one, ""two""\nthree",1\n${T}1,5" pipe,2\nbad,x,3\n`;
    const { values, flaws } = await read(content);
    expect(values).toEqual([
      ['one, "two"\nthree', 1],
      ['5" pipe', 2],
    ]);
    expect(flaws).toEqual([{ line: 5, reason: "'bad' is no time", isRow: true }]);
  });

  it('passes over empty cells and what programs write for nothing', async () => {
    const { values } = await read(`time,a,b\n${T}0,,NaN\n${T}1,null,-\n${T}2,1e3,.5\n${T}3,TRUE,false\n`);
    expect(values).toEqual([
      [undefined, undefined],
      [undefined, undefined],
      [1000, 0.5],
      [1, 0],
    ]);
  });

  it('reports rows and cells that cannot be used, with their lines', async () => {
    const rows = [`${T}0,1,ok`, `${T}1,2`, 'noon,3,ok', ',4,ok', `${T}2,5,ok,6`, `${T}3,five,7`, `${T}4,8,9`];
    const { values, flaws } = await read(`time,a,b\n${rows.join('\n')}\n`);
    expect(values).toEqual([
      [1, 'ok'],
      [undefined, '7'],
      [8, '9'],
    ]);
    expect(flaws).toEqual([
      { line: 3, reason: '2 fields instead of 3', isRow: true },
      { line: 4, reason: "'noon' is no time", isRow: true },
      { line: 5, reason: 'no time', isRow: true },
      { line: 6, reason: '4 fields instead of 3', isRow: true },
      { line: 7, reason: "'five' in column 'a' is no number", isRow: false },
    ]);
  });

  it('passes over a row of a million cells, and goes on behind it', async () => {
    const { values, flaws } = await read(`time,a\n${T}0,1\n${T}1${',2'.repeat(999_999)}\n${T}2,3\n`);
    expect(values).toEqual([[1], [3]]);
    expect(flaws).toEqual([{ line: 3, reason: '1000000 fields instead of 2', isRow: true }]);
  });

  it('finds the time by its values, wherever it stands, and takes another when told', async () => {
    expect((await read(`n,a,when\n1,2,${T}0\n2,3,${T}1\n`)).names).toEqual(['n', 'a']);
    expect((await read(`a,epoch\n1,1577836800\n`)).times).toEqual([START]);
    const two = `time,logged,a\n${T}0,${T}5,1\n`;
    expect((await read(two, { timeColumn: 'LOGGED' })).times).toEqual([START + 5_000]);
    expect((await read(two, { timeColumn: '#2', columns: ['A'] })).names).toEqual(['a']);
  });

  it.each<[string | Buffer, string]>([
    ['', 'the file is empty'],
    ['\n\n', 'the file has no lines'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 255, 0]), 'this is not a text file'],
    ['1,2\n3,4\n', 'the first line must name the columns; this one holds only numbers and times'],
    ['a,b\n1,2\n', 'no column holds times; the file has: a, b. Name it with --time-column'],
    [`time\n${T}0\n`, 'there is no column but the time'],
    [`time,a,A\n${T}0,1,2\n`, "columns 2 and 3 are both named 'A'; choose columns with --columns, by number as #2"],
    [`${'x,'.repeat(10_001)}\n`, 'the file has 10002 columns; at most 10000 can be read'],
    [`time,${'x,'.repeat(999_999)}\n${T}0,1\n`, 'the file has 1000001 columns; at most 10000 can be read'],
    [`time,a\n${T}0,${',1'.repeat(6_000_000)}\n`, 'the row after line 2 is longer than 10 MB: no line ends there'],
    [
      `time,a\n${T}0,"1\n${'x\n'.repeat(6_000_000)}`,
      'the row after line 2 is longer than 10 MB: a quote that is opened there is never closed',
    ],
  ])('is refused where it is none: %#', async (content, message) => {
    await expect(read(content)).rejects.toThrow(new CsvError(message));
  });

  it('is refused when the wanted columns are not in it', async () => {
    const content = `time,a,b\n${T}0,1,x\n`;
    await expect(read(content, { columns: ['c'] })).rejects.toThrow("there is no column 'c'; the file has: a, b");
    await expect(read(content, { timeColumn: 'c' })).rejects.toThrow(
      "there is no column 'c'; the file has: time, a, b",
    );
    await expect(read(content, { timeColumn: 'b' })).rejects.toThrow(
      "the column 'b' holds no times that can be read, but for example 'x'",
    );
    await expect(
      openCsvTable(join(folder, 'none'), { delimiter: 'auto', decimal: 'auto', zone: zoneOf('UTC') }),
    ).rejects.toThrow('there is no such file');
    await expect(openCsvTable(folder, { delimiter: 'auto', decimal: 'auto', zone: zoneOf('UTC') })).rejects.toThrow();
  });

  it('leaves out columns without a name', async () => {
    const { table, names } = await read(`,time,a\n0,${T}0,1\n`);
    expect(names).toEqual(['a']);
    expect(table.layout.namelessColumns).toEqual([1]);
  });

  it.each(['utf8', 'utf16le'] as const)(
    'in %s can be read on from where a block ended, without loss or double',
    async (encoding) => {
      const lines = Array.from({ length: 120_000 }, (_, index) => `${START + index * 1000},${index},"t, ${index}"`);
      const table = await open(Buffer.from(`\uFEFFtime,a,ö\n${lines.join('\n')}\n`, encoding));
      const seen: number[] = [];
      let blocks = 0;
      let position: { offset: number; line: number } | undefined;
      for (;;) {
        const { value: block } = await table.read(position).next();
        if (!block) break;
        for (const row of (block as TableBlock).rows) seen.push(row.values[0] as number);
        position = { offset: block.endOffset, line: block.endLine };
        blocks++;
      }
      expect(blocks).toBeGreaterThan(2);
      expect(seen).toHaveLength(120_000);
      expect(seen.every((value, index) => value === index)).toBe(true);
      expect(position?.line).toBe(120_002);
    },
  );
});
