import { describe, expect, test } from 'vitest';
import { requestedSeries } from './requested-frame.ts';

const HOUR = Date.UTC(2026, 10, 20, 12) / 1000;

describe('series of an answer', () => {
  test('rows as objects, with ISO times, in order of time', () => {
    const rows = [
      { when: '2026-11-20T12:01:00Z', pressure: 2, note: 'x' },
      { when: '2026-11-20T12:00:00Z', pressure: '1', note: 'y' },
    ];
    expect(requestedSeries(rows)).toEqual({
      frame: { times: [HOUR, HOUR + 60], columns: [[1, 2]] },
      names: ['pressure'],
    });
  });

  test('rows as lists below their names; the column called time is the time wherever it stands', () => {
    const rows = [
      ['a', 'time', 'b'],
      [1, HOUR, 10],
      [null, HOUR + 1, 20],
    ];
    expect(requestedSeries(rows)).toEqual({
      frame: {
        times: [HOUR, HOUR + 1],
        columns: [
          [1, Number.NaN],
          [10, 20],
        ],
      },
      names: ['a', 'b'],
    });
  });

  test('a row that says null has a gap, one that says nothing has none', () => {
    const rows = [
      { time: HOUR, a: 1, b: 1 },
      { time: HOUR + 1, a: null },
      { time: HOUR + 2, a: 3, b: 3 },
    ];
    expect(requestedSeries(rows).frame.columns).toEqual([
      [1, Number.NaN, 3],
      [1, null, 3],
    ]);
  });

  test('columns as the portal’s own history has them', () => {
    const { frame, names } = requestedSeries([
      [HOUR, HOUR + 1, HOUR + 2],
      [1, 2, null],
      [null, 5, 6],
    ]);
    expect(frame).toEqual({
      times: [HOUR, HOUR + 1, HOUR + 2],
      columns: [
        [1, 2, null],
        [null, 5, 6],
      ],
    });
    expect(names).toEqual(['Series 1', 'Series 2']);
  });

  test('milliseconds are told from seconds, and of two rows of one time the last counts', () => {
    const rows = [
      { ts: HOUR * 1000, v: 1 },
      { ts: HOUR * 1000, v: 2 },
    ];
    expect(requestedSeries(rows).frame).toEqual({ times: [HOUR], columns: [[2]] });
  });

  test('nothing is nothing', () => {
    expect(requestedSeries([]).frame.times).toEqual([]);
  });

  test.each([
    [{ rows: [] }, 'not a list'],
    [[{ time: HOUR, name: 'x' }], 'no column of numbers'],
    [[{ name: 'x', v: 1 }], 'has no times'],
  ])('what is missing is said: %j', (data, text) => {
    expect(() => requestedSeries(data)).toThrow(text);
  });
});
