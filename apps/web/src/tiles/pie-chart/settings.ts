import { z } from 'zod';
import { requestField } from '#tiles/shared/request/request-settings.ts';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import {
  booleanField,
  choiceField,
  colourField,
  decimalsField,
  listField,
  numberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const PIE_SOURCES = ['dataItems', 'request'] as const;
/** More slices than this can be told apart by nobody; the rest becomes 'Other'. */
export const MAX_SLICES = 24;

const plotSchema = z.looseObject({ ...selectionFields, color: colourField() });

export const pieChartSettingsSchema = z.object({
  title: textField(),
  source: choiceField(PIE_SOURCES, 'dataItems'),
  /** One slice per data item. */
  plots: listField(plotSchema),
  /** Where the rows come from. */
  fetch: requestField(),
  substitutions: substitutionsSchema,
  /** Which columns hold name and value, `name,value`, with ^ for a space; '' takes the first text and the first number. */
  columns: textField(),
  /** How many rows are shown, the largest first; 0 is all that can be told apart. */
  rows: numberField(0, { min: 0, max: 10_000 }),
  /** Writes values with separators and the decimals below, and shares in percent; else as they came. */
  autoFormat: booleanField(true),
  decimals: decimalsField(),
});

export type PieChartSettings = z.infer<typeof pieChartSettingsSchema>;
