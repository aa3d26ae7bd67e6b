// @vitest-environment jsdom
import '#app/testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { useSessionStore } from '#app/session-store.ts';
import type { ResolvedSeriesRequest, SeriesFrame, SeriesStatus } from '#tile-kit/series.ts';
import { aReading, FixedReadings, FixedSeries } from '#tile-kit/testing.tsx';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';

const start = Date.UTC(2026, 10, 20, 12) / 1000;
const frame: SeriesFrame = {
  times: [start, start + 1, start + 2],
  columns: [
    [1, 2, 3],
    [10, null, 30],
  ],
};
const readings = new FixedReadings({
  1: aReading({ name: 'Motor current', unit: 'A' }),
  2: aReading({ name: '<i>Flow</i>', unit: 'bbl/d' }),
});
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 1, label: 'motor_current' },
    { dataItemId: 2, label: 'flow' },
  ],
};
const bag = { title: 'Pump', series: [{ dataItem: 1 }, { dataItem: 2 }] };

/** A source that also remembers what was asked for. */
class AskedSeries extends FixedSeries {
  readonly requests: ResolvedSeriesRequest[] = [];

  override open(request?: ResolvedSeriesRequest) {
    // A chart that compares with nothing keeps a feed of nothing for it.
    if (request !== undefined && request.items.length > 0) this.requests.push(request);
    return super.open();
  }
}

async function showChart(
  options: {
    frame?: SeriesFrame;
    status?: SeriesStatus;
    bag?: Record<string, unknown>;
    isViewOnly?: boolean;
    answers?: NonNullable<Parameters<typeof renderTile>[2]>['answers'];
  } = {},
) {
  const series = new AskedSeries(options.frame ?? frame, options.status);
  const { container } = await renderTile(fastGraphTile, options.bag ?? bag, {
    readings,
    series,
    definition,
    zone: 'America/Chicago',
    actions: { isViewOnly: options.isViewOnly ?? true },
    ...(options.answers === undefined ? {} : { answers: options.answers }),
  });
  return { series, container };
}
/** What is saved as files from now on. */
function catchSaved() {
  const saved: { name: string; text: Promise<string> }[] = [];
  let blob: Blob | undefined;
  URL.createObjectURL = (given) => {
    blob = given as Blob;
    return 'blob:chart';
  };
  URL.revokeObjectURL = () => undefined;
  HTMLAnchorElement.prototype.click = function click() {
    saved.push({ name: this.download, text: blob?.text() ?? Promise.resolve('') });
  };
  return saved;
}
afterEach(() => {
  vi.unstubAllGlobals();
  useSessionStore.setState(useSessionStore.getInitialState());
});
const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Chart menu' }));

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

