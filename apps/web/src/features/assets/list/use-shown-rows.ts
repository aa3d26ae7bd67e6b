import { useMemo, useState } from 'react';
import { sortRows, type TableColumn } from '#ui/table/table-column.ts';
import {
  type AssetRow,
  filterRows,
  inListOrder,
  type KnownAlarms,
  rowsWithin,
  searchRows,
  withAlarms,
} from './asset-list.ts';
import type { KnownMembers } from './filter/GroupMembers.tsx';
import type { ListAddress } from './use-list-address.ts';

interface ShownRows {
  /** Of all pages, in order; undefined while it is not known who stands in the group that is asked for. */
  shown: readonly AssetRow[] | undefined;
  /** The same, and what the map does not show. */
  onMap: readonly AssetRow[];
  onMembers: (members: KnownMembers) => void;
}

/** The rows that the address asks for. Typing stays fluent with 10,000 assets: only the search is worked out anew. */
export function useShownRows(
  rows: readonly AssetRow[],
  columns: readonly TableColumn<AssetRow>[],
  pins: readonly number[],
  { filter, filterKey, sort }: ListAddress,
  alarms: KnownAlarms | undefined,
): ShownRows {
  const [members, setMembers] = useState<KnownMembers>();
  const { assetGroupId, search } = filter;
  const known = members?.assetGroupId === assetGroupId ? members?.assetIds : undefined;
  const isWaiting = assetGroupId !== undefined && known === undefined;
  const sortKey = sort && `${sort.column}.${sort.direction}`;
  const listed = useMemo(() => inListOrder(rows, pins), [rows, pins]);
  const ordered = useMemo(() => withAlarms(listed, alarms), [listed, alarms]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: sortKey stands for sort
  const sorted = useMemo(() => sortRows(ordered, columns, sort), [ordered, columns, sortKey]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filterKey stands for the filter
  const filtered = useMemo(() => filterRows(sorted, filter, known), [sorted, filterKey, known]);
  const onMap = useMemo(() => searchRows(filtered, search), [filtered, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: filterKey stands for the bounds
  const found = useMemo(() => rowsWithin(onMap, filter.bounds), [onMap, filterKey]);
  return { shown: isWaiting ? undefined : found, onMap: isWaiting ? [] : onMap, onMembers: setMembers };
}
