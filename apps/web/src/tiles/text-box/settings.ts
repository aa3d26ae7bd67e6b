import { z } from 'zod';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { decimalsField, numberField, textField } from '#tiles/shared/settings/fields.ts';

/** Size of the text in pixels (spec 1 §9). */
export const DEFAULT_FONT_SIZE = 14;

export const textBoxSettingsSchema = z.object({
  /** Rich text; live values stand in it as variable paths in double braces. */
  text: textField(),
  substitutions: substitutionsSchema,
  decimals: decimalsField(),
  fontSize: numberField(DEFAULT_FONT_SIZE, { min: 6, max: 200 }),
});

export type TextBoxSettings = z.infer<typeof textBoxSettingsSchema>;
