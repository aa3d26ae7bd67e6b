import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ResolvedSeriesRequest, SeriesFrame } from '#readings/series.ts';
import { aReading, FixedReadings, FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { CrosshairMember } from '#tiles/shared/chart/crosshair/crosshair-member.ts';
import { renderEditor, renderTile } from '#tiles/testing/render-tile.tsx';
import { xyChartTile } from './tile.ts';

const start = Date.UTC(2026, 10, 20, 12) / 1000;
/** Flow over pressure: 10 psi gives 100 bbl/d, 20 gives 300, 30 gives 200. */
const frame: SeriesFrame = {
  times: [start, start + 60, start + 120],
  columns: [
    [10, 20, 30],
    [100, 300, 200],
  ],
};
const readings = new FixedReadings({
  1: aReading({ name: 'Pressure', unit: 'psi' }),
  2: aReading({ name: '<i>Flow</i>', unit: 'bbl/d' }),
});
const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 1, label: 'pressure' },
    { dataItemId: 2, label: 'flow' },
  ],
};
const axes = [{ label: 'flow', min: 0, max: 400 }];
const overPressure = {
  title: 'Curve',
  x: { dataItem: 1, min: 0, max: 40 },
  axes,
  series: [{ dataItem: 2, axis: { label: 'flow' } }],
};
const overTime = { title: 'Curve', axes, series: [{ dataItem: 1, axis: { label: 'flow' } }] };

class AskedSeries extends FixedSeries {
  readonly requests: ResolvedSeriesRequest[] = [];

  override open(request?: ResolvedSeriesRequest) {
    if (request !== undefined) this.requests.push(request);
    return super.open();
  }
}

/** A chart that is drawn, another chart of its tab, and the plot by shares of its width and height. */
async function showChart(bag: Record<string, unknown> = overPressure, shown = frame) {
  const series = new AskedSeries(shown);
  const heard: (number | undefined)[] = [];
  const other = new CrosshairMember('test', (moment) => heard.push(moment));
  const { container } = await renderTile(xyChartTile, bag, { readings, series, definition });
  const plot = screen.getByRole('img', { name: /^Curve: / });
  await waitFor(() => expect(plot.querySelector('canvas')).not.toBeNull());
  const over = plot.lastElementChild as HTMLElement;
  const size = () => ({ width: Number.parseFloat(over.style.width), height: Number.parseFloat(over.style.height) });
  // jsdom lays nothing out: every element would be as large as the screen.
  Object.defineProperties(over, {
    clientWidth: { get: () => size().width },
    clientHeight: { get: () => size().height },
  });
  const at = (right: number, up: number) => ({ clientX: right * size().width, clientY: (1 - up) * size().height });
  const drag = async (from: readonly [number, number], to: readonly [number, number], shiftKey = false) => {
    await act(async () => {
      fireEvent.mouseDown(over, { ...at(...from), shiftKey, button: 0 });
      fireEvent.mouseMove(window, at(...to));
      fireEvent.mouseUp(window, at(...to));
    });
  };
  const dots = () => [...over.querySelectorAll('i')].filter(({ hidden }) => !hidden);
  return { series, container, plot, over, at, size, drag, dots, heard, other };
}
const legend = () => screen.getByRole('list', { name: 'Series' });
const drawn = () => act(async () => new Promise(requestAnimationFrame));

