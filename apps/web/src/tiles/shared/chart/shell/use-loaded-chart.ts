import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ChartLibrary } from '../model/chart-settings.ts';
import type { ChartPlaces } from '../model/history-chart.ts';

interface PlaceRefs {
  plot: RefObject<HTMLElement | null>;
  legend: RefObject<HTMLElement | null>;
}

/** How a chart is made with each library; amCharts comes as a promise, since it is loaded by the first chart that wants it. */
export interface ChartMakers<Chart> {
  uplot(places: ChartPlaces): Chart;
  amcharts(places: ChartPlaces): Promise<Chart>;
}

/** The chart of a library in its places, undefined until it is there. */
export function useLoadedChart<Chart extends { destroy(): void }>(
  library: ChartLibrary,
  { plot, legend }: PlaceRefs,
  makers: ChartMakers<Chart>,
  onError: (text: string) => void,
): Chart | undefined {
  const [chart, setChart] = useState<Chart>();
  const current = useRef({ makers, onError });
  current.current = { makers, onError };

  useEffect(() => {
    if (plot.current === null || legend.current === null) return;
    let created: Chart | undefined;
    let isGone = false;
    const take = (made: Chart) => {
      if (isGone) {
        made.destroy();
        return;
      }
      created = made;
      setChart(made);
    };
    const places = { plot: plot.current, legend: legend.current };
    if (library === 'uplot') {
      take(current.current.makers.uplot(places));
    } else {
      current.current.makers
        .amcharts(places)
        .then(take, () => isGone || current.current.onError('amCharts could not be loaded.'));
    }
    return () => {
      isGone = true;
      created?.destroy();
      setChart(undefined);
    };
  }, [library, plot, legend]);
  return chart;
}
