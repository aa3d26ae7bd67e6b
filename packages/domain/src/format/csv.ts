/** Before a file for spreadsheets: without it they read UTF-8 as something else. */
export const CSV_BOM = '\ufeff';

/** A cell that starts so would be run as a formula by a spreadsheet (spec 3 §6); some take wide signs and skip blanks. */
const FORMULA_START = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/u;
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** One cell of a CSV line: quoted where needed; a formula is defused by a leading apostrophe, a number is left alone. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  const text = String(value);
  const safe = FORMULA_START.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line without its end. */
export function csvLine(cells: readonly (string | number | null | undefined)[]): string {
  return cells.map(csvCell).join(',');
}
