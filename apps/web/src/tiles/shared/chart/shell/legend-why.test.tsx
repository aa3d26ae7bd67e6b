import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { ShownItems, ShownItemsContext } from '#tile-kit/readings/shown-items.ts';
import { FixedSeries, TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { settingsOf } from '#tiles/testing/render-tile.tsx';
import { definition, forgetChart, readings, start } from '../testing/chart.tsx';

afterEach(forgetChart);

const frame = {
  times: [start, start + 1, start + 2, start + 3],
  columns: [
    [2, 9, 1, 3],
    [10, null, 30, null],
  ],
};

/** What such a chart shows, its end among it. */
const HALF_AN_HOUR = { fromMs: (start + 3) * 1000 - 1_800_000, toMs: (start + 3) * 1000 + 1 };

/** What the tile answers for a place in its legend. */
async function legend(legendValues: string[], series = new FixedSeries(frame), time = new DashboardTime()) {
  const shown = new ShownItems();
  const View = await fastGraphTile.loadView();
  const bag = { series: [{ dataItem: 1 }, { dataItem: 2 }], legendValues };
  await act(async () =>
    render(
      <MantineProvider env="test">
        <TestDashboard readings={readings} series={series} time={time} definition={definition}>
          <ShownItemsContext value={shown}>
            <View settings={settingsOf(fastGraphTile, bag)} size={{ width: 320, height: 240 }} />
          </ShownItemsContext>
        </TestDashboard>
      </MantineProvider>,
    ),
  );
  await screen.findAllByText(/^[13]0\.00$/);
  return (target: Element) =>
    shown.at({ target, clientX: 0, clientY: 0 }).map(({ dataItemId, what, atMs, span }) => {
      return { dataItemId, what, at: atMs === undefined ? undefined : atMs / 1000 - start, span };
    });
}

test('each figure of a legend answers for what it is: the value at its own time, a mean of all values of its time', async () => {
  const ask = await legend(['last', 'min', 'max', 'mean']);
  const [button] = screen.getAllByRole('button', { name: /Motor current/ }) as [HTMLElement];
  const figure = (kind: string) => button.querySelector(`[data-figure="${kind}"]`) as Element;
  expect(figure('max').textContent).toMatch(/^9/);
  expect(ask(figure('max'))).toEqual([{ dataItemId: 1, what: 'maximum', at: 1, span: undefined }]);
  expect(ask(figure('min'))).toEqual([{ dataItemId: 1, what: 'minimum', at: 2, span: undefined }]);
  expect(ask(figure('last'))).toEqual([{ dataItemId: 1, what: 'last', at: 3, span: undefined }]);
  expect(ask(figure('mean'))).toEqual([{ dataItemId: 1, what: 'mean', at: undefined, span: HALF_AN_HOUR }]);
});

test('the name of a series, where the keyboard stands, asks for any of its figures', async () => {
  const ask = await legend(['last', 'max']);
  const [, button] = screen.getAllByRole('button', { name: /Motor current|Flow/ }) as [HTMLElement, HTMLElement];
  expect(ask(button)).toEqual([
    { dataItemId: 2, what: 'last', at: 2, span: undefined },
    { dataItemId: 2, what: 'maximum', at: 2, span: undefined },
  ]);
});

test('figures under the cursor of a playback answer for the moment that is shown, also when that has moved on', async () => {
  const pastOf = (second: number) => ({ kind: 'past', atMs: (start + second) * 1000 }) as const;
  const time = new DashboardTime({ cursor: pastOf(1), range: undefined });
  const until = (points: number) => ({
    times: [start, start + 1, start + 600, start + 601].slice(0, points),
    columns: frame.columns.map((values) => values.slice(0, points)),
  });
  const series = new FixedSeries(until(2));
  const ask = await legend(['last', 'min', 'max', 'mean'], series, time);
  const [button] = screen.getAllByRole('button', { name: /Motor current/ }) as [HTMLElement];
  const answers = () =>
    ['last', 'min', 'max', 'mean'].map((kind) => ask(button.querySelector(`[data-figure="${kind}"]`) as Element)[0]);
  const shownUntil = (second: number) => {
    const toMs = (start + second) * 1000;
    return { fromMs: toMs - 1_800_000, toMs: toMs + 1 };
  };
  expect(answers().map((answer) => answer?.span ?? answer?.at)).toEqual([1, 0, 1, shownUntil(1)]);
  act(() => {
    series.set(until(4));
    time.setCursor(pastOf(601));
  });
  await waitFor(() =>
    expect(answers().map((answer) => answer?.span ?? answer?.at)).toEqual([601, 600, 1, shownUntil(601)]),
  );
});
