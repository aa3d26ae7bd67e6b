import { CSV_BOM, csvLine } from '@telltale/domain';
import type { TableColumn } from '../table-column.ts';
import { uniqueNames } from '../unique-names.ts';

/** Columns of buttons have no heading, and nothing to export. */
function exported<Row>(columns: readonly TableColumn<Row>[]): readonly TableColumn<Row>[] {
  return columns.filter(({ header }) => header !== '');
}

/** A table as CSV, with its headers; cells that a spreadsheet would run as formulas are defused. */
export function tableCsv<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  const shown = exported(columns);
  const lines = [
    csvLine(shown.map(({ header }) => header)),
    ...rows.map((row) => csvLine(shown.map((column) => column.value(row)))),
  ];
  return CSV_BOM + lines.map((line) => `${line}\r\n`).join('');
}

/** A table as JSON: a list of objects with the headers as keys. */
export function tableJson<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  const shown = exported(columns);
  const keys = uniqueNames(shown.map(({ header }) => header));
  const records = rows.map((row) => Object.fromEntries(shown.map((column, at) => [keys[at], column.value(row)])));
  return `${JSON.stringify(records, null, 2)}\n`;
}
