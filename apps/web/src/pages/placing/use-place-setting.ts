import { useQueryClient } from '@tanstack/react-query';
import { assets } from '@telltale/contract';
import { useState } from 'react';
import { z } from 'zod';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { queryKeys } from '#api/query-keys.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { toast } from '#ui/feedback/toast.ts';
import { type Place, writePlace } from '#ui/map/map-bounds.ts';
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

const movedSchema = z.object({ coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable() });

/** Stores the place, where the asset has been moved meanwhile only once that is known; answers whether it did. */
async function setUnlessMoved({ assetId, name, place, seen }: PendingPlace & { place: Place }): Promise<boolean> {
  try {
    await callApi(assets.setCoordinates, { params: { assetId }, body: { ...place, expected: seen } });
    return true;
  } catch (error) {
    const theirs = theirsOf(error, movedSchema);
    if (theirs === undefined) throw error;
    const { coordinates } = theirs;
    const stands = coordinates === null ? 'It has no location now.' : `It stands at ${writePlace(coordinates)} now.`;
    const isMine = await confirm({
      title: 'Changed by somebody else',
      message: `The device or somebody else has moved ${name} meanwhile. ${stands} Yours, ${writePlace(place)}, is not saved yet.`,
      confirmLabel: 'Save mine',
      cancelLabel: 'Back',
    });
    return isMine && setUnlessMoved({ assetId, name, place, seen: coordinates });
  }
}
