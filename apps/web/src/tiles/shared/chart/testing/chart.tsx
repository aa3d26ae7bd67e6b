import { fireEvent, screen } from '@testing-library/react';
import { vi } from 'vitest';
import type { ResolvedSeriesRequest, SeriesFrame, SeriesStatus } from '#readings/series.ts';
import { useSessionStore } from '#session/session-store.ts';
import type { DashboardTime } from '#tile-kit/dashboard-time.ts';
import { aReading, FixedReadings, FixedSeries } from '#tile-kit/testing/tile-world.tsx';
import { fastGraphTile } from '#tiles/fast-graph/tile.ts';
import { renderTile } from '#tiles/testing/render-tile.tsx';

export const start = Date.UTC(2026, 10, 20, 12) / 1000;
export const frame: SeriesFrame = {
  times: [start, start + 1, start + 2],
  columns: [
    [1, 2, 3],
    [10, null, 30],
  ],
};
export const readings = new FixedReadings({
  1: aReading({ name: 'Motor current', unit: 'A' }),
  2: aReading({ name: '<i>Flow</i>', unit: 'bbl/d' }),
});
export const definition = {
  slots: [],
  dataItemDefinitions: [
    { dataItemId: 1, label: 'motor_current' },
    { dataItemId: 2, label: 'flow' },
  ],
};
export const bag = { title: 'Pump', series: [{ dataItem: 1 }, { dataItem: 2 }] };

/** A source that also remembers what was asked for. */
export class AskedSeries extends FixedSeries {
  readonly requests: ResolvedSeriesRequest[] = [];

  override open(request?: ResolvedSeriesRequest) {
    // A chart that compares with nothing keeps a feed of nothing for it.
    if (request !== undefined && request.items.length > 0) this.requests.push(request);
    return super.open();
  }
}

export async function showChart(
  options: {
    frame?: SeriesFrame;
    status?: SeriesStatus;
    bag?: Record<string, unknown>;
    isViewOnly?: boolean;
    readings?: FixedReadings;
    time?: DashboardTime;
    answers?: NonNullable<Parameters<typeof renderTile>[2]>['answers'];
  } = {},
) {
  const series = new AskedSeries(options.frame ?? frame, options.status);
  const { container } = await renderTile(fastGraphTile, options.bag ?? bag, {
    readings: options.readings ?? readings,
    series,
    definition,
    zone: 'America/Chicago',
    actions: { isViewOnly: options.isViewOnly ?? true },
    ...(options.time === undefined ? {} : { time: options.time }),
    ...(options.answers === undefined ? {} : { answers: options.answers }),
  });
  return { series, container };
}

/** What is saved as files from now on. */
export function catchSaved() {
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

/** After each case: nothing of it is left. */
export function forgetChart() {
  vi.unstubAllGlobals();
  useSessionStore.setState(useSessionStore.getInitialState());
}

export const openMenu = () => fireEvent.click(screen.getByRole('button', { name: 'Chart menu' }));
