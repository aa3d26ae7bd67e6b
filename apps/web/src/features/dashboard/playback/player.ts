import type { EpochMs, playback } from '@telltale/contract';
import { ApiError, messageOf } from '#api/api-error.ts';
import { type DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { AssetTrack } from './asset-track.ts';
import type { PastStore } from './past-store.ts';

/** The speeds of the playback bar, seconds of the past per second. */
export const SPEEDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 600];
/** While playing the cursor moves this often. */
export const TICK_MS = 200;
/** Steps that are read ahead in one go: ten seconds of playing. */
const STRETCH_STEPS = 50;
/** With fewer steps left the next stretch is asked for. */
const REFILL_STEPS = 25;
/** A stretch that could not be read is asked for again after this long. */
const RETRY_MS = 5_000;

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

/** What the playback bar shows. */
export interface PlayerState {
  /** Undefined: the dashboard is live. */
  readonly atMs: EpochMs | undefined;
  readonly isPlaying: boolean;
  /** Seconds of the past per second. */
  readonly speed: number;
  /** The past that is being asked for has not come yet. */
  readonly isBusy: boolean;
  /** Why the past cannot be shown. */
  readonly problem: string | undefined;
}

export interface PlayerOptions {
  time: DashboardTime;
  store: PastStore;
  calls: PlaybackCalls;
  now: () => EpochMs;
}

/**
 * Moves a dashboard through its past. A jump shows the state at that moment once it has come from the portal, for all
 * assets together; while playing, stretches are read ahead and gone through in steps of a fifth of a second.
 */
export class Player {
  readonly #options: PlayerOptions;
  readonly #listeners = new Set<() => void>();
  #state: PlayerState = { atMs: undefined, isPlaying: false, speed: 1, isBusy: false, problem: undefined };
  /** Where playing ends. */
  #endMs: EpochMs = Number.POSITIVE_INFINITY;
  #tracks = new Map<number, AssetTrack>();
  /** What follows the tracks, read ahead. */
  #ahead: Map<number, AssetTrack> | undefined;
  /** Present while something is read ahead. */
  #aheadAbort: AbortController | undefined;
  #abort = new AbortController();
  #isLoading = false;
  /** Asked for while another was under way: only the last counts. */
  #nextJump: EpochMs | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tickedMs = 0;
  #isNeeded = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  read = (): PlayerState => this.#state;

  /** How much of the past goes by in a second: 0 while it stands. */
  get pace(): number {
    return this.#state.isPlaying ? this.#state.speed : 0;
  }

