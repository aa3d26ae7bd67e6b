import { z } from 'zod';
import { type ControlValue, readValue } from '#tiles/shared/control/command-text.ts';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

export const commandButtonSettingsSchema = z.object({
  ...controlFields,
  /** On the button; '' is 'Send'. */
  text: textField(),
  /** JSON or plain text; '': none. */
  parameter: textField(),
});

export type CommandButtonSettings = z.infer<typeof commandButtonSettingsSchema>;

/** What the button sends along; undefined: nothing. */
export function parameterOf({ parameter }: Pick<CommandButtonSettings, 'parameter'>): ControlValue | undefined {
  const text = parameter.trim();
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as ControlValue;
  } catch {
    // Not JSON: a word stands for itself.
    return readValue(text);
  }
}
