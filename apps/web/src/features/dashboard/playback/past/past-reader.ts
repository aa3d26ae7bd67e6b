import type { EpochMs, playback } from '@telltale/contract';
import { ApiError, messageOf } from '#api/api-error.ts';
import { AssetTrack } from './asset-track.ts';
import type { PastStore } from './past-store.ts';

/** Steps that are read ahead in one go: ten seconds of playing. */
const STRETCH_STEPS = 50;
/** With fewer steps left the next stretch is asked for. */
const REFILL_STEPS = 25;
/** Near the present few steps can be read: not one call for each of them. */
const LEAST_STEPS = 8;
/** A stretch that could not be read is asked for again after this long. */
const RETRY_MS = 5_000;
/** What was measured later than this before now may not be stored yet: it is not read ahead. */
export const SETTLED_MS = 2_000;

/** The calls that playback stands on. All throw ApiError. */
export interface PlaybackCalls {
  loadState(assetId: number, atMs: EpochMs, signal: AbortSignal): Promise<playback.Recording>;
  loadRecording(stretch: Stretch, signal: AbortSignal): Promise<playback.Recording>;
}

export interface Stretch {
  assetId: number;
  fromMs: EpochMs;
  toMs: EpochMs;
  stepMs: number;
}

export interface PastReaderOptions {
  store: PastStore;
  calls: PlaybackCalls;
  now: () => EpochMs;
  /** Hears after each reading why some of it could not be had; undefined: all is there. */
  onProblem: (problem: string | undefined) => void;
}

/**
 * What has been read of the past of all assets that tiles show: the moment that was jumped to, or the stretch that is
 * gone through, and the stretch that follows it.
 */
export class PastReader {
  readonly #options: PastReaderOptions;
  #tracks = new Map<number, AssetTrack>();
  /** What follows the tracks, read ahead. */
  #ahead: Map<number, AssetTrack> | undefined;
  /** Present while something is read ahead. */
  #aheadAbort: AbortController | undefined;

  constructor(options: PastReaderOptions) {
    this.#options = options;
  }

  knows(assetId: number): boolean {
    return this.#tracks.has(assetId);
  }

  /** Shows what is known of a moment that is covered. */
  show(atMs: EpochMs): void {
    this.#options.store.show(this.#tracks, atMs);
  }

  /** Reads the state at a moment, of all assets together. @returns whether it is there; never once the signal aborted */
  async readMoment(atMs: EpochMs, signal: AbortSignal): Promise<boolean> {
    const tracks = await this.#readAll(signal, async (assetId) => {
      return new AssetTrack(await this.#options.calls.loadState(assetId, atMs, signal), atMs);
    });
    if (tracks === undefined) return false;
    this.#tracks = tracks;
    return true;
  }

  /** Whether all assets are known at a step; goes on to what was read ahead. */
  covers(atMs: EpochMs): boolean {
    if (isCovered(this.#tracks, atMs)) return true;
    if (this.#ahead === undefined || !isCovered(this.#ahead, atMs)) return false;
    this.#tracks = this.#ahead;
    this.#ahead = undefined;
    return true;
  }

  /** Reads on where little is left; what has not been measured yet cannot be read, and is asked for when it has. */
  refill(atMs: EpochMs, stepMs: number): void {
    if (this.#aheadAbort !== undefined || this.#ahead !== undefined || this.#tracks.size === 0) return;
    const ends = [...this.#tracks.values()].map(({ toMs }) => toMs);
    const lastMs = Math.max(atMs, Math.min(...ends));
    if (lastMs >= atMs + REFILL_STEPS * stepMs) return;
    // Only whole steps from the cursor are ever shown.
    const fromMs = atMs + (Math.floor((lastMs - atMs) / stepMs) + 1) * stepMs;
    const settled = Math.floor((this.#options.now() - SETTLED_MS - fromMs) / stepMs);
    const isEmpty = lastMs < atMs + stepMs;
    if (settled >= (isEmpty ? 0 : LEAST_STEPS)) void this.#readAhead(fromMs, Math.min(STRETCH_STEPS, settled), stepMs);
  }

  /** Another speed: what was read in other steps does not answer beyond the cursor. */
  cutAt(atMs: EpochMs): void {
    for (const track of this.#tracks.values()) track.cut(atMs);
  }

  /** Another place or another speed: what was read ahead would not be gone through. */
  dropAhead(): void {
    this.#aheadAbort?.abort();
    this.#aheadAbort = undefined;
    this.#ahead = undefined;
  }

  clear(): void {
    this.dropAhead();
    this.#tracks.clear();
  }

  async #readAhead(fromMs: EpochMs, steps: number, stepMs: number): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.#aheadAbort = abort;
    const toMs = fromMs + steps * stepMs;
    const ahead = await this.#readAll(signal, async (assetId) => {
      return new AssetTrack(await this.#options.calls.loadRecording({ assetId, fromMs, toMs, stepMs }, signal), fromMs);
    });
    if (ahead === undefined && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (signal.aborted) return;
    this.#aheadAbort = undefined;
    this.#ahead = ahead;
  }

  /** Undefined, and told as a problem: some asset could not be had. One that may not be seen shows nothing. */
  async #readAll(
    signal: AbortSignal,
    read: (assetId: number) => Promise<AssetTrack>,
  ): Promise<Map<number, AssetTrack> | undefined> {
    const { store, onProblem } = this.#options;
    const tracks = new Map<number, AssetTrack>();
    let problem: string | undefined;
    let isWhole = true;
    await Promise.all(
      store.assetIds.map(async (assetId) => {
        try {
          tracks.set(assetId, await read(assetId));
        } catch (error) {
          if (signal.aborted) return;
          problem = messageOf(error);
          const isRefused = error instanceof ApiError && (error.status === 403 || error.status === 404);
          if (isRefused) store.showNothing(assetId);
          else isWhole = false;
        }
      }),
    );
    if (signal.aborted) return undefined;
    onProblem(problem);
    return isWhole ? tracks : undefined;
  }
}

function isCovered(tracks: ReadonlyMap<number, AssetTrack>, atMs: EpochMs): boolean {
  for (const track of tracks.values()) if (!track.covers(atMs)) return false;
  return true;
}
