import type { DataItemSelection, definitions } from '@telltale/contract';
import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { findDataItem, trailOf } from '../pickers/data-item-options.ts';
import { useReading, useReadings } from './use-reading.ts';

/**
 * What a data item is called on this dashboard, also while nothing is read of it: on that of a system after the slots that lead to
 * it, since the assets in slots have items of the same names. '' where there is no such data item.
 * @param readName its name as it was read; '': nothing was
 */
export function nameHere(
  definition: definitions.DefinitionTree,
  selection: DataItemSelection,
  readName: string,
): string {
  const name = readName || (findDataItem(definition, selection)?.name ?? '');
  if (selection.slotPath.length === 0 || name === '') return name;
  return [...trailOf(definition, selection.slotPath), name].join(' › ');
}

/** The reading of a data item, by the name that it has on this dashboard. */
export function useNamedReading(selection: DataItemSelection): Reading {
  const { definition } = useDashboardScope();
  const reading = useReading(selection);
  const name = nameHere(definition, selection, reading.name);
  return useMemo(() => (name === reading.name ? reading : { ...reading, name }), [reading, name]);
}

/** The same of several, in the order of the selections. */
export function useNamedReadings(selections: readonly DataItemSelection[]): readonly Reading[] {
  const { definition } = useDashboardScope();
  const readings = useReadings(selections);
  const key = JSON.stringify(selections.map(({ slotPath, dataItem }) => ({ slotPath, dataItem })));
  return useMemo(() => {
    const chosen = JSON.parse(key) as DataItemSelection[];
    return readings.map((reading, index) => {
      const selection = chosen[index];
      const name = selection === undefined ? reading.name : nameHere(definition, selection, reading.name);
      return name === reading.name ? reading : { ...reading, name };
    });
  }, [definition, readings, key]);
}
