import { useEffect, useMemo, useState } from 'react';
import type { TableColumn } from '../table-column.ts';
import type { TextFilter } from './text-filter.ts';

/** Rows are looked through for this long at a time, milliseconds: what else happens on the screen comes in between. */
export const SLICE_MS = 12;

/** Looks through rows in slices. @returns stops it */
export function findRows<Row>(
  rows: readonly Row[],
  isFound: (row: Row) => boolean,
  onFound: (found: readonly Row[]) => void,
): () => void {
  const found: Row[] = [];
  let at = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const endMs = performance.now() + SLICE_MS;
    for (; at < rows.length && performance.now() < endMs; at++) {
      const row = rows[at] as Row;
      if (isFound(row)) found.push(row);
    }
    if (at < rows.length) timer = setTimeout(look);
    else onFound(found);
  };
  look();
  return () => clearTimeout(timer);
}

/**
 * The rows whose cells the filter lets through, all of them without one. However many there are and whatever the
 * pattern, the screen goes on meanwhile (guarantee G4); what was found before stays until then.
 */
export function useFoundRows<Row>(
  rows: readonly Row[],
  columns: readonly TableColumn<Row>[],
  passes: TextFilter | undefined,
): readonly Row[] {
  const [found, setFound] = useState<readonly Row[]>();
  const isFound = useMemo(
    () =>
      passes && ((row: Row) => passes(columns.map(({ found, value }) => found?.(row) ?? value(row) ?? '').join('\n'))),
    [columns, passes],
  );
  useEffect(() => {
    if (isFound !== undefined) return findRows(rows, isFound, setFound);
    setFound(undefined);
  }, [rows, isFound]);
  return isFound === undefined ? rows : (found ?? rows);
}
