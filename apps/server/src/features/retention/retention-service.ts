import type { AssetId, DataItemId, EpochMs } from '@telltale/contract';
import { type Historian, seriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { ClockWatch } from './clock-watch.ts';
import type { DropJournal } from './drop-journal.ts';
import { type OwnRetention, planByAge, planBySize } from './retention-plan.ts';

/** A series with a retention of its own. */
export interface SeriesRetention {
  assetId: AssetId;
  dataItemId: DataItemId;
  /** Of the data item's name. */
  labelKey: string;
  days: number;
}

/** The steps that devices reported of where they were: they go with the history that they were made of. */
export interface StepsOfWays {
  /** Assets whose steps have a retention of their own. */
  own: (series: readonly SeriesRetention[]) => readonly OwnRetention<AssetId>[];
  assetIds: () => Promise<readonly AssetId[]>;
  drop: (beforeMs: EpochMs, assetIds: readonly AssetId[], why: Readonly<Record<string, unknown>>) => Promise<void>;
}

export interface RetentionServiceOptions {
  historian: Historian;
  /** Series with a retention of their own. */
  overrides: () => Promise<readonly SeriesRetention[]>;
  /** 0: history is kept, whatever its age. */
  days: number;
  /** 0: history may take any room. */
  maxBytes: number;
  drops: DropJournal;
  steps: StepsOfWays;
  clock: Clock;
  /** Time since any moment, by a clock that nobody sets. */
  elapsedMs: () => number;
  log: Log;
}

const DAY_MS = 24 * 3_600_000;
/** What is freed beyond the limit, so that not every look drops a little. */
const TARGET_SHARE = 0.95;

/** Drops history that is too old, and the oldest when there is too much, with the steps of those times; each drop is in the journal. */
export class RetentionService {
  readonly #options: RetentionServiceOptions;
  readonly #watch: ClockWatch;
  #isDistrustTold = false;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: RetentionServiceOptions) {
    this.#options = options;
    this.#watch = new ClockWatch(options.elapsedMs);
  }

  /**
   * Drops what is older than its retention. Age is counted from now, but from no more than a day after the newest point:
   * a portal that starts with its clock in the future, or after a long pause, does not take all its history for old.
   */
  dropByAge(): Promise<void> {
    return this.#inTurn(() => this.#dropByAge());
  }

  /** Drops the oldest history, of whatever series, while all of it together takes more room than it may. */
  dropBySize(): Promise<void> {
    return this.#inTurn(() => this.#dropBySize());
  }

  /** One after the other, what an earlier one left unfinished first. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(() => this.#options.drops.finish()).then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  async #dropByAge(): Promise<void> {
    const { historian, overrides, days, clock, log, drops, steps } = this.#options;
    const own = await overrides();
    if (days === 0 && own.length === 0) return;
    const nowMs = clock.now();
    if (!this.#watch.believes(nowMs)) {
      if (!this.#isDistrustTold)
        log.warn({ now: nowMs }, 'the clock jumped ahead: no old history is dropped for a day');
      this.#isDistrustTold = true;
      return;
    }
    this.#isDistrustTold = false;
    const latest = await historian.latest();
    const newestMs = latest.reduce((newest, { timeMs }) => Math.max(newest, timeMs), Number.NEGATIVE_INFINITY);
    const asOfMs = Math.min(nowMs, newestMs + DAY_MS);
    if (asOfMs === Number.NEGATIVE_INFINITY) return;
    const ownSeries = own.map((one) => ({ key: seriesKey(one.assetId, one.dataItemId), days: one.days }));
    for (const drop of planByAge(asOfMs, days, ownSeries, () => latest.map(({ key }) => key))) {
      await drops.drop(drop.beforeMs, drop.keys, { reason: 'age', days: drop.days });
    }
    const assetIds = await steps.assetIds();
    for (const drop of planByAge(asOfMs, days, steps.own(own), () => assetIds)) {
      await steps.drop(drop.beforeMs, drop.keys ?? assetIds, { reason: 'age', days: drop.days });
    }
  }

  async #dropBySize(): Promise<void> {
    const { historian, maxBytes, log, drops, steps } = this.#options;
    const { bytesOnDisk } = historian.stats();
    if (maxBytes === 0 || bytesOnDisk <= maxBytes) return;
    const beforeMs = planBySize(bytesOnDisk - maxBytes * TARGET_SHARE, await historian.bytesByHour());
    if (beforeMs === undefined) {
      log.warn(
        { bytesOnDisk, maxBytes },
        'history takes more room than it may, and nothing of it is old enough to drop',
      );
      return;
    }
    const why = { reason: 'size', bytesOnDisk, maxBytes };
    await drops.drop(beforeMs, undefined, why);
    await steps.drop(beforeMs, await steps.assetIds(), why);
  }
}
