import { z } from 'zod';
import { booleanField, choiceField, decimalsField, textField } from '#tiles/shared/settings/fields.ts';

/** What a table lists (spec 1 §9). */
export const TABLE_OPTIONS = ['dataItems', 'alarms', 'events', 'files'] as const;
export type TableOption = (typeof TABLE_OPTIONS)[number];

export const OPTION_LABELS: Readonly<Record<TableOption, string>> = {
  dataItems: 'Data items',
  alarms: 'Alarms',
  events: 'Events',
  files: 'Files',
};

export const tableSettingsSchema = z.object({
  option: choiceField(TABLE_OPTIONS, 'dataItems'),
  title: textField(),
  search: booleanField(true),
  showHeader: booleanField(true),
  /** Boxes before the rows that mark some of them (spec 2 §2.13). */
  selectionMarkers: booleanField(false),
  decimals: decimalsField(),
});

export type TableSettings = z.infer<typeof tableSettingsSchema>;
