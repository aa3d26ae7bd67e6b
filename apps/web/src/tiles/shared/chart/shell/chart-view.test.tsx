import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { PLAIN_DISPLAY } from '@telltale/contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { aReading, FixedReadings } from '#tile-kit/testing/tile-world.tsx';
import { bag, catchSaved, forgetChart, frame, openMenu, showChart, start } from '../testing/chart.tsx';

afterEach(() => {
  forgetChart();
  vi.restoreAllMocks();
});

/** The colours in which rectangles are filled from now on. */
function catchFills(): string[] {
  const filled: string[] = [];
  const plain = document.createElement('canvas').getContext('2d') as object;
  let colour = '';
  const caught = new Proxy(plain, {
    get: (target, name) => (name === 'fillRect' ? () => filled.push(colour) : Reflect.get(target, name)),
    set: (_target, name, value) => {
      if (name === 'fillStyle') colour = value;
      return true;
    },
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(caught as RenderingContext);
  return filled;
}

describe('the chart', () => {
  test('asks for its window, with 30 buckets for each percent of resolution', async () => {
    const { series } = await showChart({ bag: { ...bag, fixedStart: 24, decimation: 50, refreshInterval: 30 } });
    expect(series.requests[0]).toMatchObject({
      items: [{ dataItemId: 1 }, { dataItemId: 2 }],
      window: { kind: 'live', hours: 24 },
      threshold: 1500,
      refreshSeconds: 30,
    });
  });

  test('writes the newest value of each series in the legend, and names as text', async () => {
    const { container } = await showChart();
    const legend = screen.getByRole('list', { name: 'Series' });
    await waitFor(() => expect(within(legend).getByText('30.00')).toBeDefined());
    expect(within(legend).getByText('3.000')).toBeDefined();
    expect(within(legend).getByText('<i>Flow</i>')).toBeDefined();
    expect(container.querySelector('i')).toBeNull();
  });

  test('writes values as their data item is described, and follows a later description', async () => {
    const words = [{ value: 3, word: 'Running' }];
    const own = new FixedReadings({
      1: aReading({ name: 'Motor', display: { ...PLAIN_DISPLAY, words } }),
      2: aReading({ name: 'Flow', unit: 'bbl/d', display: { ...PLAIN_DISPLAY, decimals: 1 } }),
    });
    await showChart({ readings: own });
    const legend = screen.getByRole('list', { name: 'Series' });
    expect(await within(legend).findByText('Running')).toBeDefined();
    expect(within(legend).getByText('30.0')).toBeDefined();
    act(() => own.set(2, aReading({ name: 'Flow', unit: 'm³/h', display: { ...PLAIN_DISPLAY, decimals: 0 } })));
    expect(await within(legend).findByText('m³/h')).toBeDefined();
    expect(await within(legend).findByText('30')).toBeDefined();
  });

  test.each([
    ['while it is live', LIVE],
    ['in the past', { kind: 'past', atMs: (start + 2) * 1000 }],
  ] as const)('draws the bands of its data item behind the lines %s', async (_, cursor) => {
    const filled = catchFills();
    const bands = { ...PLAIN_DISPLAY.bands, high: { limit: 2, color: '#ffaa00', severity: 5 } };
    const own = new FixedReadings({ 1: aReading({ display: { ...PLAIN_DISPLAY, bands } }) });
    await showChart({
      readings: own,
      bag: { ...bag, series: [{ dataItem: 1 }] },
      time: new DashboardTime({ cursor, range: undefined }),
    });
    await waitFor(() => expect(filled).toContain('#ffaa00'));
  });

  test('new points reach the legend without a new request', async () => {
    const { series } = await showChart();
    await screen.findByText('30.00');
    series.set({
      times: [...frame.times, start + 3],
      columns: [
        [1, 2, 3, 4.5],
        [10, null, 30, 41],
      ],
    });
    expect(await screen.findByText('41.00')).toBeDefined();
    expect(series.requests).toHaveLength(1);
  });

  test('is made once, follows what comes, and is gone with its tile', async () => {
    const { series, container } = await showChart();
    const plot = await waitFor(() => {
      const found = container.querySelector('.uplot');
      expect(found).not.toBeNull();
      return found;
    });
    for (const value of [41, 42, 43]) {
      series.set({ times: [start, start + value], columns: [[1, value], []] });
      expect(await screen.findByText(`${value}.00`)).toBeDefined();
      expect(container.querySelector('.uplot')).toBe(plot);
    }
    expect(container.querySelectorAll('.uplot')).toHaveLength(1);
    expect(series.listeners).toBeGreaterThan(0);
    cleanup();
    expect(document.querySelector('.uplot')).toBeNull();
    expect(series.listeners).toBe(0);
  });

  test('the time zone is written', async () => {
    await showChart();
    expect(screen.getByTitle('Times are shown in America/Chicago').textContent).toMatch(/^C[SD]T$/);
  });

  test('a click in the legend hides a line, Ctrl+click leaves it alone, again brings all back', async () => {
    await showChart();
    const [first, second] = within(screen.getByRole('list', { name: 'Series' })).getAllByRole('button');
    const pressed = () => [first, second].map((button) => button?.getAttribute('aria-pressed'));
    if (!first || !second) throw new Error('two series were expected');
    fireEvent.click(first);
    expect(pressed()).toEqual(['false', 'true']);
    fireEvent.click(first, { ctrlKey: true });
    expect(pressed()).toEqual(['true', 'false']);
    fireEvent.click(first, { shiftKey: true });
    expect(pressed()).toEqual(['true', 'true']);
  });

  test('the legend tells minimum, maximum and mean of what is in sight where it is asked to', async () => {
    const answers = [
      [['history', 'means', '7-1,7-2', (start + 2) * 1000 - 1_800_000, (start + 2) * 1000], new Map([['7-1', 2.25]])],
    ] as const;
    const { container } = await showChart({ bag: { ...bag, legendValues: ['min', 'max', 'mean', 'last'] }, answers });
    const [first, second] = within(screen.getByRole('list', { name: 'Series' })).getAllByRole('button');
    await waitFor(() => expect(first?.textContent).toBe('Motor current3.000 min 1.000 max 3.000 mean 2.250A'));
    expect(second?.textContent).toContain('30.00 min 10.00 max 30.00 mean - -');
    expect(container.textContent).not.toContain('NaN');
  });

  test('without a legend there is none', async () => {
    const { container } = await showChart({ bag: { ...bag, legend: false } });
    expect(container.querySelector('ul')?.parentElement?.hidden).toBe(true);
  });
});

describe('zooming', () => {
  test('asks the history for the part of time, and goes back to live', async () => {
    const { series } = await showChart();
    const plot = screen.getByRole('img', { name: /^Pump: / });
    await screen.findByText('30.00');
    fireEvent.keyDown(plot, { key: '+' });
    await waitFor(() => expect(series.requests.at(-1)?.window.kind).toBe('fixed'));
    const zoomed = series.requests.at(-1)?.window;
    if (zoomed?.kind !== 'fixed') throw new Error('a fixed window was expected');
    expect(zoomed.toMs - zoomed.fromMs).toBeCloseTo((0.5 * 3_600_000) / 1.5, -2);
    expect(screen.getByText('Zoomed')).toBeDefined();

    fireEvent.click(screen.getByRole('button', { name: 'Zoom out' }));
    await waitFor(() => expect(series.requests.at(-1)?.window.kind).toBe('live'));
    expect(screen.queryByText('Zoomed')).toBeNull();
  });
});

describe('the controls', () => {
  test('pause keeps new points back, resume lets them come', async () => {
    const { series } = await showChart();
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(screen.getByText('Paused')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(series.asked).toEqual(['resume', 'pause', 'resume']);
  });

  test('a chart that is not to be refreshed keeps new points back from the start', async () => {
    const { series } = await showChart({ bag: { ...bag, refreshData: false } });
    expect(series.asked).toEqual(['pause']);
  });

  test('refresh asks again', async () => {
    const { series } = await showChart();
    openMenu();
    fireEvent.click(await screen.findByText('Refresh'));
    expect(series.asked).toContain('refresh');
  });

  test('show only in view-only mode', async () => {
    await showChart({ isViewOnly: false });
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Chart menu' })).toBeNull();
  });

  test('the points can be read as a table, newest first, in the zone of the dashboard', async () => {
    await showChart();
    openMenu();
    fireEvent.click(await screen.findByText('Show as table'));
    const table = await screen.findByRole('grid', { name: 'Points of the chart' });
    expect(within(table).getByText('Motor current (A)')).toBeDefined();
    const rows = within(table)
      .getAllByRole('row')
      .filter((row) => row.textContent?.startsWith('2026'));
    expect(rows.map((row) => row.textContent)).toEqual([
      '2026-11-20 06:00:023.00030.000',
      '2026-11-20 06:00:012.000',
      '2026-11-20 06:00:001.00010.000',
    ]);
  });

  test('the table writes small values out, whatever their unit', async () => {
    await showChart({
      frame: {
        times: [start, start + 1],
        columns: [
          [1.5e-7, 2.5e-7],
          [4e-6, 4e-6],
        ],
      },
    });
    openMenu();
    fireEvent.click(await screen.findByText('Show as table'));
    const table = await screen.findByRole('grid', { name: 'Points of the chart' });
    expect(within(table).getByText('0.0000002500')).toBeDefined();
    expect(within(table).getAllByText('0.000004000')).toHaveLength(2);
  });

  test('the raw data is asked for point by point and saved', async () => {
    const saved = catchSaved();
    const { series } = await showChart();
    openMenu();
    fireEvent.click(await screen.findByText('Export raw data'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(series.requests.at(-1)).toMatchObject({ threshold: -1, window: { kind: 'fixed' } });
    expect(saved[0]?.name).toMatch(/^Pump \d{4}-\d\d-\d\d \d{4}\.csv$/);
    expect(await saved[0]?.text).toContain('2026-11-20T12:00:01.000Z,2,\r\n');
  });
});

describe('comparing with an earlier period', () => {
  test('is chosen in the menu, asks for that period, and ends', async () => {
    const { series } = await showChart({ bag: { ...bag, fixedStart: 1 } });
    openMenu();
    fireEvent.click(await screen.findByText('A week before'));
    await waitFor(() => expect(series.requests.at(-1)?.window.kind).toBe('fixed'));
    const asked = series.requests.at(-1)?.window;
    if (asked?.kind !== 'fixed') throw new Error('a fixed window was expected');
    const week = 7 * 86_400_000;
    expect(asked.fromMs + week).toBeLessThanOrEqual((start + 2) * 1000 - 3_600_000);
    expect(asked.toMs + week).toBeGreaterThanOrEqual((start + 2) * 1000);
    const count = series.requests.length;
    openMenu();
    fireEvent.click(await screen.findByText('Nothing'));
    expect(series.requests).toHaveLength(count);
  });
});
