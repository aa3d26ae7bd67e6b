import { CONTROL, PARAMETER_KEY, SENDING } from '#tiles/shared/control/control-form.ts';
import type { PlainGroup } from '#tiles/shared/editor/plain-field.ts';
import type { CommandSwitchSettings } from './settings.ts';

export const commandSwitchFields: readonly PlainGroup<CommandSwitchSettings>[] = [
  { fields: [...CONTROL, PARAMETER_KEY] },
  {
    title: 'On and off',
    fields: [
      { kind: 'text', key: 'onText', label: 'Word for on', placeholder: 'On' },
      { kind: 'text', key: 'offText', label: 'Word for off', placeholder: 'Off' },
      { kind: 'text', key: 'onValue', label: 'Sent for on', placeholder: 'true' },
      { kind: 'text', key: 'offValue', label: 'Sent for off', placeholder: 'false' },
      { kind: 'text', key: 'onReported', label: 'Reported when on', placeholder: 'Any number but 0' },
    ],
  },
  SENDING,
];
