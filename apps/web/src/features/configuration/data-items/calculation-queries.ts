import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type BodyInput, type calculations as Calculations, calculations } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';

const PROGRESS_MS = 1_000;

type PreviewBody = BodyInput<typeof calculations.previewCalculation>;

/** What an expression would have given on an asset; what was answered last stays until the next answer. */
export function calculationPreviewQuery(assetId: number, body: PreviewBody) {
  return queryOptions({
    queryKey: queryKeys.calculationPreview({ assetId, ...body }),
    queryFn: ({ signal }) => callApi(calculations.previewCalculation, { params: { assetId }, body, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

export function isUnderWay({ state }: Pick<Calculations.Recalculation, 'state'>): boolean {
  return state === 'queued' || state === 'running';
}

/** The user's recalculations, newest first; asked for again and again while one is under way. */
export const recalculationsQuery = queryOptions({
  queryKey: queryKeys.recalculations,
  queryFn: ({ signal }) => callApi(calculations.listRecalculations, { signal }),
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? PROGRESS_MS : false),
});
