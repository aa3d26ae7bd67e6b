import { z } from 'zod';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { choiceField, decimalsField, numberField, textField } from '#tiles/shared/settings/fields.ts';

/** Size of the text in pixels (spec 1 §9). */
export const DEFAULT_FONT_SIZE = 14;

export const customHtmlSettingsSchema = z.object({
  /** HTML with styles; live values stand in it as variable paths in double braces. */
  text: textField(),
  substitutions: substitutionsSchema,
  decimals: decimalsField(),
  fontSize: numberField(DEFAULT_FONT_SIZE, { min: 6, max: 200 }),
  /** The frame's own setting, which must hold inside as well. */
  overflow: choiceField(['hidden', 'scroll'], 'hidden'),
});

export type CustomHtmlSettings = z.infer<typeof customHtmlSettingsSchema>;
