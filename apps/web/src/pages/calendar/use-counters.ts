import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { DEFAULT_COUNTER, DEFAULT_INTERVAL } from '@telltale/contract/api/maintenance/parts.ts';
import { findNamed, type ItemNames, itemName, itemNames } from '@telltale/domain';
import { definitionTreeQuery } from '#api/dashboard-queries.ts';
import { partGridQuery } from '#api/events/part-queries.ts';
import { useMay } from '#session/session-store.ts';
import type { CalendarSubject } from './calendar-subject.ts';

/** The counters that an asset may be maintained by, as far as the user may see them. A counter is kept by its label. */
export interface Counters {
  /** What people read of them. */
  readonly names: readonly string[];
  /** All that the counter of a name is found by. */
  readonly namesOf: (name: string) => readonly string[];
  readonly nameOf: (label: string) => string;
  /** The label of what somebody wrote, which is itself where no counter is called so. */
  readonly labelOf: (written: string) => string;
  /** What the asset's maintenance-schedule says of a kind of maintenance, else what stands for it (spec 1 §9). */
  readonly planOf: (eventDefinitionId: number | undefined) => { counter: string; every: number };
}

/** @param isAsked while somebody chooses one */
export function useCounters(asset: CalendarSubject | undefined, isAsked: boolean): Counters {
  const mayHistory = useMay(permissionId('HistoricalDataItems', 'View'));
  const mayItems = useMay(permissionId('DataItems', 'View'));
  const isKnown = isAsked && asset !== undefined;
  const grid = useQuery({ ...partGridQuery(asset?.assetId ?? 0), enabled: isKnown && mayHistory }).data;
  const tree = useQuery({ ...definitionTreeQuery(asset?.assetId ?? 0), enabled: isKnown && mayItems }).data;
  const parts = grid?.parts ?? [];
  const counters: readonly ItemNames[] = [
    ...parts.map(({ counter, counterName }) => ({ label: counter, alias: counterName })),
    ...(tree?.dataItemDefinitions ?? []),
  ];
  return {
    names: [...new Set(counters.map(itemName))],
    namesOf: (name) => counters.filter((one) => itemName(one) === name).flatMap(itemNames),
    nameOf: (label) => itemName(counters.find((one) => one.label === label) ?? { label }),
    labelOf: (written) => findNamed(counters, written)?.label ?? written,
    planOf: (eventDefinitionId) => {
      const part = parts.find((one) => one.eventDefinitionId === eventDefinitionId);
      return { counter: part?.counter ?? DEFAULT_COUNTER, every: part?.interval ?? DEFAULT_INTERVAL };
    },
  };
}
