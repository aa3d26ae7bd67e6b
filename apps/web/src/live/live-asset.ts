import type { LiveState, LiveUpdate } from '@telltale/contract';
import { MISSING_READING, type Reading, WAITING_READING } from '#readings/readings.ts';
import { itemAfterAnswer, itemAfterUpdate, itemOfCurrentValue, type LiveItem, readingOf } from './live-item.ts';
import type { AssetAnswer } from './portal-answers.ts';

/** Whether an asset is connected, as its dashboard's header shows it. */
export interface AssetState {
  readonly isConnected: boolean;
  /** Milliseconds since 1970; null: never heard of. */
  readonly lastContactMs: number | null;
  readonly pingrateMs: number;
}

/** The items of one watched asset, and who wants to hear of each. */
export class LiveAsset {
  readonly #items = new Map<number, LiveItem>();
  readonly #readings = new Map<number, Reading>();
  readonly #listeners = new Map<number, Set<() => void>>();
  #state: AssetState | undefined;
  #isStateLive = false;
  #isAnswered = false;
  #isDown = false;

  get state(): AssetState | undefined {
    return this.#state;
  }

  /** The reading as it was last settled; the same object until something that shows has changed. */
  read(dataItemId: number): Reading {
    return this.#readings.get(dataItemId) ?? (this.#isAnswered ? MISSING_READING : WAITING_READING);
  }

  subscribe(dataItemId: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(dataItemId) ?? new Set();
    this.#listeners.set(dataItemId, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  /** Takes in the portal's answer: names and units, and the values that are newer than what arrived live. */
  answer(answer: AssetAnswer, nowMs: number): void {
    const isFirst = !this.#isAnswered;
    this.#isAnswered = true;
    const { connection } = answer;
    // What the hub said since is newer than an answer that was on its way.
    const isConnected = this.#isStateLive ? (this.#state?.isConnected ?? false) : connection.connected;
    this.#state = {
      isConnected,
      lastContactMs: connection.lastcontact === null ? null : Date.parse(connection.lastcontact),
      pingrateMs: connection.pingrate,
    };
    for (const current of answer.values) {
      this.#items.set(
        current.dataItemId,
        itemAfterAnswer(this.#items.get(current.dataItemId), itemOfCurrentValue(current)),
      );
    }
    this.settle(nowMs, isFirst ? new Set(this.#listeners.keys()) : new Set());
  }

  /** Nothing more will be answered (no permission, no such asset): items that are not there are missing. */
  giveUp(nowMs: number): void {
    this.#isAnswered = true;
    this.settle(nowMs, new Set(this.#listeners.keys()));
  }

  update(updates: readonly LiveUpdate[], nowMs: number): void {
    const touched = new Set<number>();
    for (const update of updates) {
      const known = this.#items.get(update.dataItemId);
      const next = itemAfterUpdate(known, update, nowMs);
      if (next === undefined || next === known) continue;
      this.#items.set(update.dataItemId, next);
      touched.add(update.dataItemId);
    }
    for (const dataItemId of touched) this.#settleItem(dataItemId, nowMs);
  }

  connectionState(state: LiveState, nowMs: number): void {
    this.#isStateLive = true;
    this.#state = {
      isConnected: state.connected,
      lastContactMs: state.lastcontact,
      pingrateMs: this.#state?.pingrateMs ?? Number.POSITIVE_INFINITY,
    };
    this.settle(nowMs);
  }

  /** The live connection was lost, so the hub's last word on the asset's state is no longer the newest. */
  forgetLiveState(): void {
    this.#isStateLive = false;
  }

  setDown(isDown: boolean, nowMs: number): void {
    if (isDown === this.#isDown) return;
    this.#isDown = isDown;
    this.settle(nowMs);
  }

  /** Looks at every item again: time alone makes readings stale. Listeners hear of those that changed. */
  settle(nowMs: number, alsoNotify: ReadonlySet<number> = new Set()): void {
    const notified = new Set<number>();
    for (const dataItemId of this.#items.keys()) {
      if (this.#settleItem(dataItemId, nowMs)) notified.add(dataItemId);
    }
    for (const dataItemId of alsoNotify) if (!notified.has(dataItemId)) this.#notify(dataItemId);
  }

  #settleItem(dataItemId: number, nowMs: number): boolean {
    const item = this.#items.get(dataItemId);
    if (item === undefined) return false;
    const reading = readingOf(item, this.#isStale(item, nowMs));
    if (isSameReading(this.#readings.get(dataItemId), reading)) return false;
    this.#readings.set(dataItemId, reading);
    this.#notify(dataItemId);
    return true;
  }

  #isStale(item: LiveItem, nowMs: number): boolean {
    if (item.heardMs === null || this.#state === undefined) return false;
    return this.#isDown || !this.#state.isConnected || nowMs - item.heardMs > this.#state.pingrateMs;
  }

  #notify(dataItemId: number): void {
    for (const listener of this.#listeners.get(dataItemId) ?? []) listener();
  }
}

function isSameReading(last: Reading | undefined, next: Reading): boolean {
  if (last === undefined) return false;
  const keys = Object.keys(next) as (keyof Reading)[];
  return keys.every((key) => last[key] === next[key]);
}
