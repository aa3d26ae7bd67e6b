import type { EpochMs } from '@telltale/contract';
import type { Historian, SeriesKey } from '@telltale/historian';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { type Journal, portalActor } from '#journal/journal.ts';
import { ClockWatch } from './clock-watch.ts';
import { planByAge, planBySize, type SeriesRetention } from './retention-plan.ts';

export interface RetentionServiceOptions {
  historian: Historian;
  /** Series with a retention of their own. */
  overrides: () => Promise<readonly SeriesRetention[]>;
  /** 0: history is kept, whatever its age. */
  days: number;
  /** 0: history may take any room. */
  maxBytes: number;
  journal: Journal;
  clock: Clock;
  /** Time since any moment, by a clock that nobody sets. */
  elapsedMs: () => number;
  log: Log;
}

const DAY_MS = 24 * 3_600_000;
/** What is freed beyond the limit, so that not every look drops a little. */
const TARGET_SHARE = 0.95;

/** Drops history that is too old, and the oldest when there is too much; each drop is in the journal. */
export class RetentionService {
  readonly #options: RetentionServiceOptions;
  readonly #watch: ClockWatch;
  #isDistrustTold = false;

  constructor(options: RetentionServiceOptions) {
    this.#options = options;
    this.#watch = new ClockWatch(options.elapsedMs);
  }

  /**
   * Drops what is older than its retention. Age is counted from now, but from no more than a day after the newest point:
   * a portal that starts with its clock in the future, or after a long pause, does not take all its history for old.
   */
  async dropByAge(): Promise<void> {
    const { historian, overrides, days, clock, log } = this.#options;
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
    for (const drop of planByAge(asOfMs, days, own, () => latest.map(({ key }) => key))) {
      await this.#drop(drop.beforeMs, drop.keys, { reason: 'age', days: drop.days });
    }
  }

  /** Drops the oldest history, of whatever series, while all of it together takes more room than it may. */
  async dropBySize(): Promise<void> {
    const { historian, maxBytes, log } = this.#options;
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
    await this.#drop(beforeMs, undefined, { reason: 'size', bytesOnDisk, maxBytes });
  }

  async #drop(beforeMs: EpochMs, keys: readonly SeriesKey[] | undefined, why: Record<string, unknown>): Promise<void> {
    const { historian, journal, log } = this.#options;
    const points = await historian.dropBefore(beforeMs, keys);
    if (points === 0) return;
    const after = { before: new Date(beforeMs).toISOString(), points, ...why };
    log.info(after, 'old history was dropped');
    await journal.append({ kind: 'retention', what: 'old history dropped', after, by: portalActor });
  }
}
