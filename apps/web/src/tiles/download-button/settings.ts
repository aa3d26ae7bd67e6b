import { z } from 'zod';
import { requestField } from '#tiles/shared/request/request-settings.ts';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { textField } from '#tiles/shared/settings/fields.ts';

export const downloadButtonSettingsSchema = z.object({
  fetch: requestField(),
  substitutions: substitutionsSchema,
  /** Name under which the data is saved; may hold substitutions. */
  filename: textField(),
  /** What stands on the button. */
  text: textField(),
  /** Name of an icon of the list; any other shows the usual one. */
  icon: textField('Download'),
});

export type DownloadButtonSettings = z.infer<typeof downloadButtonSettingsSchema>;
