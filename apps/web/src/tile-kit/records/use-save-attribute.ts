import { useMutation, useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useDashboardScope } from '../dashboard-scope.tsx';

/** Saves an attribute of the dashboard's asset; the asset is asked for again afterwards. */
export function useSaveAttribute(attributeName: string) {
  const { asset } = useDashboardScope();
  const queryClient = useQueryClient();
  const { assetId } = asset;
  return useMutation({
    mutationFn: (attributeValue: string) =>
      callApi(assets.createAttribute, { params: { assetId }, body: { attributeName, attributeValue } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.assets }),
  });
}
