import { type AssetId, alarmSummaryTopic } from '@telltale/contract';
import type { Visibility } from '#http/caller.ts';
import { publishFrame } from './frames.ts';

/** All alarms in somebody's sight in a few figures. */
export type AlarmSummaries = (visibility: Visibility) => unknown;

/** A client that hears of all alarms in its sight together. */
export interface SummaryListener {
  /** Undefined: it may not hear of alarms (any more). */
  readonly alarmSight: Visibility | undefined;
  send(key: string, frame: Buffer): void;
}

/** The first news goes out at once, what follows this much later at the earliest. */
const GAP_MS = 200;

/**
 * Tells browsers how many alarms are open in all: again after each change of one that they may see. A listener that hears
 * the same figures again knows that something else about the alarms has changed.
 */
export class AlarmSummaryFeed {
  readonly #host: string;
  readonly #steadyNow: () => number;
  readonly #listeners = new Set<SummaryListener>();
  readonly #changed = new Set<AssetId>();
  #summaries: AlarmSummaries | undefined;
  #timer: NodeJS.Timeout | undefined;
  #sentMs = Number.NEGATIVE_INFINITY;

  constructor(host: string, steadyNow: () => number) {
    this.#host = host;
    this.#steadyNow = steadyNow;
  }

  /** Alarms are put together after the hub. */
  attach(summaries: AlarmSummaries): void {
    this.#summaries = summaries;
  }

  /** A late listener gets the figures at once. */
  join(listener: SummaryListener): void {
    this.#listeners.add(listener);
    this.#send(listener, new Map());
  }

  leave(listener: SummaryListener): void {
    this.#listeners.delete(listener);
  }

  changed(assetIds: Iterable<AssetId>): void {
    if (this.#listeners.size === 0) return;
    for (const assetId of assetIds) this.#changed.add(assetId);
    const waitMs = Math.max(0, Math.ceil(this.#sentMs + GAP_MS - this.#steadyNow()));
    this.#timer ??= setTimeout(() => this.#tell(), waitMs).unref();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  #tell(): void {
    this.#timer = undefined;
    this.#sentMs = this.#steadyNow();
    const changed = [...this.#changed];
    this.#changed.clear();
    const frames = new Map<Visibility, Buffer>();
    for (const listener of this.#listeners) {
      const sight = listener.alarmSight;
      if (sight && changed.some((assetId) => sight.canSee(assetId))) this.#send(listener, frames);
    }
  }

  /** @param frames those made already, for listeners that see the same */
  #send(listener: SummaryListener, frames: Map<Visibility, Buffer>): void {
    const sight = listener.alarmSight;
    if (!sight || !this.#summaries) return;
    const made =
      frames.get(sight) ?? publishFrame(alarmSummaryTopic(this.#host), JSON.stringify(this.#summaries(sight)));
    frames.set(sight, made);
    listener.send('alarm summary', made);
  }
}
