import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartLibrary } from './chart-settings.ts';
import type { ChartPlaces, HistoryChart, HistoryChartEvents } from './history-chart.ts';
import { TimeChart } from './time-chart.ts';
import type { TimeRange } from './time-range.ts';

interface Places {
  plot: RefObject<HTMLElement | null>;
  legend: RefObject<HTMLElement | null>;
}

interface Events {
  onZoom(range: TimeRange | undefined): void;
  /** While given, dragging chooses a span. */
  onSpan: ((range: TimeRange) => void) | undefined;
  onError(text: string): void;
}

/** The chart of a library in its places, undefined until it is there. amCharts is loaded by the first chart that wants it. */
export function useHistoryChart(library: ChartLibrary, { plot, legend }: Places, events: Events) {
  const [chart, setChart] = useState<HistoryChart>();
  const current = useRef(events);
  current.current = events;

  useEffect(() => {
    let created: HistoryChart | undefined;
    let isGone = false;
    const told: HistoryChartEvents = {
      onZoom: (range) => current.current.onZoom(range),
      onSpan: (range) => current.current.onSpan?.(range),
      onError: (text) => current.current.onError(text),
    };
    const take = (made: HistoryChart) => {
      created = made;
      setChart(made);
    };
    const put = (make: (places: ChartPlaces) => HistoryChart) => {
      if (isGone || plot.current === null || legend.current === null) return;
      take(make({ plot: plot.current, legend: legend.current }));
    };
    if (library === 'amcharts') {
      import('./amcharts/am-chart.ts').then(
        ({ AmChart }) => put((places) => new AmChart(places, told)),
        () => told.onError('amCharts could not be loaded.'),
      );
    } else {
      put((places) => new TimeChart(places, told));
    }
    return () => {
      isGone = true;
      created?.destroy();
      setChart(undefined);
    };
  }, [library, plot, legend]);

  const isChoosing = events.onSpan !== undefined;
  useEffect(() => chart?.setChoosing(isChoosing), [chart, isChoosing]);
  return chart;
}
