import type { DataItemSelection, EpochSeconds } from '@telltale/contract';
import type { RefObject } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { usePointedItems } from '#tile-kit/readings/shown-items.ts';
import type { WhySpan } from '#tile-kit/readings/why-mark.ts';
import { figuresAt, type LegendPlace } from '../crosshair/legend-places.ts';
import type { LegendValue } from '../model/chart-settings.ts';
import type { ScreenPlace } from '../model/history-chart.ts';

interface PointedSeries {
  places: { plot: RefObject<Element | null>; legend: RefObject<Element | null> };
  /** The points at a place, the nearest first; without a place, those under the crosshair. */
  pointsUnder: (place: ScreenPlace | undefined) => readonly { series: number; time: EpochSeconds }[];
  selections: readonly DataItemSelection[];
  /** Of what time the means of the legend are; undefined: they are of no more than what is drawn. */
  meansOf?: WhySpan | undefined;
  /** Which of the selections the first series of the legend is. */
  firstSeries?: number;
}

const WORDS: Readonly<Record<LegendValue, string>> = { last: 'last', min: 'minimum', max: 'maximum', mean: 'mean' };

/**
 * Whoever asks why on the plot means the points under the pointer, by keyboard those under the crosshair; in the legend the
 * value that is told there: the least and the greatest at their own times, a mean of all values of its time.
 */
export function usePointedSeries({ places, pointsUnder, selections, meansOf, firstSeries = 0 }: PointedSeries): void {
  const { resolve } = useDashboardScope();
  const itemOf = (series: number) => {
    const selection = selections[series];
    return selection && resolve(selection);
  };
  const meant = ({ series, kind, time }: LegendPlace) => {
    const item = itemOf(series + firstSeries);
    if (item === undefined || (kind === 'mean' && meansOf === undefined)) return [];
    const named = { ...item, what: WORDS[kind] };
    if (kind === 'mean') return [{ ...named, span: meansOf }];
    return [time === undefined ? named : { ...named, atMs: Math.round(time * 1000) }];
  };
  usePointedItems((place) => {
    if (places.legend.current?.contains(place.target)) return figuresAt(place.target).flatMap(meant);
    const plot = places.plot.current;
    if (!plot?.contains(place.target)) return [];
    // Keys have the plot itself as their target; pointers what is drawn in it.
    const points = pointsUnder(place.target === plot ? undefined : place);
    return points.flatMap(({ series, time }) => {
      const item = itemOf(series);
      return item === undefined ? [] : [{ ...item, atMs: Math.round(time * 1000) }];
    });
  });
}
