import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/model/chart-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

export const advancedGraphSettingsSchema = z.object({
  ...chartFields,
  /** `uplot` or `amcharts`; any other stored name is kept and drawn as uPlot. */
  library: textField('uplot'),
});
export type AdvancedGraphSettings = z.infer<typeof advancedGraphSettingsSchema>;
