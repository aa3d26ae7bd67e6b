import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { history } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { type RecordedLine, recordedLine } from './recorded-line.ts';

const BUCKETS = 400;

interface RecordedLineOptions {
  assetId: number;
  /** Undefined: there is nothing to draw. */
  dataItemId: number | undefined;
  span: { readonly fromMs: number; readonly toMs: number };
  isWanted: boolean;
}

/** What a data item recorded in a time: its smallest and largest values, in so many steps. */
export function useRecordedLine({
  assetId,
  dataItemId,
  span,
  isWanted,
}: RecordedLineOptions): RecordedLine | undefined {
  const { fromMs, toMs } = span;
  const query = useQuery({
    queryKey: queryKeys.history('buckets', 'backtest', assetId, dataItemId, fromMs, toMs),
    queryFn: ({ signal }) =>
      callApi(history.getHistory, {
        query: {
          threshold: BUCKETS,
          dataItems: `${assetId}-${dataItemId}`,
          startTime: new Date(fromMs).toISOString(),
          endTime: new Date(toMs).toISOString(),
        },
        signal,
      }),
    enabled: isWanted && dataItemId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    select: recordedLine,
  });
  return query.data ?? undefined;
}
