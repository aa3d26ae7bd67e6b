import type { DataItemSelection, EpochSeconds } from '@telltale/contract';
import type { RefObject } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { usePointedItems } from '#tile-kit/readings/shown-items.ts';
import type { ScreenPlace } from '../model/history-chart.ts';

/** The points at a place, the nearest first; without a place, those under the crosshair. */
type PointsUnder = (place: ScreenPlace | undefined) => readonly { series: number; time: EpochSeconds }[];

/** Whoever asks why on the plot means the points under the pointer; by keyboard those under the crosshair. */
export function usePointedSeries(
  plot: RefObject<Element | null>,
  pointsUnder: PointsUnder,
  selections: readonly DataItemSelection[],
): void {
  const { resolve } = useDashboardScope();
  usePointedItems((place) => {
    if (!plot.current?.contains(place.target)) return [];
    // Keys have the plot itself as their target; pointers what is drawn in it.
    const points = pointsUnder(place.target === plot.current ? undefined : place);
    return points.flatMap(({ series, time }) => {
      const selection = selections[series];
      const item = selection && resolve(selection);
      return item === undefined ? [] : [{ ...item, atMs: Math.round(time * 1000) }];
    });
  });
}