describe('the pointer on a point', () => {
  test('shows both values, their units and the time, and names as text', async () => {
    const { over, at, container } = await showChart();
    fireEvent.mouseMove(over, at(0.5, 0.75));
    const box = within(over);
    expect(box.getByText('2026-11-20 12:01:00 UTC')).toBeDefined();
    expect(box.getByText('<i>Flow</i>').parentElement?.textContent).toBe('<i>Flow</i>300.00bbl/dPressure20.00psi');
    expect(within(legend()).getByText('300.00')).toBeDefined();
    expect(container.querySelector('i:not([class])')).toBeNull();
  });

  test('puts the crosshair of the tab at its time, and takes it away again', async () => {
    const { over, at, heard, dots } = await showChart();
    fireEvent.mouseMove(over, at(0.5, 0.75));
    expect(heard).toEqual([start + 60]);
    expect(dots()).toHaveLength(1);
    fireEvent.mouseLeave(over);
    expect(heard).toEqual([start + 60, undefined]);
    expect(dots()).toHaveLength(0);
    expect(within(legend()).getByText('200.00')).toBeDefined();
  });

  test('puts the values of the other series at its time into the legend', async () => {
    const { over, at } = await showChart(
      { ...overPressure, series: [...overPressure.series, { dataItem: 3 }] },
      {
        times: frame.times,
        columns: [...frame.columns, [7, 8, 9]],
      },
    );
    fireEvent.mouseMove(over, at(0.5, 0.75));
    expect(within(legend()).getByText('8.00')).toBeDefined();
  });

  test('means nothing where no point is near', async () => {
    const { over, at, heard, dots } = await showChart();
    fireEvent.mouseMove(over, at(0.9, 0.1));
    expect(heard).toEqual([]);
    expect(dots()).toHaveLength(0);
  });
});

describe("another chart's crosshair", () => {
  test('marks the point of its time, without a box', async () => {
    const { over, other, dots, size } = await showChart();
    act(() => other.publish(start + 121));
    const [left, top] = [(30 / 40) * size().width, size().height / 2];
    expect(dots().map(({ style }) => style.transform)).toEqual([`translate(${left}px, ${top}px)`]);
    expect(within(over).queryByText(/UTC$/)?.parentElement?.hidden ?? true).toBe(true);
    act(() => other.publish(undefined));
    expect(dots()).toHaveLength(0);
  });

  test('marks nothing where nothing was measured', async () => {
    const { other, dots } = await showChart();
    act(() => other.publish(start - 3600));
    expect(dots()).toHaveLength(0);
  });
});

