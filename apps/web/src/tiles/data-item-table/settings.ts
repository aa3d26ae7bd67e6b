import { z } from 'zod';
import {
  booleanField,
  decimalsField,
  listField,
  numberField,
  selectionFields,
  textField,
} from '#tiles/shared/settings/fields.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#ui/table/paged/page-numbers.ts';

export const dataItemTableSettingsSchema = z.object({
  title: textField(),
  /** Every data item of the dashboard; false shows those of `dataItems`. */
  showAll: booleanField(true),
  dataItems: listField(z.looseObject(selectionFields)),
  showLabel: booleanField(true),
  showValue: booleanField(true),
  showUnit: booleanField(true),
  showHeader: booleanField(true),
  /** A field that filters by pattern. */
  search: booleanField(true),
  /** Boxes before the rows that mark some of them (spec 2 §2.13). */
  selectionMarkers: booleanField(false),
  /** A field that says how many rows a page has. */
  showPageSize: booleanField(false),
  pageSize: numberField(DEFAULT_PAGE_SIZE, { min: 1, max: MAX_PAGE_SIZE }),
  decimals: decimalsField(),
});

export type DataItemTableSettings = z.infer<typeof dataItemTableSettingsSchema>;
