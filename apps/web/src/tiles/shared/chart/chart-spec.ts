import { parseColour } from '@telltale/domain';
import type { ChartSettings, SeriesLine } from './chart-settings.ts';

/** A series as the chart draws it: everything decided, nothing left to look up. */
export interface SeriesSpec {
  label: string;
  unit: string;
  colour: string;
  /** The colour of the area below the line; null: none. */
  fill: string | null;
  line: SeriesLine;
  smooth: number;
  /** Index in `axes`. */
  axis: number;
}

export interface AxisSpec {
  label: string;
  min: number | null;
  max: number | null;
  hasGrid: boolean;
  isLog: boolean;
}

export interface ChartSpec {
  series: SeriesSpec[];
  axes: AxisSpec[];
  isInverted: boolean;
  hasLegend: boolean;
  /** IANA zone in which times are written. */
  zone: string;
}

export interface SeriesName {
  name: string;
  unit: string;
}

interface SpecRequest {
  settings: ChartSettings;
  /** Name and unit of each series, in order. */
  names: readonly SeriesName[];
  /** Colours of series that have none of their own. */
  palette: readonly string[];
  zone: string;
}

/** Decides what the chart draws: names, colours, and which axis each series stands on. */
export function chartSpec({ settings, names, palette, zone }: SpecRequest): ChartSpec {
  const series = settings.series.map((stored, index): SeriesSpec => {
    const colour = stored.color || (palette[index % Math.max(1, palette.length)] ?? '#888888');
    const found = settings.axes.findIndex(({ label }) => label === stored.axis.label);
    return {
      label: names[index]?.name || 'Choose data item',
      unit: names[index]?.unit ?? '',
      colour,
      fill: fillOf(stored.fill, colour),
      line: stored.line,
      smooth: stored.smooth,
      axis: Math.max(0, found),
    };
  });
  const stored =
    settings.axes.length > 0 ? settings.axes : [{ label: '', min: null, max: null, grid: true, log: false }];
  const axes = stored.map(
    ({ label, min, max, grid, log }, index): AxisSpec => ({
      label: label || commonUnit(series.filter(({ axis }) => axis === index)),
      ...limits(min, max),
      hasGrid: grid,
      isLog: log,
    }),
  );
  return { series, axes, isInverted: settings.invert, hasLegend: settings.legend, zone };
}

function fillOf(stored: boolean | string, colour: string): string | null {
  if (stored === false || stored === '' || stored === 'false') return null;
  return (typeof stored === 'string' && stored !== 'true' && parseColour(stored)) || colour;
}

/** Limits that leave no room between them mean automatic. */
function limits(min: number | null, max: number | null): Pick<AxisSpec, 'min' | 'max'> {
  return min !== null && max !== null && min >= max ? { min: null, max: null } : { min, max };
}

/** An axis without a label shows the unit, where all its series share one. */
function commonUnit(series: readonly SeriesSpec[]): string {
  const units = new Set(series.map(({ unit }) => unit));
  return units.size === 1 ? ([...units][0] ?? '') : '';
}