describe('the view', () => {
  /** Where the dot of the second point stands, as shares of the plot. */
  const standsAt = ({ other, dots, size }: Awaited<ReturnType<typeof showChart>>) => {
    act(() => other.publish(start + 60));
    const [left, top] = (dots()[0]?.style.transform.match(/-?[\d.]+/g) ?? []).map(Number);
    return left === undefined || top === undefined
      ? undefined
      : [left / size().width, 1 - top / size().height].map((share) => Math.round(share * 1000) / 1000);
  };

  test('goes to a rectangle that is drawn, holds back new points, and goes back with a double click', async () => {
    const chart = await showChart();
    expect(standsAt(chart)).toEqual([0.5, 0.75]);
    await chart.drag([0.25, 0.5], [0.75, 1]);
    await drawn();
    expect(standsAt(chart)).toEqual([0.5, 0.5]);
    expect(screen.getByText('Zoomed')).toBeDefined();
    expect(chart.series.asked.at(-1)).toBe('pause');
    fireEvent.doubleClick(chart.over);
    await drawn();
    expect(standsAt(chart)).toEqual([0.5, 0.75]);
    expect(chart.series.asked.at(-1)).toBe('resume');
  });

  test('goes back with the button of the chart', async () => {
    const chart = await showChart();
    await chart.drag([0.25, 0.5], [0.75, 1]);
    fireEvent.click(await screen.findByRole('button', { name: 'Zoom out' }));
    await drawn();
    expect(standsAt(chart)).toEqual([0.5, 0.75]);
    expect(screen.queryByText('Zoomed')).toBeNull();
  });

  test('zooms about the pointer with Ctrl and the wheel; the wheel alone is the page’s', async () => {
    const chart = await showChart();
    expect(fireEvent.wheel(chart.over, { ...chart.at(0.5, 0.75), deltaY: -100 })).toBe(true);
    expect(fireEvent.wheel(chart.over, { ...chart.at(0, 0), deltaY: -100, ctrlKey: true })).toBe(false);
    await drawn();
    expect(standsAt(chart)).toEqual([0.6, 0.9]);
  });

  test('moves in both directions when dragged with Shift', async () => {
    const chart = await showChart();
    await chart.drag([0.5, 0.5], [0.75, 0.25], true);
    await drawn();
    expect(standsAt(chart)).toEqual([0.75, 0.5]);
  });

  test('follows two fingers', async () => {
    const chart = await showChart();
    const fingers = (...places: [number, number][]) => ({ touches: places.map((place) => chart.at(...place)) });
    fireEvent.touchStart(chart.over, fingers([0.4, 0.75], [0.6, 0.75]));
    fireEvent.touchMove(chart.over, fingers([0.3, 0.65], [0.7, 0.65]));
    await drawn();
    expect(standsAt(chart)).toEqual([0.5, 0.65]);
    // Twice as far apart: half as much is seen.
    act(() => chart.other.publish(start + 120));
    const left = Number.parseFloat(chart.dots()[0]?.style.transform.match(/[\d.]+/)?.[0] ?? '');
    expect(left / chart.size().width).toBeCloseTo(1, 3);
  });

  test('is moved by the keyboard, which also goes from point to point', async () => {
    const chart = await showChart();
    fireEvent.keyDown(chart.plot, { key: 'ArrowLeft' });
    expect(chart.heard).toEqual([start + 120]);
    fireEvent.keyDown(chart.plot, { key: 'ArrowLeft' });
    expect(chart.heard.at(-1)).toBe(start + 60);
    expect(within(chart.over).getByText('2026-11-20 12:01:00 UTC')).toBeDefined();
    fireEvent.keyDown(chart.plot, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(chart.plot, { key: 'ArrowUp', shiftKey: true });
    await drawn();
    expect(standsAt(chart)).toEqual([0.25, 0.5]);
    fireEvent.keyDown(chart.plot, { key: '+' });
    await drawn();
    expect(standsAt(chart)).toEqual([0.125, 0.5]);
    fireEvent.keyDown(chart.plot, { key: '0' });
    await drawn();
    expect(standsAt(chart)).toEqual([0.5, 0.75]);
  });

  test('of time asks the history for its part, which has every peak of it', async () => {
    const chart = await showChart(overTime);
    await chart.drag([0.25, 0.5], [0.75, 0.5]);
    await waitFor(() =>
      expect(chart.series.requests.at(-1)?.window).toEqual({
        kind: 'fixed',
        fromMs: (start + 30) * 1000,
        toMs: (start + 90) * 1000,
      }),
    );
    fireEvent.doubleClick(chart.over);
    await waitFor(() => expect(chart.series.requests.at(-1)?.window.kind).toBe('live'));
  });
});

describe('over time', () => {
  test('the crosshair is that of the tab wherever the pointer is', async () => {
    const { over, at, heard } = await showChart(overTime);
    fireEvent.mouseMove(over, at(0.25, 0.9));
    expect(heard.at(-1)).toBeCloseTo(start + 30, 6);
  });
});

test('a series that the legend hides is not found', async () => {
  const { over, at, dots } = await showChart();
  fireEvent.click(within(legend()).getByRole('button'));
  await drawn();
  fireEvent.mouseMove(over, at(0.5, 0.75));
  expect(dots()).toHaveLength(0);
});

test('new points are drawn while the chart is not zoomed', async () => {
  const { series } = await showChart();
  series.set({
    times: [...frame.times, start + 180],
    columns: [
      [10, 20, 30, 35],
      [100, 300, 200, 350],
    ],
  });
  expect(await screen.findByText('350.00')).toBeDefined();
});

test('the editor chooses the library, the style and the size of points', async () => {
  const { changes } = await renderEditor(xyChartTile, overPressure, { readings, definition });
  fireEvent.click(screen.getByRole('combobox', { name: 'Library' }));
  fireEvent.click(await screen.findByRole('option', { name: /amCharts/ }));
  expect(changes.at(-1)?.library).toBe('amcharts');
  fireEvent.click(screen.getByRole('combobox', { name: 'Drawn as' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Points and line' }));
  expect(changes.at(-1)?.style).toBe('both');
});
