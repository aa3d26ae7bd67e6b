import { CONTROL, PARAMETER_KEY, SENDING, TOLERANCE } from '#tiles/shared/control/control-form.ts';
import { type PlainGroup, SCALE } from '#tiles/shared/editor/plain-field.ts';
import type { SetpointSettings } from './settings.ts';

export const setpointFields: readonly PlainGroup<SetpointSettings>[] = [
  { fields: [...CONTROL, PARAMETER_KEY] },
  { title: 'Limits', fields: [...SCALE, TOLERANCE] },
  SENDING,
];