  /** Shows a past moment. A moment that has not come yet is the present. */
  goTo(atMs: EpochMs): void {
    const target = Math.round(atMs);
    if (target >= this.#options.now()) {
      this.goLive();
      return;
    }
    this.#enterPast(target);
    this.#dropAhead();
    this.#set({ atMs: target, problem: undefined });
    if (this.#isLoading) this.#nextJump = target;
    else void this.#jump(target);
  }

  goLive(): void {
    this.#stop();
    this.#tracks.clear();
    this.#set({ atMs: undefined, isPlaying: false, isBusy: false, problem: undefined });
    this.#options.store.goLive();
    this.#options.time.setCursor(LIVE);
  }

  /** Plays on from the cursor. @param endMs where playing ends */
  play(endMs: EpochMs): void {
    if (this.#state.atMs === undefined) return;
    this.#endMs = endMs;
    this.#set({ isPlaying: true });
    this.#tickedMs = performance.now();
    this.#schedule();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#dropAhead();
    this.#set({ isPlaying: false, isBusy: this.#isLoading });
  }

  setSpeed(speed: number): void {
    if (speed === this.#state.speed) return;
    // Other steps: what was read ahead does not answer at them.
    this.#dropAhead();
    const { pastMs } = this.#options.time;
    if (pastMs !== undefined) for (const track of this.#tracks.values()) track.cut(pastMs);
    this.#set({ speed });
  }

  /** Tiles began to read an asset that is not known at the cursor. */
  need(assetId: number): void {
    if (this.#isNeeded || this.#state.atMs === undefined || this.#tracks.has(assetId)) return;
    this.#isNeeded = true;
    // Several come together, and while React is at work: they are asked for in one go.
    queueMicrotask(() => {
      this.#isNeeded = false;
      this.retry();
    });
  }

  /** Asks again for what could not be had. */
  retry(): void {
    if (this.#state.atMs !== undefined) this.goTo(this.#state.atMs);
  }

  close(): void {
    this.#stop();
  }

  #enterPast(atMs: EpochMs): void {
    if (this.#options.time.pastMs !== undefined) return;
    this.#options.store.enterPast();
    this.#options.time.setCursor({ kind: 'past', atMs });
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#abort = new AbortController();
    this.#isLoading = false;
    this.#nextJump = undefined;
    this.#dropAhead();
  }

  async #jump(atMs: EpochMs): Promise<void> {
    const { signal } = this.#abort;
    this.#isLoading = true;
    this.#set({ isBusy: true });
    const tracks = await this.#loadAll(signal, async (assetId) => {
      return new AssetTrack(await this.#options.calls.loadState(assetId, atMs, signal), atMs);
    });
    if (signal.aborted) return;
    this.#isLoading = false;
    const next = this.#nextJump;
    this.#nextJump = undefined;
    if (tracks === undefined) this.pause();
    else {
      this.#tracks = tracks;
      this.#show(atMs);
    }
    if (next !== undefined) void this.#jump(next);
    else this.#set({ isBusy: false });
  }

  /** Undefined, and said in the state: some asset could not be had. One that may not be seen shows nothing. */
  async #loadAll(
    signal: AbortSignal,
    load: (assetId: number) => Promise<AssetTrack>,
  ): Promise<Map<number, AssetTrack> | undefined> {
    const { store } = this.#options;
    const tracks = new Map<number, AssetTrack>();
    let problem: string | undefined;
    let isWhole = true;
    await Promise.all(
      store.assetIds.map(async (assetId) => {
        try {
          tracks.set(assetId, await load(assetId));
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
    this.#set({ problem });
    return isWhole ? tracks : undefined;
  }

  #show(atMs: EpochMs): void {
    this.#options.store.show(this.#tracks, atMs);
    this.#options.time.setCursor({ kind: 'past', atMs });
  }

  #schedule(delayMs = TICK_MS): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tick(), delayMs);
  }

  #tick(): void {
    if (!this.#state.isPlaying) return;
    this.#schedule();
    const shownMs = this.#options.time.pastMs;
    // A jump is under way: playing goes on from where it ends.
    if (shownMs === undefined || this.#isLoading) {
      this.#tickedMs = performance.now();
      return;
    }
    const stepMs = this.#stepMs;
    const due = Math.max(1, Math.floor((performance.now() - this.#tickedMs + TICK_MS / 2) / TICK_MS));
    let next = shownMs;
    for (let step = 0; step < due && this.#covers(next + stepMs); step++) next += stepMs;
    this.#tickedMs += due * TICK_MS;
    this.#refill(next, stepMs);
    if (next === shownMs) {
      this.#set({ isBusy: this.#state.problem === undefined });
      return;
    }
    const lastMs = Math.min(this.#endMs, this.#options.now());
    if (next >= lastMs) this.#end(lastMs);
    else this.#move(next);
  }

  #move(atMs: EpochMs): void {
    this.#set({ atMs, isBusy: false, problem: undefined });
    this.#show(atMs);
  }

  /** The end of the stretch to play, or the present, is reached. */
  #end(lastMs: EpochMs): void {
    if (lastMs >= this.#options.now()) {
      this.goLive();
      return;
    }
    this.pause();
    this.goTo(lastMs);
  }

  get #stepMs(): number {
    return this.#state.speed * TICK_MS;
  }

  /** Whether all assets are known at a step; goes on to what was read ahead. */
  #covers(atMs: EpochMs): boolean {
    if (isCovered(this.#tracks, atMs)) return true;
    if (this.#ahead === undefined || !isCovered(this.#ahead, atMs)) return false;
    this.#tracks = this.#ahead;
    this.#ahead = undefined;
    return true;
  }

  #refill(atMs: EpochMs, stepMs: number): void {
    if (this.#aheadAbort !== undefined || this.#ahead !== undefined || this.#tracks.size === 0) return;
    const ends = [...this.#tracks.values()].map(({ toMs }) => toMs);
    const lastMs = Math.max(atMs, Math.min(...ends));
    if (lastMs >= atMs + REFILL_STEPS * stepMs) return;
    // Only whole steps from the cursor are ever shown.
    const fromMs = atMs + (Math.floor((lastMs - atMs) / stepMs) + 1) * stepMs;
    void this.#readAhead(fromMs, stepMs);
  }

  async #readAhead(fromMs: EpochMs, stepMs: number): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.#aheadAbort = abort;
    const toMs = fromMs + STRETCH_STEPS * stepMs;
    const ahead = await this.#loadAll(signal, async (assetId) => {
      return new AssetTrack(await this.#options.calls.loadRecording({ assetId, fromMs, toMs, stepMs }, signal), fromMs);
    });
    if (ahead === undefined && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    if (signal.aborted) return;
    this.#aheadAbort = undefined;
    this.#ahead = ahead;
  }

  /** Another place or another speed: what was read ahead would not be gone through. */
  #dropAhead(): void {
    this.#aheadAbort?.abort();
    this.#aheadAbort = undefined;
    this.#ahead = undefined;
  }

  #set(change: Partial<PlayerState>): void {
    const next = { ...this.#state, ...change };
    const keys = Object.keys(next) as (keyof PlayerState)[];
    if (keys.every((key) => next[key] === this.#state[key])) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}

function isCovered(tracks: ReadonlyMap<number, AssetTrack>, atMs: EpochMs): boolean {
  for (const track of tracks.values()) if (!track.covers(atMs)) return false;
  return true;
}
