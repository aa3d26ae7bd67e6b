import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { TEST_ASSET_ID } from '#tile-kit/testing/tile-world.tsx';
import { asUserAt, recordCalls } from '#tiles/testing/recorded-calls.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';
import { stateReportTile } from './tile.ts';

/*
 * A day and a job worked out by hand, as the report shows them to the last digit. The arithmetic of the scores stands in
 * packages/domain/src/field/kpis.test.ts, which has the same two tables; that of shares and of the strip stands here.
 */

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 10, 19);
const iso = (hours: number) => new Date(START_MS + hours * HOUR_MS).toISOString();

const WELL = {
  jobStartTime: iso(0),
  'Total Depth (ft)': '14,725',
  'Kill Depth (ft)': '8525',
  'Prod. Tubing Depth (ft)': '8525',
  'BOP Count': '3',
  'Circulation Time': '2',
};
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 201, label: 'Depth' },
    { dataItemId: 202, label: 'Current Plug' },
  ],
};

type Row = readonly [activity: number, hours: number, depth: number];

/** 24 hours. */
const DAY: readonly Row[] = [
  [10, 8, 0],
  [7, 1.75, 0],
  [0, 3, 4_650],
  [4, 1.5, 4_650],
  [0, 2.25, 8_525],
  [3, 3.25, 9_300],
  [2, 1, 9_455],
  [3, 2.25, 10_230],
  [2, 1, 10_385],
];
/** 77.5 hours. */
const JOB: readonly Row[] = [
  [10, 10, 0],
  [7, 1.5, 0],
  [0, 6, 8_525],
  [3, 14, 11_625],
  [2, 11, 14_725],
  [1, 2.5, 14_725],
  [5, 12.5, 0],
  [6, 8, 8_525],
  [12, 12, 8_525],
];

async function show(rows: readonly Row[], plug: number, more: Readonly<Record<string, string>>) {
  let at = 0;
  const segments = rows.map(([activity, hours, depth]) => {
    const startTime = iso(at);
    at += hours;
    return { assetId: TEST_ASSET_ID, activity, startTime, endTime: iso(at), depth, hours };
  });
  vi.spyOn(Date, 'now').mockReturnValue(START_MS + at * HOUR_MS);
  const startS = START_MS / 1000;
  recordCalls(({ url: { pathname } }) => {
    if (pathname.endsWith('/functions/schedule')) return Response.json(segments);
    if (pathname !== '/api/historicaldata') return undefined;
    return Response.json([
      [startS, startS + 3_600],
      [0, 0],
      [plug, plug],
    ]);
  });
  await renderTile(stateReportTile, {}, { attributes: { ...WELL, ...more }, definition });
  await screen.findByRole('region', { name: 'Scores' });
}

const textsIn = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const boxes = () =>
  ['Days on Well', 'Current Plug', 'Minutes per Plug', 'Plugs per Hour', 'Lateral Feet per Hour'].map(
    (label) => screen.getByText(label).nextElementSibling?.textContent,
  );
/** Where each stretch of the strip begins and how wide it is, percent. */
const strip = () =>
  within(screen.getByRole('list', { name: 'Activities in order of time' }))
    .getAllByRole('listitem')
    .map(({ style }) => [style.left, style.width]);
/** Score with its colour, hours, active and final benchmark, completion, joints an hour. */
const scores = () =>
  Object.fromEntries(
    within(screen.getByRole('region', { name: 'Scores' }))
      .getAllByRole('listitem')
      .map((card) => {
        const badge = within(card).getByText(/^Score /);
        const facts = [...card.querySelectorAll('dd')].map(({ textContent }) => textContent);
        return [
          card.querySelector('span')?.textContent,
          [badge.textContent, hexOf(badge.style.backgroundColor), ...facts],
        ];
      }),
  );

