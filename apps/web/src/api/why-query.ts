import { queryOptions } from '@tanstack/react-query';
import { history, why } from '@telltale/contract';
import { callApi } from './client.ts';
import { queryKeys } from './query-keys.ts';

/**
 * Where the value of a data item comes from.
 * @param at ISO; undefined: the current one
 */
export function whyQuery(assetId: number, dataItemId: number, at: string | undefined) {
  return queryOptions({
    queryKey: queryKeys.why(assetId, dataItemId, at),
    queryFn: ({ signal }) =>
      callApi(why.getWhy, { params: { assetId, dataItemId }, query: at === undefined ? {} : { at }, signal }),
  });
}

/** Of the usable values of a time; without any, count is 0 and the rest means nothing. */
export interface SpanFigures {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Points of it with their times in seconds: the least, the greatest and the last among them. */
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
}

/** Two of each are drawn: a picture of it is no wider. */
const BUCKETS_OF_SPAN = 120;

/**
 * What the values of a time give.
 * @param toMs exclusive
 */
export function spanQuery(assetId: number, dataItemId: number, fromMs: number, toMs: number) {
  const dataItems = `${assetId}-${dataItemId}`;
  const ask = (end: number, more: { aggregate?: string; threshold: string }, signal: AbortSignal) => {
    const [startTime, endTime] = [new Date(fromMs).toISOString(), new Date(end).toISOString()];
    return callApi(history.getHistory, { query: { columnar: 'true', dataItems, startTime, endTime, ...more }, signal });
  };
  return queryOptions({
    queryKey: queryKeys.history('span', dataItems, fromMs, toMs),
    queryFn: async ({ signal }): Promise<SpanFigures> => {
      const [[, ...figures], [times = [], values = []]] = await Promise.all([
        ask(toMs, { aggregate: 'count,sum,min,max', threshold: '1' }, signal),
        ask(toMs - 1, { threshold: String(BUCKETS_OF_SPAN) }, signal),
      ]);
      const [counts, sums, least, greatest] = figures.map((column) =>
        column.flatMap((value) => (typeof value === 'number' ? [value] : [])),
      );
      const total = (column: readonly number[] = []) => column.reduce((sum, value) => sum + value, 0);
      return {
        count: total(counts),
        sum: total(sums),
        min: Math.min(...(least ?? [])),
        max: Math.max(...(greatest ?? [])),
        times: times.map(Number),
        values: values.map((value) => (typeof value === 'number' && Number.isFinite(value) ? value : null)),
      };
    },
  });
}

/** What the condition of an alarm reads. */
export function valuesOfAlarmQuery({ assetId, alarmDefinitionId }: { assetId: number; alarmDefinitionId: number }) {
  return queryOptions({
    queryKey: queryKeys.valuesOfAlarm(assetId, alarmDefinitionId),
    queryFn: ({ signal }) => callApi(why.listAlarmValues, { params: { assetId, alarmDefinitionId }, signal }),
  });
}
