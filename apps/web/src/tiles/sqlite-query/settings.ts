import { z } from 'zod';
import { DATA_TABS } from '#tile-kit/query/views.ts';
import { choiceField, numberField, textField } from '#tiles/shared/settings/fields.ts';

export const sqliteQuerySettingsSchema = z.object({
  title: textField(),
  /** A file of the portal; 0: none is chosen yet. */
  fileId: numberField(0, { min: 0 }),
  query: textField(),
  /** A function that is applied to the rows; empty: none. */
  parsing: textField(),
  dataTab: choiceField(DATA_TABS, 'line'),
});

export type SqliteQuerySettings = z.infer<typeof sqliteQuerySettingsSchema>;
