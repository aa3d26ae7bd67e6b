import { assets } from '@telltale/contract';
import { z } from 'zod';
import { callApi } from '#api/client.ts';
import { theirsOf } from '#api/portal/changed-meanwhile.ts';
import { confirm } from '#ui/feedback/confirm.ts';
import { type Place, writePlace } from '#ui/map/map-bounds.ts';
import type { PendingPlace } from './pending-place.ts';

const movedSchema = z.object({ coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable() });

/** Stores the place, where the asset has been moved meanwhile only once that is known; answers whether it did. */
export async function setUnlessMoved({
  assetId,
  name,
  place,
  seen,
}: PendingPlace & { place: Place }): Promise<boolean> {
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
