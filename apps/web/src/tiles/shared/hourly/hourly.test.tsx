import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { cleanup, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#session/session-store.ts';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { rangeOf, shadeOf } from '#tiles/hourly-heat-map/shades.ts';
import { hourlyHeatMapTile } from '#tiles/hourly-heat-map/tile.ts';
import { roundTicks } from '#tiles/mean-box-chart/box-scale.ts';
import { meanBoxChartTile } from '#tiles/mean-box-chart/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';

const bag = { dataItem: 5, start: 7, stop: 9 };
const readings = new FixedReadings({ 5: aReading({ name: 'Flow', unit: 'm³/h' }) });
const at = (time: string) => Date.parse(time) / 1000;
/** Two days: 10 and 20 at seven, 40 at nine of the second. */
const answer = [
  [at('2026-11-19T07:00Z'), at('2026-11-20T07:15Z'), at('2026-11-20T09:00Z'), at('2026-11-20T09:15Z')],
  [2, 1, 1, 0],
  [20, 20, 40, null],
  [5, 20, 40, null],
  [15, 20, 40, null],
];
const asked: URL[] = [];

function portalAnswers(response: () => Response) {
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://portal.test'));
    return response();
  });
}

beforeEach(() => {
  asked.length = 0;
  portalAnswers(() => Response.json(answer));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('who may not see history is told so', async () => {
  useSessionStore.setState({ state: 'valid' });
  await renderTile(hourlyHeatMapTile, bag, { readings });
  useSessionStore.setState(useSessionStore.getInitialState());
  expect(screen.getByText('You are missing permissions to view history.')).toBeDefined();
});

describe('the hourly heat map', () => {
  test('has a row a day, the newest first, and a column an hour', async () => {
    await renderTile(hourlyHeatMapTile, bag, { readings });
    const rows = (await screen.findAllByRole('row')).map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['Day', '7', '8', '9'],
      ['2026-11-20', '20', '', '40'],
      ['2026-11-19', '10', '', ''],
    ]);
  });

  test('asks for quarters of an hour of the days that it shows', async () => {
    await renderTile(hourlyHeatMapTile, { ...bag, days: 3 }, { readings });
    await screen.findByText('2026-11-20');
    const query = Object.fromEntries(asked[0]?.searchParams ?? []);
    expect(query).toMatchObject({ aggregate: 'count,sum,min,max', bucket: '900', dataItems: '7-5' });
    const [fromMs, toMs] = [Date.parse(query.startTime ?? ''), Date.parse(query.endTime ?? '')];
    // It ends with a whole minute, and begins so many days before the end of the quarter of an hour that this minute's end lies in.
    const endMs = toMs + 1;
    expect([fromMs % 900_000, endMs % 60_000]).toEqual([0, 0]);
    expect(fromMs + 4 * 86_400_000).toBe((Math.floor(endMs / 900_000) + 1) * 900_000);
  });

  test('in the past shows nothing of what came after the moment, nor of the minute that it lies in', async () => {
    const time = new DashboardTime();
    time.setCursor({ kind: 'past', atMs: Date.parse('2026-11-20T09:10:42.500Z') });
    await renderTile(hourlyHeatMapTile, bag, { readings, time });
    await screen.findByText('2026-11-20');
    expect(asked.map((url) => url.searchParams.get('endTime'))).toEqual(['2026-11-20T09:09:59.999Z']);
  });

  test('says that there are no values', async () => {
    portalAnswers(() => Response.json([[], [], [], [], []]));
    await renderTile(hourlyHeatMapTile, bag, { readings });
    expect(await screen.findByText('No values in these hours of the last 14 days')).toBeDefined();
  });

  test('says what went wrong and offers another try', async () => {
    portalAnswers(() => Response.json({ error: { code: 'busy', message: 'Come back later.' } }, { status: 503 }));
    await renderTile(hourlyHeatMapTile, bag, { readings });
    expect(await screen.findByText('Come back later.')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined();
  });

  test('shades from the least to the greatest', () => {
    const range = rangeOf([3, 1, 2]);
    expect([1, 2, 3, undefined].map((value) => shadeOf(value, range))).toEqual([0, 0.5, 1, 0]);
    expect(shadeOf(7, rangeOf([7, 7]))).toBe(0.5);
  });
});

describe('the mean box chart', () => {
  test('has a box for each hour that has values', async () => {
    await renderTile(meanBoxChartTile, bag, { readings });
    const rows = (await screen.findAllByRole('row'))
      .slice(1)
      .map((row) => [...row.children].map((cell) => cell.textContent));
    expect(rows).toEqual([
      ['7', '10.00', '12.50', '15.00', '17.50', '20.00', '15.00', '2'],
      ['9', '40.00', '40.00', '40.00', '40.00', '40.00', '40.00', '1'],
    ]);
  });

  test.each([
    [0, 10],
    [5, 5],
    [0, 0],
    [-0.003, 0.004],
    [1e9, 1e9 + 7],
  ])('has round lines around %d to %d', (min, max) => {
    const ticks = roundTicks(min, max);
    expect(ticks[0]).toBeLessThanOrEqual(min);
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
  });

  test('has few lines, whatever the values', () => {
    const value = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(value, value, (a, b) => {
        const ticks = roundTicks(Math.min(a, b), Math.max(a, b));
        expect(ticks.length).toBeGreaterThanOrEqual(2);
        expect(ticks.length).toBeLessThanOrEqual(9);
      }),
    );
  });
});
