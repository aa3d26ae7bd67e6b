import { z } from 'zod';
import { textField } from '#tiles/shared/settings/fields.ts';

export const iframeSettingsSchema = z.object({
  /** Address of the page, with attributes of the asset as variable paths in double braces. */
  url: textField(),
  title: textField(),
});

export type IframeSettings = z.infer<typeof iframeSettingsSchema>;
