import { z } from 'zod';
import type { Reading } from '#readings/readings.ts';
import { readValue } from '#tiles/shared/control/command-text.ts';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

export const commandChoiceSettingsSchema = z.object({
  ...controlFields,
  /** A line for each: `value = Word`; '': the words of the data item. */
  options: textField(),
});

export type CommandChoiceSettings = z.infer<typeof commandChoiceSettingsSchema>;

export interface Option {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** What can be chosen: each value once, in order. */
export function optionsOf({ options }: Pick<CommandChoiceSettings, 'options'>, { display }: Reading): Option[] {
  const typed = options.split('\n').flatMap((line): Option[] => {
    const at = line.indexOf('=');
    const value = (at < 0 ? line : line.slice(0, at)).trim();
    if (value === '') return [];
    return [{ value: readValue(value), label: (at < 0 ? '' : line.slice(at + 1).trim()) || value }];
  });
  const all = typed.length > 0 ? typed : display.words.map(({ value, word }) => ({ value, label: word }));
  return all.filter(({ value }, index) => all.findIndex((other) => other.value === value) === index);
}
