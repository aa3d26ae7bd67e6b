import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assets, JOB_GENERATED } from '@telltale/contract';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';

/** Sets when the job of the dashboard's asset began; the asset is asked for again afterwards. */
export function useSetJobStart(onSet: () => void) {
  const { asset } = useDashboardScope();
  const records = useQueryClient();
  const { assetId } = asset;
  const { mutate, isPending, error, reset } = useMutation({
    // As a list, as the call is made for this attribute (spec 1 §7).
    mutationFn: (attributeValue: string) =>
      callApi(assets.putAttributes, {
        params: { assetId },
        body: [{ attributeName: JOB_GENERATED.reportStart, attributeValue }],
      }),
    onSuccess: () => {
      onSet();
      return records.invalidateQueries({ queryKey: queryKeys.assets });
    },
  });
  return { set: mutate, isSaving: isPending, problem: error === null ? undefined : messageOf(error), reset };
}
