import type { DataItemSelection } from '@telltale/contract';
import { useMemo, useRef } from 'react';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { listDataItems, selectionKey } from '#tile-kit/data-item-options.ts';
import type { Reading } from '#tile-kit/readings.ts';
import { useReadings } from '#tile-kit/use-reading.ts';

/** A data item in a table; the same object as long as its reading is. */
export interface DataItemRow {
  key: string;
  reading: Reading;
}

/** The data items of a table with their readings: every one of the dashboard, or those chosen. */
export function useDataItemRows(chosen: readonly DataItemSelection[] | 'all'): readonly DataItemRow[] {
  const { definition } = useDashboardScope();
  const selections = useMemo(
    () => (chosen === 'all' ? listDataItems(definition).map(({ selection }) => selection) : chosen),
    [chosen, definition],
  );
  const readings = useReadings(selections);
  const known = useRef(new Map<string, DataItemRow>());
  return useMemo(() => {
    const rows = selections.flatMap((selection, index): DataItemRow[] => {
      const reading = readings[index];
      if (reading === undefined || reading.state === 'unchosen') return [];
      const key = selectionKey(selection);
      const before = known.current.get(key);
      return [before?.reading === reading ? before : { key, reading }];
    });
    known.current = new Map(rows.map((row) => [row.key, row]));
    return [...known.current.values()];
  }, [selections, readings]);
}
