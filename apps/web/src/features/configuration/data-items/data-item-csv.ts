import { readCsv } from '#ui/table/csv-table.ts';

export const TEMPLATE_NAME = 'dataitemdefinition_template.csv';
export const TEMPLATE = 'label,unit\n';

/** As the portal takes them. */
const MAX_LABEL = 255;
const MAX_UNIT = 64;

export interface DataItemRow {
  readonly label: string;
  readonly unit: string;
}

/** What a CSV of data items holds. Text that cannot be parsed has no items, and a problem that says why. */
export interface DataItemCsv {
  readonly items: readonly DataItemRow[];
  readonly problem: string | undefined;
  /** Rows left out: those without a label, and earlier ones whose label comes again. */
  readonly leftOut: number;
}

/** Reads label and unit; of labels that differ only by case the last one counts. */
export function readDataItemCsv(text: string): DataItemCsv {
  const { rows, problem } = readCsv(text, ['label', 'unit'], ['label']);
  if (rows === undefined) return { items: [], problem, leftOut: 0 };
  const byKey = new Map<string, DataItemRow>();
  for (const { line, cells } of rows) {
    const { label = '', unit = '' } = cells;
    if (label === '') continue;
    if (label.length > MAX_LABEL) return tooLong(`Line ${line}: the label is longer than ${MAX_LABEL} characters.`);
    if (unit.length > MAX_UNIT) return tooLong(`Line ${line}: the unit is longer than ${MAX_UNIT} characters.`);
    byKey.set(label.toLowerCase(), { label, unit });
  }
  return { items: [...byKey.values()], problem: undefined, leftOut: rows.length - byKey.size };
}

const tooLong = (problem: string): DataItemCsv => ({ items: [], problem, leftOut: 0 });
