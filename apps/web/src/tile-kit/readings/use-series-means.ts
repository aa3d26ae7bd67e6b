import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type DataItemSelection, history } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';
import { useConversions } from './use-conversions.ts';

/**
 * The mean of every stored point of each series from `fromMs` to `toMs`, in the order of the selections: what a chart
 * has loaded are minima and maxima, whose mean is another. Null where there is none or it is not known (yet).
 */
export function useSeriesMeans(
  selections: readonly DataItemSelection[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  isWanted: boolean,
): readonly (number | null)[] {
  const { resolve } = useDashboardScope();
  const items = selections.map((selection) => resolve(selection));
  const names = items.flatMap((item) => (item === undefined ? [] : [`${item.assetId}-${item.dataItemId}`]));
  const asked = [...new Set(names)];
  const { data } = useQuery({
    queryKey: queryKeys.history('means', asked.join(','), fromMs, toMs),
    queryFn: async ({ signal }) => {
      const query = {
        columnar: 'true' as const,
        dataItems: asked.join(','),
        startTime: new Date(fromMs).toISOString(),
        endTime: new Date(toMs).toISOString(),
        aggregate: 'count,sum',
        threshold: '1',
      };
      return meansOf(asked, await callApi(history.getHistory, { query, signal }));
    },
    enabled: isWanted && asked.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const conversions = useConversions(selections);
  return items.map((item, index) => {
    const mean = (item && data?.get(`${item.assetId}-${item.dataItemId}`)) ?? null;
    const conversion = conversions[index];
    return mean === null || conversion === undefined ? mean : conversion.convert(mean);
  });
}

/** Two columns for each item, its counts and its sums, a row for each bucket. */
function meansOf(asked: readonly string[], [, ...columns]: history.ColumnarHistory): Map<string, number> {
  const total = (column: history.ColumnarHistory[number] = []) =>
    column.reduce<number>((sum, value) => sum + Number(value ?? 0), 0);
  return new Map(
    asked.flatMap((name, index) => {
      const count = total(columns[2 * index]);
      return count === 0 ? [] : [[name, total(columns[2 * index + 1]) / count] as const];
    }),
  );
}
