import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { columnarArrow } from './columnar-arrow.ts';
import { columnarJson } from './columnar-json.ts';

const write = (times: number[], columns: (number | string | null)[][]) =>
  [...columnarJson([{ timesMs: Float64Array.from(times), columns }], columns.length)].join('');

describe('columns as JSON', () => {
  it('has times in seconds with their millisecond fraction, then a list for each series', () => {
    expect(
      write(
        [1_700_000_000_123, 1_700_000_000_900, 1_700_000_001_000],
        [
          [1.5, null, -0.25],
          ['on', null, 'o"ff'],
        ],
      ),
    ).toBe('[[1700000000.123,1700000000.9,1700000001],[1.5,null,-0.25],["on",null,"o\\"ff"]]');
  });

  it('is JSON also without points, without series and with values that JSON cannot hold', () => {
    expect(write([], [[], []])).toBe('[[],[],[]]');
    expect(write([], [])).toBe('[[]]');
    expect(write([0, 1, 2], [[Number.NaN, Number.POSITIVE_INFINITY, -0]])).toBe('[[0,0.001,0.002],[null,null,0]]');
  });

  it('joins its pieces without losing a value', () => {
    const times = Array.from({ length: 45_001 }, (_, index) => index);
    const parsed = JSON.parse(write(times, [times]));
    expect(parsed[0]).toEqual(times.map((ms) => ms / 1000));
    expect(parsed[1]).toEqual(times);
  });

  it('joins parts that follow one another', () => {
    const part = (time: number) => ({ timesMs: Float64Array.of(time), columns: [[time], [null]] });
    expect([...columnarJson([part(1000), part(2000)], 2)].join('')).toBe('[[1,2],[1000,2000],[null,null]]');
    expect([...columnarJson([], 2)].join('')).toBe('[[],[],[]]');
  });
});

describe('columns as Arrow', () => {
  const noPause = async () => undefined;

  it('is the same table', async () => {
    const parts = [
      { timesMs: Float64Array.of(1_700_000_000_123), columns: [[1.5], ['on'], [2]] },
      { timesMs: Float64Array.of(1_700_000_001_000), columns: [[null], [null], [3]] },
    ];
    const bytes = await columnarArrow(parts, ['1-2', '1-3', '1-2'], noPause);
    const table = tableFromIPC(bytes);
    expect(table.schema.fields.map(String)).toEqual([
      'time: Timestamp<MILLISECOND, UTC>',
      '1-2: Float64',
      '1-3: Utf8',
      '1-2 (2): Float64',
    ]);
    expect(table.getChild('time')?.get(0)).toBe(1_700_000_000_123);
    expect(table.getChild('1-2')?.toJSON()).toEqual([1.5, null]);
    expect(table.getChild('1-3')?.toJSON()).toEqual(['on', null]);
    expect(tableFromIPC(await columnarArrow([], ['1-2'], noPause)).schema.fields).toHaveLength(2);
  });

  it('holds nulls, NaN and infinities at their places, and lets others have their turn before each column', async () => {
    const kinds = [1.5, null, Number.NaN, Number.POSITIVE_INFINITY, -0];
    const column = Array.from({ length: 1003 }, (_, i) => kinds[i % kinds.length] ?? null);
    const part = { timesMs: Float64Array.from(column, (_, i) => i), columns: [column, column] };
    let turns = 0;
    const bytes = await columnarArrow([part, part], ['1-2', '1-3'], async () => {
      turns++;
    });
    const table = tableFromIPC(bytes);
    expect(table.getChild('1-2')?.nullCount).toBe(402);
    expect(table.getChild('1-3')?.toJSON()).toEqual([...column, ...column]);
    expect(turns).toBe(4);
  });

  it('is given up when nobody waits for it', async () => {
    const part = { timesMs: Float64Array.of(1), columns: [[1]] };
    const leave = () => Promise.reject(new Error('gone'));
    await expect(columnarArrow([part], ['1-2'], leave)).rejects.toThrow('gone');
  });
});
