import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { permissionId } from '@telltale/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { SeriesFrame, SeriesStatus } from '#readings/series.ts';
import { useSessionStore } from '#session/session-store.ts';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { renderEditor } from '#tiles/testing/render-tile.tsx';
import {
  bag,
  catchSaved,
  definition,
  forgetChart,
  frame,
  openMenu,
  readings,
  showChart,
  start,
} from '../testing/chart.tsx';

afterEach(forgetChart);

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
    // The first chart of a page asks for the settings of its live connection as well.
    const missing = new Response('', { status: 404 });
    vi.stubGlobal('fetch', async (path: string) => (path === '/api/ef/assets' ? replies.shift() : missing));
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
