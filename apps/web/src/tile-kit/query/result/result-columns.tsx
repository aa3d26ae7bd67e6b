import { type Cell, type ColumnValues, cellAt, type QueryResult } from '#sqlite/messages.ts';
import type { TableColumn } from '#ui/table/table-column.ts';
import { uniqueNames } from '#ui/table/unique-names.ts';
import { cellText } from './cell-text.ts';
import { compareCells } from './compare-cells.ts';
import classes from './result.module.css';

/** Of a value: more than a column could show. */
const MOST_LETTERS = 300;
/** Longer texts are told whole by a pointer that rests on them. */
const SHORT_LETTERS = 20;
const [LEAST_PX, MOST_PX] = [72, 360];
const [LETTER_PX, PADDING_PX] = [8.4, 32];
/** Rows whose values say how wide a column is. */
const MEASURED_ROWS = 60;

/** The columns of a result, in a table whose rows are their numbers. */
export function resultColumns({ names, columns, rows }: QueryResult): TableColumn<number>[] {
  const ids = uniqueNames(names);
  return names.map((name, column) => {
    const values = columns[column] ?? [];
    const header = name || '(no name)';
    const read = (row: number) => cellAt(values, row);
    return {
      id: ids[column] ?? name,
      header,
      width: `${widthOf(header, values, rows)}px`,
      ...(values instanceof Float64Array ? { align: 'end' as const } : {}),
      value: (row) => plain(read(row)),
      compare: (first, second) => compareCells(read(first), read(second)),
      cell: (row) => <Value cell={read(row)} />,
    };
  });
}

/** How wide a column is, by its first values. */
function widthOf(header: string, values: ColumnValues, rows: number): number {
  let longest = header.length + 2;
  for (let row = 0; row < Math.min(rows, MEASURED_ROWS); row++) {
    longest = Math.max(longest, cellText(cellAt(values, row)).length);
  }
  return Math.round(Math.min(MOST_PX, Math.max(LEAST_PX, longest * LETTER_PX + PADDING_PX)));
}

function plain(cell: Cell): string | number | null {
  return cell === null || typeof cell === 'number' ? cell : cellText(cell);
}

function Value({ cell }: { cell: Cell }) {
  const text = cellText(cell);
  const kind = cell === null || cell instanceof Uint8Array ? 'dim' : typeof cell === 'string' ? 'text' : 'number';
  return (
    <span
      className={classes.value}
      data-kind={kind}
      title={text.length > SHORT_LETTERS ? text.slice(0, MOST_LETTERS) : undefined}
    >
      {text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text}
    </span>
  );
}
