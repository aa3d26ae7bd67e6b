import { z } from 'zod';
import {
  colourField,
  decimalsField,
  optionalNumberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';

export const cylinderSettingsSchema = z.object({
  ...selectionFields,
  /** '' shows the data item's alias or label. */
  name: textField(),
  /** '' shows the data item's own unit. */
  unit: textField(),
  decimals: decimalsField(),
  /** Null: as the data item has it. */
  min: optionalNumberField(),
  max: optionalNumberField(),
  /** What is in the vessel; '' is the theme's accent. */
  color: colourField(),
  /** The vessel's outline; '' is the theme's own. */
  strokeColor: colourField(),
});

export type CylinderSettings = z.infer<typeof cylinderSettingsSchema>;
