import { type RefObject, useRef } from 'react';
import type { ChartLibrary } from '#tiles/shared/chart/model/chart-settings.ts';
import { useLoadedChart } from '#tiles/shared/chart/shell/use-loaded-chart.ts';
import { UplotPicture } from './uplot-picture.ts';
import { XyChart, type XyEvents } from './xy-chart.ts';

interface Places {
  plot: RefObject<HTMLElement | null>;
  legend: RefObject<HTMLElement | null>;
}

/** The XY chart of a library in its places, undefined until it is there. */
export function useXyChart(library: ChartLibrary, places: Places, events: XyEvents): XyChart | undefined {
  const current = useRef(events);
  current.current = events;
  const told: XyEvents = {
    onZoom: (zoom) => current.current.onZoom(zoom),
    onError: (text) => current.current.onError(text),
  };
  return useLoadedChart<XyChart>(
    library,
    places,
    {
      uplot: (at) => new XyChart(at, told, (...made) => new UplotPicture(...made)),
      amcharts: async (at) => {
        const { AmXyPicture } = await import('./am-xy-picture.ts');
        return new XyChart(at, told, (...made) => new AmXyPicture(...made));
      },
    },
    told.onError,
  );
}
