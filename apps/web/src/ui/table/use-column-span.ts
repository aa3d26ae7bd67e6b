import { useMemo } from 'react';
import { columnWindow } from './row-window.ts';
import type { TableColumn } from './table-column.ts';
import { SIDEWAYS_PX, type TableView } from './use-row-window.ts';

/** Fewer columns are all drawn, in sight or not. */
const MOST_DRAWN = 40;

/** The columns that are drawn, and how wide those are that are left out on either side. */
export interface ColumnSpan<Row> {
  readonly columns: readonly TableColumn<Row>[];
  /** How many stand before them. */
  readonly first: number;
  readonly count: number;
  readonly before: number;
  readonly after: number;
  /** Pixels of all of them; undefined where all are drawn. */
  readonly width: number | undefined;
}

/** Whether a table has more columns than are drawn at once; for that it has to know how wide each is. */
export function isWideTable<Row>(columns: readonly TableColumn<Row>[]): boolean {
  return columns.length > MOST_DRAWN && columns.every(({ width }) => width?.endsWith('px'));
}

/** Of a table with hundreds of columns, those in sight. */
export function useColumnSpan<Row>(
  columns: readonly TableColumn<Row>[],
  isWide: boolean,
  { left, width }: Pick<TableView, 'left' | 'width'>,
): ColumnSpan<Row> {
  const places = useMemo(() => {
    if (!isWide) return undefined;
    const ends = [0];
    for (const column of columns) ends.push((ends.at(-1) ?? 0) + Number.parseFloat(column.width ?? '0'));
    return ends;
  }, [columns, isWide]);
  const [first, last] =
    places === undefined ? [0, columns.length] : columnWindow(places, left - SIDEWAYS_PX, width + 3 * SIDEWAYS_PX);
  return useMemo(() => {
    const count = columns.length;
    if (places === undefined) return { columns, first: 0, count, before: 0, after: 0, width: undefined };
    const all = places.at(-1) ?? 0;
    return {
      columns: columns.slice(first, last),
      first,
      count,
      before: places[first] ?? 0,
      after: all - (places[last] ?? all),
      width: all,
    };
  }, [columns, places, first, last]);
}
