import type { DataItemSelection } from '@telltale/contract';
import { isPlainDisplay } from '@telltale/domain';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import type { Reading } from '#readings/readings.ts';
import { useDashboardScope } from '#tile-kit/dashboard-scope.tsx';
import { useConversions } from '#tile-kit/readings/use-conversions.ts';
import { nameHere } from '#tile-kit/readings/use-named-reading.ts';
import type { SeriesName } from '../model/chart-spec.ts';

/** Stands for a series whose data item is not on this asset. */
export const MISSING_SERIES = 'Cannot find data item';

/**
 * Name, unit and description of each series. Changes only when one of these does: a chart's values don't pass through React.
 */
export function useSeriesNames(selections: readonly DataItemSelection[]): SeriesName[] {
  const { readings, resolve, definition } = useDashboardScope();
  const key = JSON.stringify(selections.map(({ slotPath, dataItem }) => ({ slotPath, dataItem })));
  const wanted = useMemo(() => {
    const parsed = JSON.parse(key) as DataItemSelection[];
    return parsed.map((selection) => ({ selection, item: resolve(selection) }));
  }, [key, resolve]);

  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = wanted.flatMap(({ item }) => (item === undefined ? [] : [readings.subscribe(item, listener)]));
      return () => {
        for (const end of ends) end();
      };
    },
    [readings, wanted],
  );
  const text = useSyncExternalStore(subscribe, () =>
    JSON.stringify(
      wanted.map(({ selection, item }): SeriesName => {
        if (selection.dataItem === null) return { name: '', unit: '' };
        const reading = item && readings.read(item);
        const name = nameHere(definition, selection, reading?.name ?? '');
        if (reading?.name) return named({ ...reading, name });
        return { name: name || (reading?.state === 'waiting' ? '' : MISSING_SERIES), unit: '' };
      }),
    ),
  );
  const conversions = useConversions(selections);
  return useMemo(() => {
    const names = JSON.parse(text) as SeriesName[];
    return names.map((name, index) => {
      const conversion = conversions[index];
      return conversion === undefined ? name : { ...name, conversion };
    });
  }, [text, conversions]);
}

function named({ name, unit, display }: Reading): SeriesName {
  return isPlainDisplay(display) ? { name, unit } : { name, unit, display };
}
