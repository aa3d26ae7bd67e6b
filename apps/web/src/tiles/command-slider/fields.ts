import { CONTROL, PARAMETER_KEY, SENDING, TOLERANCE } from '#tiles/shared/control/control-form.ts';
import { type PlainGroup, SCALE } from '#tiles/shared/editor/plain-field.ts';
import type { CommandSliderSettings } from './settings.ts';

export const commandSliderFields: readonly PlainGroup<CommandSliderSettings>[] = [
  { fields: [...CONTROL, PARAMETER_KEY] },
  {
    title: 'Scale',
    fields: [
      ...SCALE,
      { kind: 'required', key: 'step', label: 'Step (0: a hundredth of the scale)', min: 0 },
      TOLERANCE,
    ],
  },
  SENDING,
];
