import type { DataItemSelection } from '@telltale/contract';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { AssetItem } from '#readings/readings.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';

/**
 * How the values of each selection become those that are shown; undefined: they are shown as they are stored. The same list
 * until one of them changes, whatever the values do.
 */
export function useConversions(selections: readonly DataItemSelection[]): readonly (Conversion | undefined)[] {
  const { readings, resolve } = useDashboardScope();
  const key = JSON.stringify(selections.map((selection) => resolve(selection) ?? null));
  const list = useMemo(() => {
    const items = JSON.parse(key) as (AssetItem | null)[];
    let last: readonly (Conversion | undefined)[] = items.map(() => undefined);
    return {
      items,
      read: () => {
        const next = items.map((item) => (item === null ? undefined : readings.read(item).conversion));
        if (next.some((conversion, index) => conversion !== last[index])) last = next;
        return last;
      },
    };
  }, [readings, key]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = list.items.flatMap((item) => (item === null ? [] : [readings.subscribe(item, listener)]));
      return () => {
        for (const end of ends) end();
      };
    },
    [readings, list],
  );
  return useSyncExternalStore(subscribe, list.read);
}
