import { z } from 'zod';
import { booleanField, colourField, decimalsField, selectionFields } from '#tiles/shared/settings/fields.ts';

export const indicatorSettingsSchema = z.object({
  ...selectionFields,
  decimals: decimalsField(),
  showTimestamp: booleanField(false),
  /** '' is the theme's own. */
  labelColor: colourField(),
  valueColor: colourField(),
  backgroundColor: colourField(),
});

export type IndicatorSettings = z.infer<typeof indicatorSettingsSchema>;