describe('a web request', () => {
  test('that is not set up says so, and no history is asked for', async () => {
    const { container, series } = await showChart({ bag: { ...bag, source: 'request' } });
    expect(container.textContent).toContain('No Fetch configured');
    expect(series.requests).toEqual([]);
  });

  test('that fails later keeps what it answered before, and says when it is tried again', async () => {
    const replies = [
      Response.json([
        { time: start, v: 7 },
        { time: start + 60, v: 8 },
      ]),
      new Response('', { status: 503 }),
    ];
    vi.stubGlobal('fetch', async () => replies.shift());
    await showChart({ bag: { source: 'request', fetch: { url: '/api/ef/assets' } } });
    expect(await screen.findByText('8.000')).toBeDefined();
    openMenu();
    fireEvent.click(await screen.findByText('Refresh'));
    expect((await screen.findByText(/^No new data: /)).textContent).toContain('Trying again in 25 s.');
    expect(screen.getByText('8.000')).toBeDefined();
  });

  test('gives all of its points to an export', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json([
        { time: start, v: 7 },
        { time: start + 60, v: null },
      ]),
    );
    const saved = catchSaved();
    await showChart({ bag: { title: 'Rows', source: 'request', fetch: { url: '/api/ef/assets' } } });
    await screen.findByText('7.00');
    openMenu();
    fireEvent.click(await screen.findByText('Export raw data'));
    expect(saved[0]?.name).toMatch(/^Rows /);
    expect(await saved[0]?.text).toContain('Time,v\r\n2026-11-20T12:00:00.000Z,7\r\n');
  });

  test('is chosen and set up in the editor', async () => {
    const { changes } = await renderEditor(fastGraphTile, bag, { readings, definition });
    fireEvent.click(screen.getByLabelText('Web Request'));
    expect(changes.at(-1)?.source).toBe('request');
    expect(await screen.findByLabelText('URL')).toBeDefined();
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

describe('states', () => {
  const empty: SeriesFrame = { times: [], columns: [] };
  test('no data in the period', async () => {
    await showChart({ frame: empty });
    expect(screen.getByText('No data in this period')).toBeDefined();
  });

  test('that period without data says how far back the last value lies', async () => {
    await showChart({ frame: empty });
    expect(screen.getByText(/^The last value came/).textContent).toMatch(/came .+ ago\.$/);
  });

  test('a chart none of whose data items is on the asset says so, and not that the period is empty', async () => {
    await showChart({ frame: empty, bag: { series: [{ dataItem: 98 }, { dataItem: 99 }] } });
    expect(screen.getAllByText('Cannot find data item')).not.toHaveLength(0);
    expect(screen.queryByText('No data in this period')).toBeNull();
  });

  test('who may not see history is told so, and not to try again', async () => {
    useSessionStore.setState({ state: 'valid', permissions: new Set([permissionId('CurrentDataItems', 'View')]) });
    const status: SeriesStatus = { state: 'error', message: 'Refused.', droppedSamples: 0 };
    const { series } = await showChart({ frame: empty, status });
    expect(screen.getByText('You are missing permissions to view history.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    act(() => series.set(frame, status));
    expect(screen.getByRole('status').textContent).toContain('Values are shown as they come.');
  });

  test('loading', async () => {
    await showChart({ frame: empty, status: { state: 'loading', droppedSamples: 0 } });
    expect(screen.getByText('Loading')).toBeDefined();
  });

  test('an error without any data stands in place of the chart, with a way out', async () => {
    const { series } = await showChart({
      frame: empty,
      status: { state: 'error', message: 'The portal cannot be reached.', droppedSamples: 0 },
    });
    expect(screen.getByRole('alert').textContent).toContain('The portal cannot be reached.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(series.asked).toContain('refresh');
  });

  test('an error while there is data is one line above it', async () => {
    await showChart({ status: { state: 'error', message: 'Trying again in 25 s.', droppedSamples: 0 } });
    expect(screen.getByRole('status').textContent).toContain('Trying again in 25 s.');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('dropped points are counted', async () => {
    await showChart({ status: { state: 'ready', droppedSamples: 12_000 } });
    expect(screen.getByRole('status').textContent).toContain('12,000 older points left out');
  });

  test('a chart without data items says what to do', async () => {
    await showChart({ bag: {} });
    expect(screen.getByText('Choose data items')).toBeDefined();
  });

  test('a series whose data item is not on the asset is said to be so', async () => {
    await showChart({ bag: { series: [{ dataItem: 1 }, { dataItem: 99 }] } });
    expect(screen.getByText('Cannot find data item')).toBeDefined();
  });

  test('a text that drawing failed with stands in place of the chart', async () => {
    const broken = {
      ...frame,
      get columns(): (number | null)[][] {
        throw new Error('columns <b>went</b> missing');
      },
    };
    await showChart({ frame: broken });
    expect((await screen.findByRole('alert')).textContent).toContain('columns <b>went</b> missing');
  });
});

describe('the editor', () => {
  const dashboard = { readings, definition };
  test('adds, moves and removes series', async () => {
    const { changes } = await renderEditor(fastGraphTile, bag, dashboard);
    fireEvent.click(screen.getByRole('button', { name: 'Add series' }));
    expect(changes.at(-1)?.series).toMatchObject([{ dataItem: 1 }, { dataItem: 2 }, { dataItem: null }]);
    fireEvent.click(screen.getByRole('button', { name: 'Move Series 2 up' }));
    expect(changes.at(-1)?.series).toMatchObject([{ dataItem: 2 }, { dataItem: 1 }, { dataItem: null }]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Series 1' }));
    expect(changes.at(-1)?.series).toMatchObject([{ dataItem: 1 }, { dataItem: null }]);
  });

  test('a renamed axis takes its series along', async () => {
    const stored = { axes: [{ label: 'Left' }], series: [{ dataItem: 1, axis: { label: 'Left' } }, { dataItem: 2 }] };
    const { changes } = await renderEditor(fastGraphTile, stored, dashboard);
    fireEvent.change(screen.getByLabelText('Axis 1, label'), { target: { value: 'psi' } });
    expect(changes.at(-1)).toMatchObject({
      axes: [{ label: 'psi' }],
      series: [{ axis: { label: 'psi' } }, { axis: { label: '' } }],
    });
  });

  test('several data items are chosen at once; those already there keep their settings', async () => {
    const stored = { series: [{ dataItem: 1, color: '#123456' }] };
    const { changes } = await renderEditor(fastGraphTile, stored, dashboard);
    fireEvent.click(screen.getByRole('button', { name: /1 Selected/ }));
    fireEvent.click(await screen.findByText('Check all'));
    expect(changes.at(-1)?.series).toMatchObject([
      { dataItem: 1, color: '#123456' },
      { dataItem: 2, color: '' },
    ]);
  });

  test('what the legend tells is chosen', async () => {
    const { changes } = await renderEditor(fastGraphTile, { ...bag, legendValues: ['last', 'max'] }, dashboard);
    fireEvent.click(screen.getByRole('combobox', { name: 'Legend shows' }));
    fireEvent.click(await screen.findByRole('option', { name: 'Minimum' }));
    expect(changes.at(-1)?.legendValues).toEqual(['last', 'min', 'max']);
  });

  test('the area below a line has a colour of its own', async () => {
    const { changes } = await renderEditor(fastGraphTile, { series: [{ dataItem: 1 }] }, dashboard);
    expect(screen.queryByRole('button', { name: /colour of its fill/ })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Series 1, fill' }));
    expect(changes.at(-1)?.series).toMatchObject([{ fill: true }]);
    expect(screen.getByRole('button', { name: /colour of its fill/ })).toBeDefined();
  });

  test('JSON that does not parse is marked, and the settings stay', async () => {
    const { changes } = await renderEditor(fastGraphTile, bag, dashboard);
    fireEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
    const field = await screen.findByLabelText('Settings as JSON');
    fireEvent.change(field, { target: { value: '{"title": ' } });
    expect(screen.getByText('JSON invalid')).toBeDefined();
    fireEvent.change(field, { target: { value: '[]' } });
    expect(screen.getByText('JSON invalid')).toBeDefined();
    expect(changes).toEqual([]);
    act(() => fireEvent.change(field, { target: { value: '{"title": "New", "series": []}' } }));
    expect(screen.queryByText('JSON invalid')).toBeNull();
    expect(changes.at(-1)).toMatchObject({ title: 'New', series: [], fixedStart: 0.5 });
  });

  test('JSON of an older graph is read, and what cannot be read is named', async () => {
    const { changes } = await renderEditor(fastGraphTile, bag, dashboard);
    fireEvent.click(screen.getByRole('button', { name: 'Edit as JSON' }));
    const field = await screen.findByLabelText('Settings as JSON');
    const flot = { dataItems: [1], hours: 3, yaxes: [{ axisLabel: 'A', min: 1 }] };
    act(() => fireEvent.change(field, { target: { value: JSON.stringify(flot) } }));
    expect(changes.at(-1)).toMatchObject({ fixedStart: 3, axes: [{ label: 'A', min: 1 }], series: [{ dataItem: 1 }] });
    act(() => fireEvent.change(field, { target: { value: '{"legend": "no", "fixedStart": "4", "invert": 1}' } }));
    expect(changes.at(-1)).toMatchObject({ legend: true, fixedStart: 4, invert: false });
    expect(screen.getByText('Settings not read: invert, legend')).toBeDefined();
  });
});
