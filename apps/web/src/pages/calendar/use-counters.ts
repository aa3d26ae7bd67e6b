import { useQuery } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { DEFAULT_COUNTER, DEFAULT_INTERVAL } from '@telltale/contract/api/maintenance/parts.ts';
import { dataItemDefinitionsQuery } from '#api/definition-queries.ts';
import { partGridQuery } from '#api/events/part-queries.ts';
import { useMay } from '#session/session-store.ts';
import type { CalendarSubject } from './calendar-subject.ts';

/** The counters that an asset may be maintained by, as far as the user may see them. */
export interface Counters {
  readonly labels: readonly string[];
  /** What the asset's maintenance-schedule says of a kind of maintenance, else what stands for it (spec 1 §9). */
  readonly planOf: (eventDefinitionId: number | undefined) => { counter: string; every: number };
}

/** @param isAsked while somebody chooses one */
export function useCounters(asset: CalendarSubject | undefined, isAsked: boolean): Counters {
  const mayHistory = useMay(permissionId('HistoricalDataItems', 'View'));
  const mayItems = useMay(permissionId('DataItems', 'View'));
  const isKnown = isAsked && asset !== undefined;
  const grid = useQuery({ ...partGridQuery(asset?.assetId ?? 0), enabled: isKnown && mayHistory }).data;
  const items = useQuery({
    ...dataItemDefinitionsQuery(asset?.assetDefinitionId ?? 0),
    enabled: isKnown && mayItems,
  }).data;
  const parts = grid?.parts ?? [];
  return {
    labels: [...new Set([...parts.map(({ counter }) => counter), ...(items ?? []).map(({ label }) => label)])],
    planOf: (eventDefinitionId) => {
      const part = parts.find((one) => one.eventDefinitionId === eventDefinitionId);
      return { counter: part?.counter ?? DEFAULT_COUNTER, every: part?.interval ?? DEFAULT_INTERVAL };
    },
  };
}
