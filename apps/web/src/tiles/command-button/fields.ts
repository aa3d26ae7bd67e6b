import { CONTROL, PARAMETER_KEY, SENDING } from '#tiles/shared/control/control-form.ts';
import type { PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import type { CommandButtonSettings } from './settings.ts';

export const commandButtonFields: readonly PlainGroup<CommandButtonSettings>[] = [
  {
    fields: [
      ...CONTROL,
      { kind: 'text', key: 'text', label: 'Text of the button', placeholder: 'Send' },
      PARAMETER_KEY,
      { kind: 'text', key: 'parameter', label: 'Parameter', placeholder: 'None', description: 'JSON, or a word' },
    ],
  },
  SENDING,
];
