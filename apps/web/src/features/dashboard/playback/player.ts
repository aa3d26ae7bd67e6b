import type { EpochMs } from '@telltale/contract';
import { type DashboardTime, LIVE } from '#tile-kit/dashboard-time.ts';
import { PastReader, type PlaybackCalls, SETTLED_MS } from './past/past-reader.ts';
import type { PastStore } from './past/past-store.ts';

/** The speeds of the playback bar, seconds of the past per second. */
export const SPEEDS: readonly number[] = [1, 2, 5, 10, 30, 60, 120, 300, 600];
/** While playing the cursor moves this often. */
export const TICK_MS = 200;
/** Playing that comes this close to now has arrived: too little can be read ahead of the cursor there. */
const ARRIVED_MS = 5 * SETTLED_MS;

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
  readonly #reader: PastReader;
  readonly #listeners = new Set<() => void>();
  #state: PlayerState = { atMs: undefined, isPlaying: false, speed: 1, isBusy: false, problem: undefined };
  /** Where playing ends. */
  #endMs: EpochMs = Number.POSITIVE_INFINITY;
  #abort = new AbortController();
  #isLoading = false;
  /** Asked for while another was under way: only the last counts. */
  #nextJump: EpochMs | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tickedMs = 0;
  #isNeeded = false;

  constructor(options: PlayerOptions) {
    this.#options = options;
    const { store, calls, now } = options;
    this.#reader = new PastReader({ store, calls, now, onProblem: (problem) => this.#set({ problem }) });
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
    this.#reader.dropAhead();
    this.#set({ atMs: target, problem: undefined });
    if (this.#isLoading) this.#nextJump = target;
    else void this.#jump(target);
  }

  goLive(): void {
    this.#stop();
    this.#reader.clear();
    this.#set({ atMs: undefined, isPlaying: false, isBusy: false, problem: undefined });
    this.#options.store.goLive();
    this.#options.time.setCursor(LIVE);
  }

  /** Plays on from the cursor. @param endMs where playing ends; what lies ahead of now ends there, and is live */
  play(endMs: EpochMs): void {
    if (this.#state.atMs === undefined) return;
    this.#endMs = endMs;
    this.#set({ isPlaying: true });
    this.#tickedMs = performance.now();
    this.#schedule();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#reader.dropAhead();
    this.#set({ isPlaying: false, isBusy: this.#isLoading });
  }

  setSpeed(speed: number): void {
    if (speed === this.#state.speed) return;
    this.#reader.dropAhead();
    const { pastMs } = this.#options.time;
    if (pastMs !== undefined) this.#reader.cutAt(pastMs);
    this.#set({ speed });
  }

  /** Tiles began to read an asset that is not known at the cursor. */
  need(assetId: number): void {
    if (this.#isNeeded || this.#state.atMs === undefined || this.#reader.knows(assetId)) return;
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
    this.#reader.dropAhead();
  }

  async #jump(atMs: EpochMs): Promise<void> {
    const { signal } = this.#abort;
    this.#isLoading = true;
    this.#set({ isBusy: true });
    const isThere = await this.#reader.readMoment(atMs, signal);
    if (signal.aborted) return;
    this.#isLoading = false;
    const next = this.#nextJump;
    this.#nextJump = undefined;
    if (isThere) this.#show(atMs);
    else this.pause();
    if (next !== undefined) void this.#jump(next);
    else this.#set({ isBusy: false });
  }

  #show(atMs: EpochMs): void {
    this.#reader.show(atMs);
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
    const stepMs = this.#state.speed * TICK_MS;
    const lastMs = Math.min(this.#endMs, this.#options.now() - ARRIVED_MS);
    const due = Math.max(1, Math.floor((performance.now() - this.#tickedMs + TICK_MS / 2) / TICK_MS));
    let next = shownMs;
    for (let step = 0; step < due && next + stepMs <= lastMs && this.#reader.covers(next + stepMs); step++) {
      next += stepMs;
    }
    this.#tickedMs += due * TICK_MS;
    if (next + stepMs > lastMs) {
      this.#end(lastMs);
      return;
    }
    this.#reader.refill(next, stepMs);
    if (next === shownMs) this.#set({ isBusy: this.#state.problem === undefined });
    else this.#move(next);
  }

  #move(atMs: EpochMs): void {
    this.#set({ atMs, isBusy: false, problem: undefined });
    this.#show(atMs);
  }

  /** The end of the stretch to play, or the present, is less than a step away. */
  #end(lastMs: EpochMs): void {
    if (lastMs < this.#endMs) {
      this.goLive();
      return;
    }
    this.pause();
    this.goTo(lastMs);
  }

  #set(change: Partial<PlayerState>): void {
    const next = { ...this.#state, ...change };
    const keys = Object.keys(next) as (keyof PlayerState)[];
    if (keys.every((key) => next[key] === this.#state[key])) return;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
