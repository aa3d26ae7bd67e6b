import { convert, type Line } from '@telltale/domain/units/conversion.ts';
import type { ExportColumn, ExportPage } from '../export-plan.ts';

/** Brings the values of a page, which are nobody else's, into the units of the file; without any to change it does nothing. */
export function convertPage(page: ExportPage, columns: readonly Pick<ExportColumn, 'line'>[]): void {
  if (page.kind === 'long') {
    convertValues(page.values, columns[page.column]?.line);
    return;
  }
  for (const [index, { values }] of page.columns.entries()) convertValues(values, columns[index]?.line);
}

function convertValues(values: Float64Array, line: Line | undefined): void {
  if (line === undefined) return;
  for (let i = 0; i < values.length; i++) values[i] = convert(line, values[i] as number);
}
