import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { queryKeys } from '#api/query-keys.ts';
import { toast } from '#ui/feedback/toast.ts';
import type { PendingPlace, PlaceSetting } from './pending-place.ts';

/** Keeps which asset's place is being set, and stores it on Save. */
export function usePlaceSetting(): PlaceSetting {
  const queryClient = useQueryClient();
  const [pending, setPending] = useState<PendingPlace>();
  const [isBusy, setBusy] = useState(false);

  async function store({ assetId, name, place, seen }: PendingPlace): Promise<void> {
    if (place === null) return;
    setBusy(true);
    try {
      // Most who open a list set no place.
      const { setUnlessMoved } = await import('./set-place.ts');
      const isStored = await setUnlessMoved({ assetId, name, place, seen });
      await queryClient.invalidateQueries({ queryKey: queryKeys.assets });
      if (!isStored) return;
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
    begin: (asset) => setPending({ ...asset, seen: asset.place }),
    move: (place) => setPending((now) => now && { ...now, place }),
    save: () => {
      if (pending !== undefined) void store(pending);
    },
    cancel: () => setPending(undefined),
  };
}