/** `rgb(46, 125, 50)` as `#2e7d32`. */
const hexOf = (colour: string) =>
  `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;

asUserAt(undefined, [34]);

test('a day by hand is shown to the last digit', async () => {
  await show(DAY, 3, { 'activity-complete-10': '1' });
  expect(boxes()).toEqual(['1.00', '3', '150.0', '0.40', '248.0']);
  expect(textsIn('Activity Breakdown')).toEqual([
    // 3 + 2.25 of 24 h: 21.875 %
    'Tripping In5.25 h21.9 %',
    // 8.333 %
    'Drill2.00 h8.3 %',
    // 22.917 %
    'Washdown5.50 h22.9 %',
    // 6.25 %, half up
    'Other1.50 h6.3 %',
    // 7.292 %
    'BOP Press Test1.75 h7.3 %',
    'Rig Up8.00 h33.3 %',
  ]);
  expect(strip()).toEqual([
    // Hours / 24: 8, 1.75, 3, 1.5, 2.25, 3.25, 1, 2.25, 1
    ['0%', '33.3333%'],
    ['33.3333%', '7.2917%'],
    ['40.625%', '12.5%'],
    ['53.125%', '6.25%'],
    ['59.375%', '9.375%'],
    ['68.75%', '13.5417%'],
    ['82.2917%', '4.1667%'],
    ['86.4583%', '9.375%'],
    ['95.8333%', '4.1667%'],
  ]);
  expect(scores()).toEqual({
    'Rig Up': ['Score 112.5', '#2e7d32', '8.00', '9.00', '9.00', '100.0 %', '- -'],
    'BOP Press Test': ['Score 85.7', '#777a1f', '1.75', '1.50', '1.50', '100.0 %', '- -'],
    'Tripping In': ['Score 95.2', '#2e7d32', '5.25', '5.00', '5.00', '100.0 %', '52.4'],
    'Mill and Wash': ['Score 80.0', '#d97706', '7.50', '6.00', '20.00', '30.0 %', '- -'],
  });
});

test('a job by hand, against high pressure, is shown to the last digit', async () => {
  await show(JOB, 20, { 'High Pressure': 'true' });
  // 77.5 / 24 = 3.229; 25 h × 60 / 20; 20 / 25; 6,200 ft / 25 h
  expect(boxes()).toEqual(['3.23', '20', '75.0', '0.80', '248.0']);
  expect(textsIn('Activity Breakdown')).toEqual([
    // Hours / 77.5: 7.742, 3.226, 14.194, 18.065, 16.129, 10.323, 1.935, 12.903, 15.484 %
    'Tripping In6.00 h7.7 %',
    'Circulating2.50 h3.2 %',
    'Drill11.00 h14.2 %',
    'Washdown14.00 h18.1 %',
    'Tripping Out12.50 h16.1 %',
    'Tripping in production8.00 h10.3 %',
    'BOP Press Test1.50 h1.9 %',
    'Rig Up10.00 h12.9 %',
    'Rig Down12.00 h15.5 %',
  ]);
  expect(scores()).toEqual({
    'Rig Up': ['Score 90.0', '#2e7d32', '10.00', '9.00', '9.00', '100.0 %', '- -'],
    'BOP Press Test': ['Score 100.0', '#2e7d32', '1.50', '1.50', '1.50', '100.0 %', '- -'],
    'Tripping In': ['Score 101.9', '#2e7d32', '6.00', '6.11', '6.11', '100.0 %', '45.8'],
    'Mill and Wash': ['Score 80.0', '#d97706', '25.00', '20.00', '20.00', '100.0 %', '- -'],
    Circulating: ['Score 80.0', '#d97706', '2.50', '2.00', '2.00', '100.0 %', '- -'],
    // 84.444: 0.4444 of the way from orange (217, 119, 6) to green (46, 125, 50)
    'Tripping Out': ['Score 84.4', '#8d7a1a', '12.50', '10.56', '10.56', '100.0 %', '38.0'],
    // 76.389: 0.6389 of the way from dark red (139, 26, 26) to orange
    'Tripping in production': ['Score 76.4', '#bd550d', '8.00', '6.11', '6.11', '100.0 %', '34.4'],
    // 75: half way
    'Rig Down': ['Score 75.0', '#b24910', '12.00', '9.00', '9.00', '100.0 %', '- -'],
  });
});
