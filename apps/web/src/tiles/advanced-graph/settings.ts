import { z } from 'zod';
import { chartFields } from '#tiles/shared/chart/chart-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

/** What the editor offers (spec 1 §2). Any other stored name is kept and drawn as uPlot. */
export const CHART_LIBRARIES = ['uplot', 'amcharts'] as const;

export const advancedGraphSettingsSchema = z.object({
  ...chartFields,
  library: textField('uplot'),
});
export type AdvancedGraphSettings = z.infer<typeof advancedGraphSettingsSchema>;
