import type { AssetItem } from '#readings/readings.ts';

/** What a slice is made of. */
export interface Portion {
  readonly name: string;
  readonly value: number;
  /** '' is the theme's next. */
  readonly color: string;
  /** The data item whose value it is; undefined: none. */
  readonly item?: AssetItem | undefined;
}

/**
 * The portions in rows that a request answered: objects, or lists below a list of names.
 * @param columns `name,value` with ^ for a space; '' takes the first column of texts and the first of numbers
 * @throws Error that says what is missing
 */
export function portionsOf(data: unknown, columns: string): Portion[] {
  const records = toRecords(data);
  const first = records[0];
  if (first === undefined) return [];
  const [nameColumn, valueColumn] = chooseColumns(records, columns);
  return records.flatMap((record) => {
    const value = numberOf(record.get(valueColumn));
    const name = record.get(nameColumn);
    return value === undefined
      ? []
      : [{ name: name === undefined || name === null ? '' : String(name), value, color: '' }];
  });
}

type Row = ReadonlyMap<string, unknown>;

function toRecords(data: unknown): Row[] {
  if (!Array.isArray(data)) throw new Error('The answer is not a list of rows.');
  const [head, ...rest] = data as unknown[];
  if (Array.isArray(head)) {
    const names = head.map(String);
    return rest.filter(Array.isArray).map((row) => new Map(names.map((name, index) => [name, row[index] as unknown])));
  }
  return data.filter(isObject).map((row) => new Map(Object.entries(row)));
}

function isObject(row: unknown): row is Record<string, unknown> {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}

function chooseColumns(records: readonly Row[], columns: string): [string, string] {
  const names = [...(records[0]?.keys() ?? [])];
  const [name, value] = columns
    .split(',')
    .map((column) => column.trim().replaceAll('^', ' '))
    .filter((column) => column !== '');
  for (const column of [name, value]) {
    if (column !== undefined && !names.includes(column)) throw new Error(`There is no column '${column}'.`);
  }
  const isNumeric = (column: string) => records.some((record) => numberOf(record.get(column)) !== undefined);
  const valueColumn = value ?? names.find((column) => column !== name && isNumeric(column));
  if (valueColumn === undefined) throw new Error('There is no column of numbers.');
  return [name ?? names.find((column) => column !== valueColumn) ?? valueColumn, valueColumn];
}

function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
