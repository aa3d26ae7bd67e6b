import { z } from 'zod';
import { textField } from '#tiles/shared/settings/fields.ts';

export const messageViewerSettingsSchema = z.object({
  /** What stands in the broker's field at first; '' is the portal's own hub, the only one that can be opened. */
  url: textField(),
  /** What stands in the topic's field at first; '' is the values of the dashboard's asset. */
  topic: textField(),
});

export type MessageViewerSettings = z.infer<typeof messageViewerSettingsSchema>;
