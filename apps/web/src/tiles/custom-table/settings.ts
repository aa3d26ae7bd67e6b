import { z } from 'zod';
import { requestField } from '#tiles/shared/request/request-settings.ts';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { booleanField, numberField, textField } from '#tiles/shared/settings/fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#tiles/shared/table/page-numbers.ts';

/** What keeps a table from asking all the time (spec 1 §5: intervals of at least 5 seconds); 0 asks once. */
const MAX_REFRESH_S = 86_400;

export const customTableSettingsSchema = z.object({
  title: textField(),
  /** Names separated by blanks, in which ^ marks a blank; see `readColumns`. */
  columns: textField(),
  fetch: requestField(),
  substitutions: substitutionsSchema,
  pageSize: numberField(DEFAULT_PAGE_SIZE, { min: 1, max: MAX_PAGE_SIZE }),
  /** Boxes before the rows that mark some of them (spec 2 §2.13). */
  selectionMarkers: booleanField(false),
  search: booleanField(true),
  /** Seconds between two requests; 0: only once and on demand. */
  refreshInterval: numberField(0, { min: 0, max: MAX_REFRESH_S }),
});

export type CustomTableSettings = z.infer<typeof customTableSettingsSchema>;
