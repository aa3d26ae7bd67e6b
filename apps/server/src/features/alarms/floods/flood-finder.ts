import type { AlarmDefinitionId, AssetId, EpochMs } from '@telltale/contract';
import { floodsOf, type Opening } from '@telltale/domain/alarms/flood/flood.ts';
import type { Clock } from '#clock.ts';
import type { Caller } from '#http/caller.ts';
import type { OccurrenceReader } from '../health/occurrence-reader.ts';
import { byTime, type OpeningLog } from './opening-log.ts';
import { type FloodSources, SeenFlood } from './seen-flood.ts';
import type { SlotPlaces } from './slot-places.ts';

export interface FloodFinderOptions {
  log: OpeningLog;
  reader: Pick<OccurrenceReader, 'read'>;
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

/** A flood that was under way when the time began is found whole. */
const LEAD_MS = 86_400_000;
/** Of so many openings floods are found anew with each new one; of more after so long. */
const FEW = 2_000;
const MANY_FRESH_MS = 2_000;

/** Finds floods among the alarms that somebody sees, as if there were no others. */
export class FloodFinder {
  readonly #options: FloodFinderOptions;
  readonly #recent = new WeakMap<Caller['visibility'], Found>();

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

  /** Those of a time, in its order. */
  async between(
    caller: Caller,
    sight: Sight,
    { fromMs, toMs, operators = 1 }: { fromMs: EpochMs; toMs: EpochMs; operators?: number },
    signal?: AbortSignal,
  ): Promise<readonly SeenFlood[]> {
    const { log, reader } = this.#options;
    await log.recent();
    const span = { fromMs: fromMs - LEAD_MS, toMs };
    const { point, points, raisedMs } = await reader.read({ ...span, isWanted: (id) => sight.has(id) }, signal);
    const openings: Opening[] = [];
    for (let i = 0; i < point.length; i++) {
      const named = points[point.at(i)];
      const raised = raisedMs.at(i);
      if (named && raised >= span.fromMs && raised <= toMs)
        openings.push({ assetId: named.assetId, alarmDefinitionId: named.alarmDefinitionId, raisedMs: raised });
    }
    const places = await this.#options.placesFor(caller);
    const sources = { places, succession: log.succession };
    return found(this.#seen(openings, sight).toSorted(byTime), operators, sources).filter(
      ({ untilMs }) => untilMs > fromMs,
    );
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
