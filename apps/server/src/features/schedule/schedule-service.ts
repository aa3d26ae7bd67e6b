import type { AssetId, DataItemId, EpochMs, schedule } from '@telltale/contract';
import { MOST_SCHEDULE_DAYS } from '@telltale/contract/api/schedule.ts';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import type { ActivityReader, DepthSpan } from './activity-reader.ts';
import { ScheduleCache } from './schedule-cache.ts';

export interface ScheduleServiceOptions {
  reader: ActivityReader;
  /** @throws HttpError 404 when the asset is out of scope */
  requireVisible: (caller: Caller, assetId: AssetId) => Promise<unknown>;
  /** The data item `Depth`; undefined while nothing has sent it. */
  depthItem: () => Promise<DataItemId | undefined>;
  clock: Clock;
}

export interface ScheduleRange {
  startMs: EpochMs;
  endMs: EpochMs;
  /** Work it out, whatever is kept. */
  refresh: boolean;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** What happens now is looked at again after this long. */
const LIVE_MS = 60_000;
/** What has been over for this long stays as it is, unless somebody changes it or points come late. */
export const SETTLED_MS = 600_000;
const FOREVER_MS = Number.POSITIVE_INFINITY;

/** What rigs did, worked out once for each asset and range. */
export class ScheduleService {
  readonly #options: ScheduleServiceOptions;
  readonly #cache = new ScheduleCache<schedule.ScheduleSegment[]>();

  constructor(options: ScheduleServiceOptions) {
    this.#options = options;
  }

  /** @throws HttpError 404 when the asset is out of scope */
  async requireVisible(caller: Caller, assetId: AssetId): Promise<void> {
    await this.#options.requireVisible(caller, assetId);
  }

  /** @throws HttpError 404 when the asset is out of scope, 400 for a range that ends before it begins or is too long */
  async list(caller: Caller, assetId: AssetId, range: ScheduleRange): Promise<schedule.ScheduleSegment[]> {
    await this.#options.requireVisible(caller, assetId);
    const { startMs, endMs, refresh } = range;
    if (endMs < startMs) throw badRequest('endTime lies before startTime.', { field: 'endTime' });
    if (endMs - startMs > MOST_SCHEDULE_DAYS * DAY_MS) {
      throw badRequest(`A schedule spans at most ${MOST_SCHEDULE_DAYS} days.`, { field: 'startTime' });
    }
    const nowMs = this.#options.clock.now();
    const name = `${startMs}-${endMs}`;
    const kept = refresh ? undefined : this.#cache.get(assetId, name, nowMs);
    if (kept) return kept;
    const answer = this.#workOut(assetId, startMs, Math.min(endMs, nowMs));
    const untilMs = endMs < nowMs - SETTLED_MS ? FOREVER_MS : nowMs + LIVE_MS;
    this.#cache.keep(assetId, name, { answer, untilMs });
    return answer;
  }

  /** Whether something is kept of the asset. */
  knows(assetId: AssetId): boolean {
    return this.#cache.has(assetId);
  }

  /** Something of the asset's past is another now. */
  forget(assetId: AssetId): void {
    this.#cache.drop(assetId);
  }

  async #workOut(assetId: AssetId, startMs: EpochMs, endMs: EpochMs): Promise<schedule.ScheduleSegment[]> {
    if (endMs <= startMs) return [];
    const depthItem = await this.#options.depthItem();
    const spans = await this.#options.reader.read(assetId, { startMs, endMs }, depthItem);
    return spans.map((span) => toSegment(assetId, span));
  }
}

function toSegment(assetId: AssetId, { activity, startMs, endMs, depth }: DepthSpan): schedule.ScheduleSegment {
  return {
    assetId,
    activity,
    startTime: new Date(startMs).toISOString(),
    endTime: new Date(endMs).toISOString(),
    depth,
    hours: Math.round(((endMs - startMs) / HOUR_MS) * 100) / 100,
  };
}
