import type { ExportPage, ExportPlan, PlainTable, WideColumn } from '../export-plan.ts';
import { scalingNotes, unitNotes } from '../file-notes.ts';

export interface TypedField {
  name: string;
  /** `name`: a text that is the same on a whole page, and never missing. */
  type: 'time' | 'number' | 'text' | 'name' | 'quality';
}

/** A column of a format with types. `present` is 0 where there is nothing; null: there is something everywhere. */
export type TypedColumn = { name: string } & (
  | { type: 'time'; values: Float64Array; present?: null }
  | { type: 'number'; values: Float64Array; present: Uint8Array | null }
  | { type: 'quality'; values: Uint8Array; present: null }
  /** Null: there is none on the page. */
  | { type: 'text'; values: (string | null)[] | null; length: number }
  | { type: 'name'; value: string; length: number }
);

/** Columns of a Parquet or Arrow file, the same on every page. */
export function typedFields({ layout, columns, bucketMs, table }: ExportPlan): TypedField[] {
  const time: TypedField = axisOf(table);
  if (layout === 'wide') {
    return [time, ...columns.map(({ name, isText }): TypedField => ({ name, type: isText ? 'text' : 'number' }))];
  }
  const called = (name: string): TypedField => ({ name, type: 'name' });
  const fields = [time, called('Asset'), called('Data item'), called('Unit')];
  const value: TypedField = { name: 'Value', type: 'number' };
  if (bucketMs !== null) return [...fields, called('Function'), value];
  return [...fields, value, { name: 'Text', type: 'text' }, { name: 'Quality', type: 'quality' }];
}

function axisOf(table: PlainTable | undefined): { name: string; type: 'time' | 'number' } {
  const { name, isTime } = table?.axis ?? { name: 'Time', isTime: true };
  return { name, type: isTime ? 'time' : 'number' };
}

/** What a file of columns says of itself: how the portal scaled what stands in them, and in which units it is stored. */
export function fileNotes({ columns }: ExportPlan): Map<string, string> {
  const [scaling, units] = [scalingNotes(columns), unitNotes(columns)];
  return new Map([
    ...(scaling.length === 0 ? [] : [['scaling', scaling.join('\n')] as const]),
    ...(units.length === 0 ? [] : [['units', units.join('\n')] as const]),
  ]);
}

/** A page in the order of the fields, and how many strings its columns of numbers have no place for. */
export function typedColumns(plan: ExportPlan, page: ExportPage): { columns: TypedColumn[]; leftOut: number } {
  const time: TypedColumn = { ...axisOf(plan.table), values: page.timesMs, present: null };
  if (page.kind === 'wide') {
    let leftOut = 0;
    const columns = page.columns.map((column, index): TypedColumn => {
      const { name = '', isText = false } = plan.columns[index] ?? {};
      if (isText) return { name, type: 'text', values: textsOf(column), length: page.timesMs.length };
      const { present, count } = withoutTexts(column);
      leftOut += count;
      return { name, type: 'number', values: column.values, present };
    });
    return { columns: [time, ...columns], leftOut };
  }
  const { column, values, texts, qualities, timesMs } = page;
  const { asset = '', item = '', unit = '', of = null } = plan.columns[column] ?? {};
  const constant = (name: string, value: string): TypedColumn => {
    return { name, type: 'name', value, length: timesMs.length };
  };
  const names = [constant('Asset', asset), constant('Data item', item), constant('Unit', unit)];
  const { present } = withoutTexts({ values, texts, present: null });
  const value: TypedColumn = { name: 'Value', type: 'number', values, present };
  if (of !== null) return { columns: [time, ...names, constant('Function', of), value], leftOut: 0 };
  const text: TypedColumn = { name: 'Text', type: 'text', values: texts, length: timesMs.length };
  const quality: TypedColumn = {
    name: 'Quality',
    type: 'quality',
    values: qualities ?? new Uint8Array(timesMs.length),
    present: null,
  };
  return { columns: [time, ...names, value, text, quality], leftOut: 0 };
}

/** A series that turned to text keeps its numbers, as text. */
function textsOf({ values, present, texts }: WideColumn): (string | null)[] {
  return Array.from(values, (value, i) => (present?.[i] === 0 ? null : (texts?.[i] ?? String(value))));
}

function withoutTexts({ values, present, texts }: WideColumn): { present: Uint8Array | null; count: number } {
  if (texts === null) return { present, count: 0 };
  const numbers = present?.slice() ?? new Uint8Array(values.length).fill(1);
  let count = 0;
  for (const [i, text] of texts.entries()) {
    if (text === null) continue;
    numbers[i] = 0;
    count++;
  }
  return { present: count === 0 ? present : numbers, count };
}
