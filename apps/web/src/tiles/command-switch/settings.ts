import { z } from 'zod';
import type { Reading } from '#readings/readings.ts';
import { readValue } from '#tiles/shared/control/command-text.ts';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

export const commandSwitchSettingsSchema = z.object({
  ...controlFields,
  onText: textField(),
  offText: textField(),
  /** What is sent; '' is true and false. */
  onValue: textField(),
  offValue: textField(),
  /** Which reported value means on; '': any number but 0, and the text 'true'. */
  onReported: textField(),
});

export type CommandSwitchSettings = z.infer<typeof commandSwitchSettingsSchema>;

/** What is sent to turn it on or off. */
export function valueFor({ onValue, offValue }: CommandSwitchSettings, isOn: boolean): string | number | boolean {
  const typed = isOn ? onValue : offValue;
  return typed.trim() === '' ? isOn : readValue(typed);
}

/** Whether the device reports that it is on; undefined while it reports nothing. */
export function isReportedOn({ onReported }: CommandSwitchSettings, reading: Reading): boolean | undefined {
  const { isString, stringValue, value } = reading;
  if (reading.state !== 'ok' || (isString ? stringValue : value) === null) return undefined;
  const wanted = onReported.trim();
  if (wanted !== '') return isString ? stringValue === wanted : value === readValue(wanted);
  return isString ? stringValue?.toLowerCase() === 'true' : value !== 0;
}

/** What the device reports once it is on, or off; undefined: anything else than before. */
export function expectedOf({ onReported }: CommandSwitchSettings, isOn: boolean): string | number | undefined {
  const typed = onReported.trim();
  if (typed === '') return undefined;
  const value = readValue(typed);
  return isOn && typeof value !== 'boolean' ? value : undefined;
}
