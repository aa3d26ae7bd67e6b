import { type RefObject, useRef, useState } from 'react';

/** Where a chart is drawn, and what stands there instead of its picture. */
export interface FramePlaces {
  readonly plot: RefObject<HTMLDivElement | null>;
  readonly legend: RefObject<HTMLDivElement | null>;
  /** Why the chart could not be drawn. */
  readonly drawError: string | undefined;
  readonly setDrawError: (text: string | undefined) => void;
  readonly isTable: boolean;
  readonly setTable: (isTable: boolean) => void;
}

/** The places of a `ChartFrame`. */
export function useChartPlaces(): FramePlaces {
  const plot = useRef<HTMLDivElement>(null);
  const legend = useRef<HTMLDivElement>(null);
  const [drawError, setDrawError] = useState<string>();
  const [isTable, setTable] = useState(false);
  return { plot, legend, drawError, setDrawError, isTable, setTable };
}
