import type { ItemBand, ItemDisplay } from '@telltale/contract';
import { parseColour } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { shownLimits } from '#readings/shown-limits.ts';
import type { ChartSettings, LegendValue, SeriesLine } from './chart-settings.ts';
import { decimalsOfAxis } from './described.ts';

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
  /** How its data item is described, its bands with the colours that they are drawn in. */
  display?: ItemDisplay;
}

export interface AxisSpec {
  label: string;
  min: number | null;
  max: number | null;
  hasGrid: boolean;
  isLog: boolean;
  /** More of them than this its labels don't have, as far as it spans enough. */
  decimals?: number;
}

export interface ChartSpec {
  series: SeriesSpec[];
  axes: AxisSpec[];
  isInverted: boolean;
  hasLegend: boolean;
  legendValues: readonly LegendValue[];
  /** IANA zone in which times are written. */
  zone: string;
}

export interface SeriesName {
  name: string;
  unit: string;
  /** Left out where nobody has described the data item. */
  display?: ItemDisplay;
  /** How its values became those that are shown; left out where they are as they are stored. */
  conversion?: Conversion;
}

interface SpecRequest {
  settings: ChartSettings;
  /** Name and unit of each series, in order. */
  names: readonly SeriesName[];
  /** Colours of series that have none of their own. */
  palette: readonly string[];
  zone: string;
  /** What a band is drawn in. */
  bandColour?: (band: ItemBand) => string;
}

/** More scales than this cannot be read side by side: further units share the first one. */
const MOST_UNITS = 4;

/** Decides what the chart draws: names, colours, and which axis each series stands on. */
export function chartSpec({
  settings,
  names,
  palette,
  zone,
  bandColour = ({ color }) => color,
}: SpecRequest): ChartSpec {
  const units = unitsOf(names.slice(0, settings.series.length));
  const series = settings.series.map((stored, index): SeriesSpec => {
    const colour = stored.color || (palette[index % Math.max(1, palette.length)] ?? '#888888');
    const found = settings.axes.findIndex(({ label }) => label === stored.axis.label);
    const ofUnit = Math.max(0, units.indexOf(names[index]?.unit ?? ''));
    const display = names[index]?.display;
    return {
      label: names[index]?.name || 'Choose data item',
      unit: names[index]?.unit ?? '',
      colour,
      fill: fillOf(stored.fill, colour),
      line: stored.line,
      smooth: stored.smooth,
      // Without axes of its own a chart has one for each unit: bars and degrees on one scale would flatten each other.
      axis: settings.axes.length > 0 ? Math.max(0, found) : ofUnit,
      ...(display === undefined ? {} : { display: withColours(display, bandColour) }),
    };
  });
  const automatic = (units.length > 0 ? units : ['']).map((label, index) => ({
    ...AUTOMATIC_AXIS,
    label,
    grid: index === 0,
  }));
  const stored = settings.axes.length > 0 ? settings.axes : automatic;
  // What an axis is called by itself is the unit that is shown.
  const isOwn = settings.axes.length > 0;
  const axes = stored.map(({ label, min, max, grid, log }, index): AxisSpec => {
    const own = series.filter(({ axis }) => axis === index);
    const decimals = decimalsOfAxis(own);
    const conversions = names.filter((_, at) => series[at]?.axis === index).map(({ conversion }) => conversion);
    return {
      label: (isOwn && label && conversions.find(Boolean)?.axisLabel(label, conversions)) || label || commonUnit(own),
      ...limits(shownLimits({ min, max }, conversions)),
      hasGrid: grid,
      isLog: log,
      ...(decimals === null ? {} : { decimals }),
    };
  });
  return {
    series,
    axes,
    isInverted: settings.invert,
    hasLegend: settings.legend,
    legendValues: settings.legendValues,
    zone,
  };
}

const AUTOMATIC_AXIS = { min: null, max: null, log: false };

/** A description whose bands have the colours that they are drawn in. */
function withColours(display: ItemDisplay, colourOf: (band: ItemBand) => string): ItemDisplay {
  const coloured = (band: ItemBand | null) => band && { ...band, color: colourOf(band) };
  const { lowLow, low, high, highHigh } = display.bands;
  const bands = { lowLow: coloured(lowLow), low: coloured(low), high: coloured(high), highHigh: coloured(highHigh) };
  return { ...display, bands };
}

/** The units of some series in their order; one without a unit (yet) stands with the first. */
function unitsOf(names: readonly SeriesName[]): string[] {
  return [...new Set(names.map(({ unit }) => unit).filter((unit) => unit !== ''))].slice(0, MOST_UNITS);
}

function fillOf(stored: boolean | string, colour: string): string | null {
  if (stored === false || stored === '' || stored === 'false') return null;
  return (typeof stored === 'string' && stored !== 'true' && parseColour(stored)) || colour;
}

/** Limits that leave no room between them mean automatic. */
function limits({ min, max }: Pick<AxisSpec, 'min' | 'max'>): Pick<AxisSpec, 'min' | 'max'> {
  return min !== null && max !== null && min >= max ? { min: null, max: null } : { min, max };
}

/** An axis without a label shows the unit, where all its series share one. */
function commonUnit(series: readonly SeriesSpec[]): string {
  const units = new Set(series.map(({ unit }) => unit));
  return units.size === 1 ? ([...units][0] ?? '') : '';
}
