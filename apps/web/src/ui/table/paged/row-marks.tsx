import { useMemo, useState } from 'react';
import { lazyPart } from '#ui/lazy-part.tsx';
import type { TableColumn } from '../table-column.ts';

const RowMark = lazyPart(async () => (await import('./RowMark.tsx')).RowMark);

const NOTHING: ReadonlySet<string> = new Set();

export interface RowMarks<Row> {
  /** The columns, with the one of the markers before them where there are markers. */
  readonly columns: readonly TableColumn<Row>[];
  /** The marked rows of those given; none where nothing is marked. */
  readonly marked: readonly Row[];
  clear(): void;
}

interface RowMarksOptions<Row> {
  isOn: boolean;
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  /** What the box in the header marks: every row that the search left, on all pages. */
  rows: readonly Row[];
}

/**
 * Markers before the rows of a table (spec 2 §2.13 'optional selection markers'). They follow the record and not the
 * place: a sorted, searched or refreshed table keeps them, and what is gone from it is no longer marked.
 */
export function useRowMarks<Row>({ isOn, columns, rowKey, rows }: RowMarksOptions<Row>): RowMarks<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string>>(NOTHING);
  const marked = useMemo(
    () => (isOn && keys.size > 0 ? rows.filter((row) => keys.has(rowKey(row))) : []),
    [isOn, keys, rows, rowKey],
  );
  const withMarkers = useMemo(() => {
    if (!isOn) return columns;
    const isWhole = rows.length > 0 && marked.length === rows.length;
    const mark = (names: readonly string[], isMarked: boolean) =>
      setKeys((before) => {
        const next = new Set(before);
        for (const name of names) {
          if (isMarked) next.add(name);
          else next.delete(name);
        }
        return next;
      });
    const markers: TableColumn<Row> = {
      id: ' marked',
      header: 'Marked',
      width: '40px',
      sortable: false,
      value: () => null,
      headerCell: () => (
        <RowMark
          name="Mark all rows"
          isMarked={isWhole}
          isPartly={marked.length > 0 && !isWhole}
          onMark={() => mark(rows.map(rowKey), !isWhole)}
        />
      ),
      cell: (row, isActive) => (
        <RowMark
          name={`Mark ${columns[0]?.value(row) ?? 'row'}`}
          isTabStop={isActive}
          isMarked={keys.has(rowKey(row))}
          onMark={(isMarked) => mark([rowKey(row)], isMarked)}
        />
      ),
    };
    return [markers, ...columns];
  }, [isOn, columns, rowKey, rows, keys, marked]);
  return { columns: withMarkers, marked, clear: () => setKeys(NOTHING) };
}
