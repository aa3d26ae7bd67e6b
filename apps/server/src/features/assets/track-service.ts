import { type AssetId, assets } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import type { AssetCoordinatesRepository } from './asset-coordinates-repository.ts';
import type { AssetReader } from './asset-reader.ts';

/** Where assets were, through time. */
export class TrackService {
  readonly #reader: AssetReader;
  readonly #coordinates: AssetCoordinatesRepository;

  constructor(reader: AssetReader, coordinates: AssetCoordinatesRepository) {
    this.#reader = reader;
    this.#coordinates = coordinates;
  }

  /** Oldest first; the first one may be from before the stretch, which it began at. */
  async read(
    caller: Caller,
    assetId: AssetId,
    { fromMs, toMs }: { fromMs: number; toMs: number },
  ): Promise<assets.TrackPosition[]> {
    await this.#reader.entry(caller, assetId);
    if (fromMs > toMs) throw badRequest('The track ends before it begins.', { field: 'to' });
    const steps = await this.#coordinates.listBetween(assetId, fromMs, toMs, assets.MOST_TRACK_POSITIONS);
    return steps.map(({ latitude, longitude, setMs, isCleared }) => ({
      set: new Date(setMs).toISOString(),
      place: isCleared ? null : { latitude, longitude },
    }));
  }
}
