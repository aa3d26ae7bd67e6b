import { clampSmooth } from '@telltale/domain';
import { z } from 'zod';
import { requestField } from '#tiles/shared/request/request-settings.ts';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import {
  booleanField,
  choiceField,
  colourField,
  numberField,
  objectsOf,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const LINES = ['solid', 'dash', 'step'] as const;
export type SeriesLine = (typeof LINES)[number];

/** Spec 1 §5, §9. */
export const MAX_HOURS = 168;
export const DEFAULT_HOURS = 0.5;
/** Step of the duration's field (spec 2 §9). */
export const HOURS_STEP = 0.25;
export const DEFAULT_DECIMATION = 20;
export const LEAST_REFRESH_SECONDS = 5;
/** Two years: last year's season may be compared with this one's. */
export const MAX_COMPARE_HOURS = 2 * 366 * 24;

export const chartAxisSchema = z.looseObject({
  label: textField(),
  /** Null is automatic. */
  min: optionalNumberField(),
  max: optionalNumberField(),
  grid: booleanField(true),
  /** Logarithmic; values of zero and below cannot be shown on it. */
  log: booleanField(false),
});
export type ChartAxis = z.infer<typeof chartAxisSchema>;

export const chartSeriesSchema = z.looseObject({
  ...selectionFields,
  /** '' takes the palette's colour for this place in the list. */
  color: colourField(),
  /** True, or the colour of the area below the line. */
  fill: z.union([z.boolean(), z.string()]).catch(false),
  /** The axis by its label; one that no axis has means the first. */
  axis: z.looseObject({ label: textField() }).catch({ label: '' }),
  line: choiceField(LINES, 'solid'),
  /** The mean of this many samples; 1 is as measured. */
  smooth: numberField(1).transform(clampSmooth),
});
export type ChartSeries = z.infer<typeof chartSeriesSchema>;

/** Of what is in sight. */
export const LEGEND_VALUES = ['last', 'min', 'max', 'mean'] as const;
export type LegendValue = (typeof LEGEND_VALUES)[number];

/** In the order above, each once; what is none of them is left out. */
const legendValuesField = z
  .array(z.unknown())
  .refine((stored) => stored.length === 0 || LEGEND_VALUES.some((value) => stored.includes(value)))
  .transform((stored) => LEGEND_VALUES.filter((value) => stored.includes(value)))
  .catch(['last']);

export const CHART_SOURCES = ['dataItems', 'request'] as const;

/** What every history chart stores (spec 1 §3). */
export const chartFields = {
  title: textField(),
  /** Where the points come from: the history of data items, or rows that an address answers. */
  source: choiceField(CHART_SOURCES, 'dataItems'),
  fetch: requestField(),
  substitutions: substitutionsSchema,
  series: z.preprocess(objectsOf, z.array(chartSeriesSchema).default([])),
  axes: z.preprocess(objectsOf, z.array(chartAxisSchema).default([])),
  /** Value axes run downwards, as depth does. */
  invert: booleanField(false),
  legend: booleanField(true),
  /** What the legend tells of each series; the last value is that under the crosshair while there is one. */
  legendValues: legendValuesField,
  /** Resolution in percent: 30 buckets each below 100, every point at 100. */
  decimation: numberField(DEFAULT_DECIMATION, { min: 0, max: 100 }),
  /** Hours shown, up to now. */
  fixedStart: numberField(DEFAULT_HOURS, { min: 0, max: MAX_HOURS }),
  /** Hours shown before the moment of opening when `timeType` is `live`. */
  liveStart: numberField(0, { min: 0, max: MAX_HOURS }),
  /** `fixed`: the last `fixedStart` hours. `live`: from the moment of opening on, growing. */
  timeType: textField('fixed'),
  /** Whether new points are shown as they come. */
  refreshData: booleanField(true),
  /** Seconds between looks at the history behind the live points. */
  refreshInterval: numberField(LEAST_REFRESH_SECONDS, { min: LEAST_REFRESH_SECONDS, max: 86_400 }),
  /** Hours back to the period that is drawn behind as a ghost; 0 is none. */
  compareHours: numberField(0, { min: 0, max: MAX_COMPARE_HOURS }),
};

export const chartSettingsSchema = z.object(chartFields);
export type ChartSettings = z.infer<typeof chartSettingsSchema>;

/** Buckets to ask the history for: 30 times the resolution, or every point (spec 1 §7). */
export function thresholdOf(decimation: number): number {
  return decimation >= 100 ? -1 : Math.max(1, Math.round(30 * decimation));
}

/** A new row of the series table. */
export function newSeries(axisLabel: string): ChartSeries {
  return chartSeriesSchema.parse({ axis: { label: axisLabel } });
}

/** A new row of the axes table: only the first has grid lines, two grids are unreadable. */
export function newAxis(existing: readonly ChartAxis[]): ChartAxis {
  const taken = new Set(existing.map(({ label }) => label));
  let number = existing.length + 1;
  while (taken.has(`Axis ${number}`)) number++;
  return chartAxisSchema.parse({ label: `Axis ${number}`, grid: existing.length === 0 });
}

export const CHART_LIBRARIES = ['uplot', 'amcharts'] as const;
export type ChartLibrary = (typeof CHART_LIBRARIES)[number];

/** What draws a graph: uPlot for any name but amCharts's. */
export function libraryOf({ library }: { library: string }): ChartLibrary {
  return library.toLowerCase() === 'amcharts' ? 'amcharts' : 'uplot';
}
