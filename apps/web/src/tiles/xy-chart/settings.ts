import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/chart-settings.ts';
import {
  booleanField,
  choiceField,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const XY_STYLES = ['scatter', 'line'] as const;
export const XY_MATCHES = ['interpolated', 'equal'] as const;

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
  x: xFields.catch(() => xFields.parse({})),
  /** Points, or a line through them in order of time. */
  style: choiceField(XY_STYLES, 'scatter'),
  /** How a y finds the x of its time: read off its line, or only where both were measured at the same time. */
  match: choiceField(XY_MATCHES, 'interpolated'),
});
export type XyChartSettings = z.infer<typeof xyChartSettingsSchema>;
