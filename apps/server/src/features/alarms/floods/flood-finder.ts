import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { floodsOf, type Opening } from '@telltale/domain/alarms/flood/flood.ts';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import { LEAD_MS } from '../health/ends-under-way.ts';
import type { OccurrenceReader } from '../health/occurrence-reader.ts';
import { byTime, type OpeningLog } from './opening-log.ts';
import { type FloodSources, SeenFlood } from './seen-flood.ts';
import type { SlotPlaces } from './slot-places.ts';

export interface FloodFinderOptions {
  log: OpeningLog;
  reader: Pick<OccurrenceReader, 'openings'>;
  /** Where assets stand, as far as the caller may know. */
  placesFor: (caller: Caller) => Promise<SlotPlaces>;
  /** Whether there still is such an alarm. */
  isDefined: (alarmDefinitionId: AlarmDefinitionId) => boolean;
  clock: Clock;
}

/** The assets that a flood may be of: those in somebody's sight. */
export type Sight = Pick<ReadonlySet<AssetId>, 'has'>;

interface Found {
  readonly version: number;
  readonly places: SlotPlaces;
  readonly atMs: EpochMs;
  readonly floods: readonly SeenFlood[];
  readonly openings: number;
}

/** Of so many openings floods are found anew with each new one; of more after so long. */
const FEW = 2_000;
const MANY_FRESH_MS = 2_000;
const MINUTE_MS = 60_000;
const USUAL_PAST_MS = 7 * 86_400_000;
const LONGEST_PAST_MS = 31 * 86_400_000;

/** Finds floods among the alarms that somebody sees, as if there were no others. */
export class FloodFinder {
  readonly #options: FloodFinderOptions;
  readonly #recent = new WeakMap<Caller['visibility'], Found>();
  readonly #past = new WeakMap<Caller['visibility'], Found & { readonly fromMs: EpochMs; readonly toMs: EpochMs }>();

  constructor(options: FloodFinderOptions) {
    this.#options = options;
  }

  /** Those of the last day, in order of time. */
  async recent(caller: Caller, sight: Sight): Promise<readonly SeenFlood[]> {
    const { log, clock } = this.#options;
    const all = await log.recent();
    const places = await this.#options.placesFor(caller);
    const known = this.#recent.get(caller.visibility);
    const nowMs = clock.now();
    if (known?.places === places) {
      if (known.version === log.version) return known.floods;
      if (known.openings > FEW && nowMs - known.atMs < MANY_FRESH_MS) return known.floods;
    }
    const { version } = log;
    const openings = this.#seen(all, sight);
    const floods = found(openings, 1, { places, succession: log.succession });
    this.#recent.set(caller.visibility, { version, places, atMs: nowMs, floods, openings: openings.length });
    return floods;
  }

  /** Those of a list of past alarms: of seven days where no beginning is said, and of its last month where that is longer ago. */
  async past(
    caller: Caller,
    sight: Sight,
    { raisedFromMs, raisedToMs }: { raisedFromMs?: EpochMs | undefined; raisedToMs?: EpochMs | undefined },
  ): Promise<readonly SeenFlood[]> {
    const { log, clock } = this.#options;
    await log.recent();
    const nowMs = clock.now();
    // Whole minutes, so that the same question is the same.
    const toMs = raisedToMs ?? Math.ceil(nowMs / MINUTE_MS) * MINUTE_MS;
    const fromMs = Math.max(raisedFromMs ?? toMs - USUAL_PAST_MS, toMs - LONGEST_PAST_MS);
    if (toMs <= fromMs) return [];
    const places = await this.#options.placesFor(caller);
    const known = this.#past.get(caller.visibility);
    if (known?.places === places && known.fromMs === fromMs && known.toMs === toMs) {
      if (known.version === log.version || nowMs - known.atMs < MANY_FRESH_MS) return known.floods;
    }
    const { version } = log;
    const floods = await this.between(caller, sight, { fromMs, toMs });
    this.#past.set(caller.visibility, { version, places, atMs: nowMs, floods, openings: 0, fromMs, toMs });
    return floods;
  }

  /** Those of a time, in its order. */
  async between(
    caller: Caller,
    sight: Sight,
    { fromMs, toMs, operators = 1 }: { fromMs: EpochMs; toMs: EpochMs; operators?: number },
    signal?: AbortSignal,
  ): Promise<readonly SeenFlood[]> {
    const { log, reader, isDefined } = this.#options;
    await log.recent();
    const isWanted = (assetId: AssetId, id: AlarmDefinitionId) => sight.has(assetId) && isDefined(id);
    const openings: Opening[] = [];
    await reader.openings(
      { fromMs, toMs, isWanted },
      (assetId, alarmDefinitionId, raisedMs) => {
        if (raisedMs >= fromMs - LEAD_MS && raisedMs <= toMs) openings.push({ assetId, alarmDefinitionId, raisedMs });
      },
      signal,
    );
    const places = await this.#options.placesFor(caller);
    const sources = { places, succession: log.succession };
    return found(openings.sort(byTime), operators, sources).filter(({ untilMs }) => untilMs > fromMs);
  }

  #seen(openings: readonly Opening[], sight: Sight): Opening[] {
    const { isDefined } = this.#options;
    return openings.filter(
      ({ assetId, alarmDefinitionId }) =>
        sight.has(assetId as AssetId) && isDefined(alarmDefinitionId as AlarmDefinitionId),
    );
  }
}

function found(openings: readonly Opening[], operators: number, sources: FloodSources): SeenFlood[] {
  const times = Float64Array.from(openings, ({ raisedMs }) => raisedMs);
  return floodsOf(times, operators).map((flood) => new SeenFlood(flood, openings, sources));
}
