import { z } from 'zod';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { decimalsField, numberField, optionalNumberField, textField } from '#tiles/shared/settings/fields.ts';

export const alarmTextBoxSettingsSchema = z.object({
  /** Id of the alarm definition; null until chosen. */
  alarm: optionalNumberField({ min: 1 }),
  openText: textField(),
  acknowledgedText: textField(),
  escalatedText: textField(),
  /** While the alarm is not open. */
  defaultText: textField(),
  substitutions: substitutionsSchema,
  decimals: decimalsField(),
  fontSize: numberField(14, { min: 6, max: 200 }),
});

export type AlarmTextBoxSettings = z.infer<typeof alarmTextBoxSettingsSchema>;

/** The alarm may be stored under the name that its definition has elsewhere. */
export function migrateAlarmTextBox(bag: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (bag.alarm !== undefined || bag.alarmDefinitionId === undefined) return { ...bag };
  return { ...bag, alarm: bag.alarmDefinitionId };
}
