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
  it('is the same table', () => {
    const parts = [
      { timesMs: Float64Array.of(1_700_000_000_123), columns: [[1.5], ['on'], [2]] },
      { timesMs: Float64Array.of(1_700_000_001_000), columns: [[null], [null], [3]] },
    ];
    const bytes = columnarArrow(parts, ['1-2', '1-3', '1-2']);
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
    expect(tableFromIPC(columnarArrow([], ['1-2'])).schema.fields).toHaveLength(2);
  });
});
