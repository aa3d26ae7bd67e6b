import type { AlarmDefinitionId, AssetId, alarmCounts } from '@telltale/contract';
import type { Visibility } from '#http/caller.ts';
import type { AlarmState } from '../alarm-repository.ts';

/** The alarms of one asset in a few figures. */
interface AssetTally {
  readonly open: number;
  readonly unacknowledged: number;
  readonly shelved: number;
  readonly worst: number | null;
  readonly worstUnacknowledged: number | null;
  /** When the newest that nobody has acknowledged was raised; 0: there is none. */
  readonly newestMs: number;
}

export interface AlarmTallyOptions {
  /** Open and shelved alarms of an asset. */
  awakeOf: (assetId: AssetId) => readonly AlarmState[];
  /** Open and shelved alarms of all assets. */
  awake: () => Iterable<AlarmState>;
  /** Undefined for one that is gone. */
  severityOf: (alarmDefinitionId: AlarmDefinitionId) => number | undefined;
}

const ACKNOWLEDGED = 2;
const atLeast = (a: number | null, b: number | null) => (a === null ? b : b === null ? a : Math.max(a, b));

/** How many alarms are open, by asset, kept up to date: a bar on every page asks for it all the time. */
export class AlarmTally {
  readonly #options: AlarmTallyOptions;
  readonly #byAsset = new Map<AssetId, AssetTally>();
  #summaries = new WeakMap<Visibility, alarmCounts.AlarmSummary>();

  constructor(options: AlarmTallyOptions) {
    this.#options = options;
  }

  /** Counts the alarms of an asset anew. */
  recount(assetId: AssetId): void {
    const tally = this.#count(this.#options.awakeOf(assetId));
    if (tally) this.#byAsset.set(assetId, tally);
    else this.#byAsset.delete(assetId);
    this.#summaries = new WeakMap();
  }

  /** Counts everything anew. */
  recountAll(): void {
    this.#byAsset.clear();
    for (const [assetId, states] of Map.groupBy(this.#options.awake(), (state) => state.assetId)) {
      const tally = this.#count(states);
      if (tally) this.#byAsset.set(assetId, tally);
    }
    this.#summaries = new WeakMap();
  }

  /** The highest severity of an asset's open alarms; null: none is open. */
  worstOf(assetId: AssetId): number | null {
    return this.#byAsset.get(assetId)?.worst ?? null;
  }

  /** Assets that have alarms, open or shelved. */
  assetIds(): Iterable<AssetId> {
    return this.#byAsset.keys();
  }

  /** The alarms in somebody's sight. */
  summary(visibility: Visibility): alarmCounts.AlarmSummary {
    const known = this.#summaries.get(visibility);
    if (known) return known;
    const sum = { open: 0, unacknowledged: 0, shelved: 0 };
    let worst: number | null = null;
    let worstUnacknowledged: number | null = null;
    let newestMs = 0;
    for (const [assetId, tally] of this.#byAsset) {
      if (!visibility.canSee(assetId)) continue;
      sum.open += tally.open;
      sum.unacknowledged += tally.unacknowledged;
      sum.shelved += tally.shelved;
      worst = atLeast(worst, tally.worst);
      worstUnacknowledged = atLeast(worstUnacknowledged, tally.worstUnacknowledged);
      newestMs = Math.max(newestMs, tally.newestMs);
    }
    const newest = newestMs === 0 ? null : new Date(newestMs).toISOString();
    const summary = { ...sum, worst, worstUnacknowledged, newest };
    this.#summaries.set(visibility, summary);
    return summary;
  }

  /** The assets in sight that have open alarms, in order of id. */
  counts(visibility: Visibility): alarmCounts.AssetAlarmCount[] {
    return [...this.#byAsset]
      .flatMap(([assetId, { open, unacknowledged, worst }]) =>
        worst !== null && visibility.canSee(assetId)
          ? [{ assetId, count: open, unacknowledged, worstSeverity: worst }]
          : [],
      )
      .sort((a, b) => a.assetId - b.assetId);
  }

  /** Undefined when there is nothing to count. */
  #count(states: readonly AlarmState[]): AssetTally | undefined {
    const sum = { open: 0, unacknowledged: 0, shelved: 0 };
    let worst: number | null = null;
    let worstUnacknowledged: number | null = null;
    let newestMs = 0;
    for (const { status, shelvedUntilMs, alarmDefinitionId, raisedMs } of states) {
      const severity = this.#options.severityOf(alarmDefinitionId);
      if (severity === undefined) continue;
      if (shelvedUntilMs !== null) sum.shelved++;
      else if (status !== null) {
        sum.open++;
        worst = atLeast(worst, severity);
        if (status === ACKNOWLEDGED) continue;
        sum.unacknowledged++;
        worstUnacknowledged = atLeast(worstUnacknowledged, severity);
        newestMs = Math.max(newestMs, raisedMs);
      }
    }
    return sum.open + sum.shelved === 0 ? undefined : { ...sum, worst, worstUnacknowledged, newestMs };
  }
}
