import type { EpochSeconds } from '@telltale/contract';
import { type RefObject, useEffect, useRef } from 'react';
import { TimeChart } from '../draw/time-chart.ts';
import type { ChartLibrary } from '../model/chart-settings.ts';
import type { HistoryChart, HistoryChartEvents } from '../model/history-chart.ts';
import type { TimeRange } from '../model/time-range.ts';
import { useLoadedChart } from './use-loaded-chart.ts';

interface Places {
  plot: RefObject<HTMLElement | null>;
  legend: RefObject<HTMLElement | null>;
}

interface Events {
  onZoom(range: TimeRange | undefined): void;
  /** While given, dragging chooses a span. */
  onSpan: ((range: TimeRange) => void) | undefined;
  onNote(moment: EpochSeconds | undefined): void;
  onError(text: string): void;
}

/** The history chart of a library in its places, undefined until it is there. */
export function useHistoryChart(library: ChartLibrary, places: Places, events: Events): HistoryChart | undefined {
  const current = useRef(events);
  current.current = events;
  const told: HistoryChartEvents = {
    onZoom: (range) => current.current.onZoom(range),
    onSpan: (range) => current.current.onSpan?.(range),
    onNote: (moment) => current.current.onNote(moment),
    onError: (text) => current.current.onError(text),
  };
  const chart = useLoadedChart<HistoryChart>(
    library,
    places,
    {
      uplot: (at) => new TimeChart(at, told),
      amcharts: async (at) => new (await import('../amcharts/am-chart.ts')).AmChart(at, told),
    },
    told.onError,
  );

  const isChoosing = events.onSpan !== undefined;
  useEffect(() => chart?.setChoosing(isChoosing), [chart, isChoosing]);
  return chart;
}
