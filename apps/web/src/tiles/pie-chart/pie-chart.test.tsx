import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { renderTile, settingsOf } from '#tiles/testing/render-tile.tsx';
import { portionsOf } from './pie-rows.ts';
import { OTHER, sliceColours, slicesOf } from './slices.ts';
import { pieChartTile } from './tile.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('rows of an answer', () => {
  const rows = [
    { activity: 'Drill', hours: 3, note: 'x' },
    { activity: 'Wash down', hours: '1.5' },
    { activity: 'Other', hours: null },
  ];

  test.each([
    [
      '',
      [
        ['Drill', 3],
        ['Wash down', 1.5],
      ],
    ],
    [
      'activity,hours',
      [
        ['Drill', 3],
        ['Wash down', 1.5],
      ],
    ],
    [
      'note,hours',
      [
        ['x', 3],
        ['', 1.5],
      ],
    ],
  ])('with the columns %j', (columns, expected) => {
    expect(portionsOf(rows, columns).map(({ name, value }) => [name, value])).toEqual(expected);
  });

  test('may be lists below a list of names, and ^ marks a space', () => {
    const answer = [
      ['Part', 'Share of time'],
      ['A', 1],
      ['B', 2],
    ];
    expect(portionsOf(answer, 'Part,Share^of^time').map(({ value }) => value)).toEqual([1, 2]);
  });

  test.each([
    [{ not: 'a list' }, '', 'not a list'],
    [rows, 'activity,missing', "There is no column 'missing'."],
    [[{ a: 'x' }], '', 'no column of numbers'],
  ])('that cannot be drawn say why: %j %s', (data, columns, words) => {
    expect(() => portionsOf(data, columns)).toThrow(words);
  });

  test('named like parts of an object are rows like others', () => {
    expect(portionsOf([{ constructor: 'A', __proto__: 3, value: 2 }], 'constructor,value')).toMatchObject([
      { name: 'A', value: 2 },
    ]);
  });
});

describe('slices', () => {
  test('are whole together and follow each other, whatever the portions', () => {
    const portion = fc.record({
      name: fc.string(),
      value: fc.oneof(fc.double({ min: -10, max: 1e6 }), fc.constant(Number.NaN), fc.constant(0)),
      color: fc.constant(''),
    });
    fc.assert(
      fc.property(fc.array(portion, { maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (portions, limit) => {
        const slices = slicesOf(portions, limit);
        expect(slices.length).toBeLessThanOrEqual(limit + 1);
        let end = 0;
        for (const { start, share } of slices) {
          expect(start).toBeCloseTo(end, 9);
          end = start + share;
        }
        if (slices.length > 0) expect(end).toBeCloseTo(1, 9);
      }),
    );
  });

  test('beyond the limit become one', () => {
    const portions = [1, 5, 2, 4].map((value, index) => ({ name: `P${index}`, value, color: '' }));
    expect(slicesOf(portions, 2).map(({ name, value }) => [name, value])).toEqual([
      ['P1', 5],
      ['P3', 4],
      [OTHER, 3],
    ]);
  });
});

describe('the pie chart', () => {
  const plots = [
    { slotPath: [], dataItem: 1, color: '' },
    { slotPath: [], dataItem: 2, color: '' },
  ];

  test('shows the share of each data item, and leaves out what is not there', async () => {
    const readings = new FixedReadings({
      1: aReading({ name: 'Oil', unit: 'bbl', value: 30 }),
      2: aReading({ name: 'Water', unit: 'bbl', value: 10 }),
    });
    const bag = { plots: [...plots, { slotPath: [], dataItem: 3, color: '' }], decimals: 0 };
    await renderTile(pieChartTile, bag, { readings });
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    expect(rows).toEqual(['Oil (bbl)3075.0 %', 'Water (bbl)1025.0 %']);
  });

  test('says that nothing is above zero', async () => {
    const readings = new FixedReadings({ 1: aReading({ value: 0 }), 2: aReading({ value: null }) });
    await renderTile(pieChartTile, { plots }, { readings });
    expect(screen.getByText('No value is above zero.')).toBeDefined();
  });

  test('draws rows of a stored address', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json([
        { name: 'A', value: 3 },
        { name: 'B', value: 1 },
      ]),
    );
    await renderTile(pieChartTile, { url: '/api/ef/assets', columns: 'name,value', autoFormat: false });
    expect(await screen.findByText('A')).toBeDefined();
    expect(screen.getByText('75.00 %')).toBeDefined();
  });

  test('says that nothing is configured', async () => {
    await renderTile(pieChartTile, { source: 'request' });
    expect(screen.getByText('No Fetch configured')).toBeDefined();
  });

  test('keeps colours and unknown keys of its slices', () => {
    const stored = { plots: [{ ...plots[0], color: 'f00', later: 1 }] };
    expect(settingsOf(pieChartTile, stored)).toMatchObject({ plots: [{ color: '#f00', later: 1 }] });
  });
});

test('however many slices there are, none has the colour of one beside it', () => {
  const nine = ['#1', '#2', '#3', '#4', '#5', '#6', '#7', '#8', '#9'];
  const chosen = fc.array(fc.constantFrom('', '', '', '#1', '#5'), { minLength: 2, maxLength: 24 });
  fc.assert(
    fc.property(chosen, (own) => {
      const slices = own.map((color, index) => ({ name: `Pump ${index}`, color }));
      const drawn = sliceColours(slices, nine, 'grey');
      for (const [index, colour] of drawn.entries()) {
        const next = (index + 1) % drawn.length;
        // Two that somebody painted alike stay so.
        if (own[index] === '' || own[next] === '') expect(colour).not.toBe(drawn[next]);
      }
    }),
  );
  expect(sliceColours([{ name: OTHER, color: '' }], nine, 'grey')).toEqual(['grey']);
});
