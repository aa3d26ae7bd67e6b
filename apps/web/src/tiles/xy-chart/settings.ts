import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/model/chart-settings.ts';
import {
  booleanField,
  choiceField,
  numberField,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const XY_STYLES = ['scatter', 'line', 'both'] as const;
export const XY_MATCHES = ['interpolated', 'equal'] as const;
/** Pixels. */
export const LEAST_POINT_SIZE = 1;
export const MOST_POINT_SIZE = 20;
export const DEFAULT_POINT_SIZE = 3;

/** The x axis; without a data item x is time. */
const xFields = z.looseObject({
  ...selectionFields,
  label: textField(),
  min: optionalNumberField(),
  max: optionalNumberField(),
  grid: booleanField(true),
  log: booleanField(false),
});

export const xyChartSettingsSchema = z.object({
  ...chartFields,
  /** `uplot` or `amcharts`; any other stored name is kept and drawn as uPlot. */
  library: textField('uplot'),
  x: xFields.catch(() => xFields.parse({})),
  /** Points, a line through them in order of time, or both. */
  style: choiceField(XY_STYLES, 'scatter'),
  /** Pixels that a point is wide. */
  pointSize: numberField(DEFAULT_POINT_SIZE, { min: LEAST_POINT_SIZE, max: MOST_POINT_SIZE }),
  /** How a y finds the x of its time: read off its line, or only where both were measured at the same time. */
  match: choiceField(XY_MATCHES, 'interpolated'),
});
export type XyChartSettings = z.infer<typeof xyChartSettingsSchema>;
