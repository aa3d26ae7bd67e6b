import type { DataItemSelection, definitions } from '@telltale/contract';
import { useMemo } from 'react';
import type { Reading } from '#readings/readings.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { trailOf } from '../pickers/data-item-options.ts';
import { useReading, useReadings } from './use-reading.ts';

/**
 * What a data item is called on this dashboard: on that of a system after the slots that lead to it, since the assets in slots have
 * items of the same names.
 */
export function nameInSlot(definition: definitions.DefinitionTree, slotPath: readonly number[], name: string): string {
  if (slotPath.length === 0 || name === '') return name;
  return [...trailOf(definition, slotPath), name].join(' › ');
}

/** The reading of a data item, by the name that it has on this dashboard. */
export function useNamedReading(selection: DataItemSelection): Reading {
  const { definition } = useDashboardScope();
  const reading = useReading(selection);
  const name = nameInSlot(definition, selection.slotPath, reading.name);
  return useMemo(() => (name === reading.name ? reading : { ...reading, name }), [reading, name]);
}

/** The same of several, in the order of the selections. */
export function useNamedReadings(selections: readonly DataItemSelection[]): readonly Reading[] {
  const { definition } = useDashboardScope();
  const readings = useReadings(selections);
  const paths = JSON.stringify(selections.map(({ slotPath }) => slotPath));
  return useMemo(() => {
    const slotPaths = JSON.parse(paths) as number[][];
    return readings.map((reading, index) => {
      const name = nameInSlot(definition, slotPaths[index] ?? [], reading.name);
      return name === reading.name ? reading : { ...reading, name };
    });
  }, [definition, readings, paths]);
}
