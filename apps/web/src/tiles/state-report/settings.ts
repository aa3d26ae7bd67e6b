import { z } from 'zod';
import { booleanField, textField } from '#tiles/shared/settings/fields.ts';

export const stateReportSettingsSchema = z.object({
  title: textField(),
  showPie: booleanField(true),
  showGraph: booleanField(true),
  showKPI: booleanField(true),
  showLog: booleanField(true),
});

export type StateReportSettings = z.infer<typeof stateReportSettingsSchema>;
