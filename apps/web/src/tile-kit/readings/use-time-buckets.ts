import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DataItemSelection, history } from '@telltale/contract';
import type { TimeBucket } from '@telltale/domain';
import type { Conversion } from '@telltale/domain/units/conversion.ts';
import { useMemo } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useMomentStepMs } from '../dashboard-time.ts';
import { useConversions } from './use-conversions.ts';

const STEP_MS = 60_000;

export type TimeBuckets =
  | { state: 'unchosen' | 'missing' | 'loading' }
  | { state: 'error'; message: string; retry: () => void }
  | { state: 'ready'; buckets: readonly TimeBucket[]; endMs: number };

/**
 * A series in buckets of `bucketMs` over the `spanMs` before the dashboard's moment. Buckets begin at multiples of their
 * length since 1970 UTC; empty ones are left out, and the last one ends with the minute before the moment. Asked again
 * each minute.
 */
export function useTimeBuckets(selection: DataItemSelection, bucketMs: number, spanMs: number): TimeBuckets {
  const { resolve } = useDashboardScope();
  const item = resolve(selection);
  const endMs = useMomentStepMs(STEP_MS);
  const startMs = (Math.floor(endMs / bucketMs) + 1) * bucketMs - spanMs;
  const dataItems = item === undefined ? '' : `${item.assetId}-${item.dataItemId}`;
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.history('buckets', dataItems, bucketMs, endMs, spanMs),
    queryFn: async ({ signal }) => {
      const query = {
        columnar: 'true' as const,
        dataItems,
        startTime: new Date(startMs).toISOString(),
        // Nothing of the minute that begins there: what is stored of it is not all of it yet.
        endTime: new Date(endMs - 1).toISOString(),
        aggregate: 'count,sum,min,max',
        bucket: String(bucketMs / 1000),
      };
      return toBuckets(await callApi(history.getHistory, { query, signal }));
    },
    enabled: item !== undefined,
    placeholderData: keepPreviousData,
  });
  const [conversion] = useConversions([selection]);
  const buckets = useMemo(() => shownBuckets(data ?? [], conversion), [data, conversion]);
  if (selection.dataItem === null) return { state: 'unchosen' };
  if (item === undefined) return { state: 'missing' };
  if (data !== undefined) return { state: 'ready', buckets, endMs };
  if (error !== null) return { state: 'error', message: messageOf(error), retry: () => void refetch() };
  return { state: 'loading' };
}

/** A sum is of as many values as were counted, each with its own zero. */
function shownBuckets(buckets: readonly TimeBucket[], conversion: Conversion | undefined): readonly TimeBucket[] {
  if (conversion === undefined) return buckets;
  const { factor, offset } = conversion;
  return buckets.map(({ startMs, count, sum, min, max }) => ({
    startMs,
    count,
    sum: sum * factor + count * offset,
    min: conversion.convert(min),
    max: conversion.convert(max),
  }));
}

function toBuckets([times = [], counts = [], sums = [], mins = [], maxs = []]: history.ColumnarHistory): TimeBucket[] {
  return times.flatMap((time, index) => {
    const count = Number(counts[index] ?? 0);
    if (count === 0) return [];
    const [sum, min, max] = [Number(sums[index]), Number(mins[index]), Number(maxs[index])];
    return [{ startMs: Number(time) * 1000, count, sum, min, max }];
  });
}
