import type { EpochMs } from '@telltale/contract';
import {
  type AssetItem,
  MISSING_READING,
  type Reading,
  type ReadingSource,
  WAITING_READING,
} from '#readings/readings.ts';
import {
  type AssetMoment,
  type AssetMomentReading,
  type AssetMomentSource,
  LIVE_READING,
  WAITING_MOMENT,
} from '#tile-kit/records/asset-moments.ts';
import type { AssetTrack } from './asset-track.ts';

/** An asset that tiles read from, and what is shown of it while the dashboard is in the past. */
interface Watched {
  readonly itemListeners: Map<number, Set<() => void>>;
  readonly momentListeners: Set<() => void>;
  users: number;
  /** Undefined: not answered yet. */
  readings: Map<number, Reading> | undefined;
  moment: AssetMomentReading;
}

/** Id of no asset: a system stands for itself, and of what it is there is no past. */
const NO_ASSET = 0;
/** An asset stays known this long after its last reader: going from tab to tab asks nothing anew. */
const LINGER_MS = 5_000;

/**
 * The readings of a dashboard, of now or of a past moment: tiles subscribe once and hear of both. Live subscriptions
 * stay while the past is shown, so that the way back is immediate.
 */
export class PastStore implements ReadingSource {
  readonly #live: ReadingSource;
  readonly #onNeeded: (assetId: number) => void;
  readonly #watched = new Map<number, Watched>();
  #isPast = false;

  /** @param onNeeded hears of an asset that tiles begin to read while the past is shown and it is not known yet */
  constructor(live: ReadingSource, onNeeded: (assetId: number) => void) {
    this.#live = live;
    this.#onNeeded = onNeeded;
  }

  /** The assets that tiles read from now. */
  get assetIds(): number[] {
    return [...this.#watched.keys()];
  }

  readonly moments: AssetMomentSource = {
    subscribe: (assetId, listener) => {
      if (assetId === NO_ASSET) return () => undefined;
      const watched = this.#retain(assetId);
      watched.momentListeners.add(listener);
      return this.#releaser(assetId, watched, () => watched.momentListeners.delete(listener));
    },
    read: (assetId) => {
      if (!this.#isPast || assetId === NO_ASSET) return LIVE_READING;
      return this.#watched.get(assetId)?.moment ?? WAITING_MOMENT;
    },
  };

  subscribe(item: AssetItem, listener: () => void): () => void {
    const { assetId, dataItemId } = item;
    const watched = this.#retain(assetId);
    const listeners = watched.itemListeners.get(dataItemId) ?? new Set();
    watched.itemListeners.set(dataItemId, listeners.add(listener));
    const endLive = this.#live.subscribe(item, () => {
      if (!this.#isPast) listener();
    });
    return this.#releaser(assetId, watched, () => {
      endLive();
      listeners.delete(listener);
    });
  }

  read(item: AssetItem): Reading {
    if (!this.#isPast) return this.#live.read(item);
    const readings = this.#watched.get(item.assetId)?.readings;
    return readings === undefined ? WAITING_READING : (readings.get(item.dataItemId) ?? MISSING_READING);
  }

  /** Leaves the present; until `show` there is nothing to read. */
  enterPast(): void {
    if (this.#isPast) return;
    this.#isPast = true;
    for (const watched of this.#watched.values()) forget(watched);
    this.#notifyAll();
  }

  /** Shows the moment of assets, and tells the listeners of what is another than before. */
  show(tracks: ReadonlyMap<number, AssetTrack>, timeMs: EpochMs): void {
    for (const [assetId, watched] of this.#watched) {
      const track = tracks.get(assetId);
      if (track === undefined || !this.#isPast) continue;
      this.#showReadings(watched, track.readingsAt(timeMs));
      const moment: AssetMoment = track.momentAt(timeMs);
      if (watched.moment.kind === 'past' && watched.moment.moment === moment) continue;
      watched.moment = { kind: 'past', moment };
      for (const listener of [...watched.momentListeners]) listener();
    }
  }

  /** Nothing of an asset can be read of the past: its items are missing. */
  showNothing(assetId: number): void {
    const watched = this.#watched.get(assetId);
    if (watched !== undefined && this.#isPast) this.#showReadings(watched, new Map());
  }

  goLive(): void {
    if (!this.#isPast) return;
    this.#isPast = false;
    this.#notifyAll();
  }

  #showReadings(watched: Watched, next: Map<number, Reading>): void {
    const before = watched.readings;
    for (const [dataItemId, reading] of next) {
      const last = before?.get(dataItemId);
      if (last !== undefined && isSameReading(last, reading)) next.set(dataItemId, last);
    }
    watched.readings = next;
    for (const [dataItemId, listeners] of watched.itemListeners) {
      if (before !== undefined && before.get(dataItemId) === next.get(dataItemId)) continue;
      for (const listener of [...listeners]) listener();
    }
  }

  #retain(assetId: number): Watched {
    let watched = this.#watched.get(assetId);
    if (watched === undefined) {
      watched = {
        itemListeners: new Map(),
        momentListeners: new Set(),
        users: 0,
        readings: undefined,
        moment: WAITING_MOMENT,
      };
      this.#watched.set(assetId, watched);
    }
    watched.users++;
    if (this.#isPast && watched.readings === undefined) this.#onNeeded(assetId);
    return watched;
  }

  #releaser(assetId: number, watched: Watched, end: () => void): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      end();
      watched.users--;
      if (watched.users === 0) setTimeout(() => this.#drop(assetId, watched), LINGER_MS);
    };
  }

  #drop(assetId: number, watched: Watched): void {
    if (watched.users === 0 && this.#watched.get(assetId) === watched) this.#watched.delete(assetId);
  }

  #notifyAll(): void {
    for (const { itemListeners, momentListeners } of [...this.#watched.values()]) {
      for (const listeners of itemListeners.values()) for (const listener of [...listeners]) listener();
      for (const listener of [...momentListeners]) listener();
    }
  }
}

function forget(watched: Watched): void {
  watched.readings = undefined;
  watched.moment = WAITING_MOMENT;
}

function isSameReading(last: Reading, next: Reading): boolean {
  const keys = Object.keys(next) as (keyof Reading)[];
  return keys.every((key) => last[key] === next[key]);
}
