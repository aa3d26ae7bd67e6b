import { useId } from 'react';
import { type PickerRow, rowId } from './DataItemRows.tsx';
import type { DataItemSearch } from './use-data-item-search.ts';
import { useRowKeys } from './use-row-keys.ts';

/** Wires the search field of a picker to its rows: the field keeps the focus, and its keys move and choose the active row. */
export function usePickerList(
  rows: readonly PickerRow[],
  { filter, setFilter }: DataItemSearch,
  onChoose: (row: PickerRow) => void,
) {
  const id = useId();
  const keys = useRowKeys(rows.length, (index) => {
    const row = rows[index];
    if (row !== undefined) onChoose(row);
  });
  const { activeIndex, setActiveIndex, onKeyDown } = keys;
  return {
    keys,
    /** Props of the DataItemSearch. */
    field: {
      listId: id,
      activeRowId: rows.length === 0 ? undefined : rowId(id, activeIndex),
      value: filter,
      onChange: (next: string) => {
        setFilter(next);
        setActiveIndex(0);
      },
      onKeyDown,
    },
    /** Props of the DataItemRows. */
    list: { id, rows, activeIndex, onActivate: setActiveIndex, onChoose },
  };
}
