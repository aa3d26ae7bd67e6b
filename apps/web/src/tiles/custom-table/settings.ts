import { z } from 'zod';
import { requestField } from '#tiles/shared/request/request-settings.ts';
import { substitutionsSchema } from '#tiles/shared/rich-text/substitutions.ts';
import { booleanField, numberField, textField } from '#tiles/shared/settings/fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#ui/table/paged/page-numbers.ts';

/** Intervals are at least 5 seconds long (spec 1 §5); 0 asks once. */
export const LEAST_REFRESH_S = 5;
const MAX_REFRESH_S = 86_400;

/** Seconds between two requests as they are used: none, or not less than the least. */
export function refreshSeconds(wanted: number): number {
  return wanted === 0 ? 0 : Math.max(LEAST_REFRESH_S, wanted);
}

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
  refreshInterval: numberField(0, { min: 0, max: MAX_REFRESH_S }).transform(refreshSeconds),
});

export type CustomTableSettings = z.infer<typeof customTableSettingsSchema>;
