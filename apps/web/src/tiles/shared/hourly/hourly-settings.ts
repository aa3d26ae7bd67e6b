import { z } from 'zod';
import { colourField, numberField, selectionFields, textField } from '#tiles/shared/settings/fields.ts';

/** spec 1 §9: default heat map start 7, stop 1. */
const DEFAULT_START = 7;
const DEFAULT_STOP = 1;
const DEFAULT_DAYS = 14;
/** A quarter of a year of rows is more than one can look at. */
export const MAX_DAYS = 92;

const hourField = (fallback: number) => numberField(fallback, { min: 0, max: 23 }).transform(Math.floor);

export const hourlySettingsSchema = z.object({
  ...selectionFields,
  title: textField(),
  /** '' is the theme's own. */
  color: colourField(),
  /** First and last hour of the day, 0-23; past midnight where the last is before the first. */
  start: hourField(DEFAULT_START),
  stop: hourField(DEFAULT_STOP),
  /** Days looked back. */
  days: numberField(DEFAULT_DAYS, { min: 1, max: MAX_DAYS }).transform(Math.floor),
});

export type HourlySettings = z.infer<typeof hourlySettingsSchema>;
