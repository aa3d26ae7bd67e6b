import { CONTROL, PARAMETER_KEY, SENDING } from '#tiles/shared/control/control-form.ts';
import type { PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import type { CommandChoiceSettings } from './settings.ts';

export const commandChoiceFields: readonly PlainGroup<CommandChoiceSettings>[] = [
  {
    fields: [
      ...CONTROL,
      PARAMETER_KEY,
      {
        kind: 'text',
        key: 'options',
        label: 'Choices',
        description: 'A line for each: the value, = and its word. Empty offers the words of the data item.',
        placeholder: '1 = Automatic',
        lines: 3,
      },
    ],
  },
  SENDING,
];
