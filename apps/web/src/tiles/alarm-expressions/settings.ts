import { z } from 'zod';
import { booleanField, textField } from '#tiles/shared/settings/fields.ts';

export const alarmExpressionsSettingsSchema = z.object({
  title: textField(),
  /** Alarms that are not raised as well. */
  showAll: booleanField(true),
});

export type AlarmExpressionsSettings = z.infer<typeof alarmExpressionsSettingsSchema>;
