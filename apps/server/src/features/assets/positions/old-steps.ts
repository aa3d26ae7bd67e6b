import type { AssetId, EpochMs } from '@telltale/contract';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { AssetCoordinatesRepository } from '../asset-coordinates-repository.ts';
import { LATITUDE, LONGITUDE } from './reported-positions.ts';

/** A data item of an asset whose history is kept for days of its own. */
export interface ItemRetention {
  readonly assetId: AssetId;
  /** `nameKey` of its label. */
  readonly labelKey: string;
  readonly days: number;
}

/** An asset whose steps are kept for days of their own. */
export interface StepRetention {
  readonly key: AssetId;
  readonly days: number;
}

const ASSETS_AT_ONCE = 500;
const STEPS_AT_ONCE = 5_000;
/** So that people's changes wait for half a second at most, and a day has tens of entries in the journal and not thousands. */
const MOST_STEPS_OF_A_UNIT = 100_000;

/**
 * Steps are kept as long as the readings that they were made of: the longer of the two, where either has days of its own.
 * @param generalDays of the history as a whole; 0: it is kept
 */
export function retentionOfSteps(items: readonly ItemRetention[], generalDays: number): StepRetention[] {
  const places = items.filter(({ labelKey }) => labelKey === LATITUDE || labelKey === LONGITUDE);
  return [...Map.groupBy(places, ({ assetId }) => assetId)].flatMap(([key, own]) => {
    const days = own.map((item) => item.days);
    if (own.length === 2) return [{ key, days: Math.max(...days) }];
    return generalDays === 0 ? [] : [{ key, days: Math.max(...days, generalDays) }];
  });
}

/** Drops what is too old of the ways that devices reported, each time with its entry in the journal. */
export class OldSteps {
  readonly #work: UnitOfWork;

  constructor(work: UnitOfWork) {
    this.#work = work;
  }

  /** The last step before the time stays: the asset was there when what is kept begins. */
  async drop(
    beforeMs: EpochMs,
    assetIds: readonly AssetId[],
    why: Readonly<Record<string, unknown>>,
    mostOfUnit = MOST_STEPS_OF_A_UNIT,
  ): Promise<void> {
    let left = assetIds;
    while (left.length > 0) left = await this.#dropSome(beforeMs, left, why, mostOfUnit);
  }

  /** @returns the assets that are to be looked at still */
  #dropSome(
    beforeMs: EpochMs,
    assetIds: readonly AssetId[],
    why: Readonly<Record<string, unknown>>,
    mostOfUnit: number,
  ): Promise<readonly AssetId[]> {
    return this.#work.run(portalActor, async (unit) => {
      const coordinates = unit.of(AssetCoordinatesRepository);
      const limit = Math.min(STEPS_AT_ONCE, mostOfUnit);
      let positions = 0;
      let first = 0;
      while (first < assetIds.length && positions < mostOfUnit) {
        const portion = assetIds.slice(first, first + ASSETS_AT_ONCE);
        const dropped = await coordinates.dropReported(portion, beforeMs, limit);
        positions += dropped;
        if (dropped < limit) first += ASSETS_AT_ONCE;
      }
      if (positions > 0) {
        const after = { before: new Date(beforeMs).toISOString(), positions, ...why };
        unit.note({ kind: 'retention', what: 'old positions dropped', after });
      }
      return assetIds.slice(first);
    });
  }
}
