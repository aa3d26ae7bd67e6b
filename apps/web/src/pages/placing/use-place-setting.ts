import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { PendingPlace, PlaceSetting } from './pending-place.ts';

/** Keeps which asset's place is being set, and stores it on Save. */
export function usePlaceSetting(): PlaceSetting {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<PendingPlace>();
  const [isBusy, setBusy] = useState(false);

  async function store({ assetId, name, place }: PendingPlace): Promise<void> {
    if (place === null) return;
    setBusy(true);
    try {
      await callApi(assets.setCoordinates, { params: { assetId }, body: place });
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
      setPending(undefined);
      toast(`The location of ${name} is saved.`);
    } catch (error) {
      toast(`The location of ${name} was not saved. ${messageOf(error)}`, 'error');
    } finally {
      setBusy(false);
    }
  }

  return {
    pending,
    isBusy,
    begin: setPending,
    move: (place) => setPending((now) => now && { ...now, place }),
    save: () => {
      if (pending !== undefined) void store(pending);
    },
    cancel: () => setPending(undefined),
  };
}
