import { z } from 'zod';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { numberField, optionalNumberField } from '#tiles/shared/settings/fields.ts';

export const setpointSettingsSchema = z.object({
  ...controlFields,
  /** Null, as max: as the data item has it, or none. */
  min: optionalNumberField(),
  max: optionalNumberField(),
  /** How far the reported value may be from the one that was asked for. */
  tolerance: numberField(0, { min: 0 }),
});

export type SetpointSettings = z.infer<typeof setpointSettingsSchema>;
