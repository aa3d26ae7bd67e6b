import { z } from 'zod';
import { controlFields } from '#tiles/shared/control/control-settings.ts';
import { numberField, optionalNumberField } from '#tiles/shared/settings/fields.ts';

export const commandSliderSettingsSchema = z.object({
  ...controlFields,
  /** Null, as max: as the data item has it. */
  min: optionalNumberField(),
  max: optionalNumberField(),
  /** 0: a hundredth of the scale. */
  step: numberField(0, { min: 0 }),
  /** How far the reported value may be from the one that was asked for. */
  tolerance: numberField(0, { min: 0 }),
});

export type CommandSliderSettings = z.infer<typeof commandSliderSettingsSchema>;
