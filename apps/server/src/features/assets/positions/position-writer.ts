import type { AssetEvents } from '#asset-events.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import {
  AssetCoordinatesRepository,
  type CoordinatesRecord,
  type CoordinatesStep,
} from '../asset-coordinates-repository.ts';
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
    const said = Map.groupBy(positions, ({ assetId }) => assetId);
    await this.#options.work.run(portalActor, async (unit) => {
      // Some may have been deleted since they said so.
      const existing = await unit.of(AssetRepository).findAll([...said.keys()]);
      const coordinates = unit.of(AssetCoordinatesRepository);
      const newest = await coordinates.listNewest(existing.map(({ assetId }) => assetId));
      const steps: CoordinatesRecord[] = [];
      for (const { assetId } of existing) {
        const own = this.#stepsOf(unit, said.get(assetId) ?? [], newest.get(assetId));
        if (own.length > 0) unit.tell(this.#options.events, { kind: 'placed', assetId });
        steps.push(...own);
      }
      await coordinates.append(...steps);
    });
  }

  /** What there is to write of where an asset said that it was. @param last its newest step */
  #stepsOf(unit: Work, positions: readonly ReportedPosition[], last: CoordinatesStep | undefined): CoordinatesRecord[] {
    const steps: CoordinatesRecord[] = [];
    let newest = last;
    for (const { assetId, serialNumber, latitude, longitude, setMs } of positions) {
      // A clock that is ahead must not keep people from placing the asset elsewhere.
      const nowMs = this.#options.clock.now();
      const after = { assetId, latitude, longitude, setMs: Math.min(setMs, nowMs), isReported: true as const };
      const before = newest?.isCleared ? undefined : newest;
      if (before !== undefined && (before.setMs >= after.setMs || isSamePlace(before, after))) continue;
      steps.push(after);
      if (newest === undefined || newest.setMs <= after.setMs) newest = { ...after, isCleared: false };
      if (before?.isReported) continue;
      const by = { name: `device ${serialNumber}` };
      const what = { kind: 'coordinates', assetId, what: 'position reported from here on' };
      unit.note({ ...what, by, before: before && placeOf(before), after: placeOf(after) });
    }
    return steps;
  }
}

const placeOf = ({ latitude, longitude }: Place) => ({ latitude, longitude });
