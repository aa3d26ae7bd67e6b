import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { permissionId } from '@telltale/contract';
import { useEffect } from 'react';
import { messageOf } from '#api/api-error.ts';
import { addDetectedItems, detectedItemsQuery } from '#api/detected-items.ts';
import { queryKeys } from '#api/query-keys.ts';
import { useMay } from '#session/session-store.ts';
import { toast } from '#ui/feedback/toast.ts';
import classes from './arrivals.module.css';

interface DetectedLabelsProps {
  assetDefinitionId: number;
  definitionName: string;
  /** How many data items have arrived: another one may be a label that the definition does not have. */
  received: number;
}

/** Adds the labels that have arrived to the definition of the asset, with one press. */
export function DetectedLabels({ assetDefinitionId, definitionName, received }: DetectedLabelsProps) {
  const client = useQueryClient();
  const maySee = useMay(permissionId('DataItems', 'View'));
  const mayAdd = useMay(permissionId('DataItems', 'Create')) && maySee;
  const { queryKey } = detectedItemsQuery(assetDefinitionId);
  const { data } = useQuery({ ...detectedItemsQuery(assetDefinitionId), enabled: mayAdd && received > 0 });
  const add = useMutation({
    mutationFn: () => addDetectedItems(assetDefinitionId),
    onSuccess: (count) => toast(`${labels(count)} added to ${definitionName}.`),
    onError: (failure) => toast(`The labels were not added. ${messageOf(failure)}`, 'error'),
    onSettled: () =>
      Promise.all(
        [queryKeys.definition(assetDefinitionId), queryKeys.dataItems].map((key) =>
          client.invalidateQueries({ queryKey: key }),
        ),
      ),
  });
  const key = queryKey.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query key
  useEffect(() => {
    if (received > 0) void client.invalidateQueries({ queryKey });
  }, [client, key, received]);

  const names = data?.map(({ label }) => label) ?? [];
  if (!mayAdd || names.length === 0) return null;
  return (
    <div className={classes.detected}>
      <p className={classes.hint}>
        Not on the definition {definitionName} yet: {names.slice(0, 5).join(', ')}
        {names.length > 5 ? ` and ${names.length - 5} more` : ''}
      </p>
      <Button variant="default" loading={add.isPending} onClick={() => add.mutate()}>
        Add {labels(names.length)}
      </Button>
    </div>
  );
}

const labels = (count: number) => `${count} ${count === 1 ? 'label' : 'labels'}`;
