import type { DataItemSelection } from '@telltale/contract';
import { useMemo } from 'react';
import { MISSING_READING, UNCHOSEN_READING } from '#readings/readings.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { listDataItems, selectionKey, trailOf } from '#tile-kit/pickers/data-item-options.ts';
import { useShownItems } from '#tile-kit/readings/shown-items.ts';
import { type LiveRow, ReadingRow, RowValues } from './live-row.ts';

/** A list of rows, and news of their values; both stay the same objects while values change. */
export interface LiveRows<Row extends LiveRow> {
  rows: readonly Row[];
  values: RowValues<Row>;
}

/** The data items of a table: every one of the dashboard, or those chosen, without rows for which none is chosen. */
export function useDataItemRows(chosen: readonly DataItemSelection[] | 'all'): LiveRows<ReadingRow> {
  const { definition } = useDashboardScope();
  const selections = useMemo(
    () => (chosen === 'all' ? listDataItems(definition).map(({ selection }) => selection) : chosen),
    [chosen, definition],
  );
  const all = useReadingRows(selections);
  return useMemo(() => {
    const known = new Map(all.flatMap((row, index) => (selections[index]?.dataItem === null ? [] : [[row.key, row]])));
    const rows = [...known.values()];
    return { rows, values: new RowValues(rows) };
  }, [all, selections]);
}

/** A row for each selection, in their order. */
export function useReadingRows(selections: readonly DataItemSelection[]): readonly ReadingRow[] {
  const { readings, resolve, definition } = useDashboardScope();
  const names = useMemo(
    () => new Map(listDataItems(definition).map(({ selection, name }) => [selectionKey(selection), name])),
    [definition],
  );
  useShownItems(useMemo(() => selections.map((selection) => resolve(selection)), [selections, resolve]));
  return useMemo(
    () =>
      selections.map((selection) => {
        const otherwise = selection.dataItem === null ? UNCHOSEN_READING : MISSING_READING;
        const key = selectionKey(selection);
        const name = names.get(key) ?? '';
        const trail = trailOf(definition, selection.slotPath);
        return new ReadingRow({ key, name, trail, source: readings, item: resolve(selection), otherwise });
      }),
    [selections, names, definition, readings, resolve],
  );
}
