import type { AssetEvents } from '#asset-events.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { AssetCoordinatesRepository } from '../asset-coordinates-repository.ts';
import { AssetRepository } from '../asset-repository.ts';
import { isSamePlace, type Place } from './place.ts';
import type { ReportedPosition } from './reported-positions.ts';

export interface PositionWriterOptions {
  readonly work: UnitOfWork;
  readonly events: AssetEvents;
  readonly clock: Clock;
}

/**
 * Writes down where assets said that they were. The steps are the record of an asset's way; the journal has the first, and the
 * first after people set a place or took it away, in the name of the device that moves it from then on.
 */
export class PositionWriter {
  readonly #options: PositionWriterOptions;

  constructor(options: PositionWriterOptions) {
    this.#options = options;
  }

  async write(positions: readonly ReportedPosition[]): Promise<void> {
    await this.#options.work.run(portalActor, async (unit) => {
      for (const position of positions) await this.#writeOne(unit, position);
    });
  }

  async #writeOne(unit: Work, { assetId, serialNumber, latitude, longitude, setMs }: ReportedPosition): Promise<void> {
    // It may have been deleted since it said so.
    if ((await unit.of(AssetRepository).find(assetId)) === undefined) return;
    const coordinates = unit.of(AssetCoordinatesRepository);
    // A clock that is ahead must not keep people from placing the asset elsewhere.
    const nowMs = this.#options.clock.now();
    const after = { assetId, latitude, longitude, setMs: Math.min(setMs, nowMs), isReported: true as const };
    const before = await coordinates.findCurrent(assetId);
    if (before !== undefined && (before.setMs >= after.setMs || isSamePlace(before, after))) return;
    await coordinates.append(after);
    unit.tell(this.#options.events, { kind: 'changed', assetId });
    if (before?.isReported) return;
    const by = { name: `device ${serialNumber}` };
    const what = { kind: 'coordinates', assetId, what: 'position reported from here on' };
    unit.note({ ...what, by, before: before && placeOf(before), after: placeOf(after) });
  }
}

const placeOf = ({ latitude, longitude }: Place) => ({ latitude, longitude });
