import { useMemo, useState } from 'react';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { type DataItemOption, filterDataItems, listDataItems } from './data-item-options.ts';

export interface DataItemSearch {
  filter: string;
  setFilter: (filter: string) => void;
  /** Every data item of the dashboard that the filter lets through. */
  matches: DataItemOption[];
}

/** Searches all data items of the dashboard by alias, label and slot. */
export function useDataItemSearch(): DataItemSearch {
  const { definition, readings, resolve } = useDashboardScope();
  const [filter, setFilter] = useState('');
  const all = useMemo(() => listDataItems(definition), [definition]);
  const matches = useMemo(
    () =>
      filterDataItems(all, filter, ({ selection }) => {
        const item = resolve(selection);
        return item === undefined ? '' : readings.read(item).name;
      }),
    [all, filter, readings, resolve],
  );
  return { filter, setFilter, matches };
}
