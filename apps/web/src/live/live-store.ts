import {
  type LiveBackfill,
  type LiveUpdate,
  liveBackfillSchema,
  liveStateSchema,
  liveUpdateSchema,
} from '@telltale/contract';
import { z } from 'zod';
import { ApiError } from '#api/api-error.ts';
import { type AssetItem, type Reading, type ReadingSource, WAITING_READING } from '#readings/readings.ts';
import { backoffMs } from './backoff.ts';
import { type AssetState, LiveAsset } from './live-asset.ts';
import type { LiveConnection } from './live-connection.ts';
import type { PortalAnswers } from './portal-answers.ts';
import type { ServerClock } from './server-clock.ts';

/** What a chart's feed hears of an asset. */
export interface AssetListener {
  /** Every update of a batch, in order of arrival. */
  updates(updates: readonly LiveUpdate[]): void;
  backfill(backfill: LiveBackfill): void;
  /** The subscription was made or made again: what was published before may have been missed. */
  subscribed(): void;
}

interface LiveStoreOptions {
  connection: LiveConnection;
  portal: Pick<PortalAnswers, 'loadAsset'>;
  clock: ServerClock;
  random: () => number;
}

interface Watch {
  readonly asset: LiveAsset;
  readonly listeners: Set<AssetListener>;
  readonly stateListeners: Set<() => void>;
  users: number;
  wasSubscribed: boolean;
  endSubscription: () => void;
  abort: AbortController;
  timer: ReturnType<typeof setTimeout> | undefined;
  queue: LiveUpdate[];
  /** The newest changes of items that changed more than once in what came together. */
  newest: LiveUpdate[];
}

/** An asset stays watched this long after its last user: going from tab to tab asks nothing anew. */
const LINGER_MS = 5_000;
/** How often readings are looked at for having grown old. */
const TICK_MS = 1_000;
/** A shorter loss of the connection goes unnoticed; nothing blinks while a page loads. */
const DOWN_AFTER_MS = 3_000;
/** More than a frame: of two changes that came together the first is painted before the second. */
const PAINTED_WITHIN_MS = 20;

const updatesSchema = z.union([z.array(liveUpdateSchema), liveUpdateSchema.transform((update) => [update])]);

/**
 * The last value of every data item of the assets that somebody looks at. It lives outside React: what has arrived is
 * applied together (the portal has put it in batches of 200 ms, spec 1 §9), a listener hears only of its own item, and a
 * late one finds the last value there.
 */
export class LiveStore implements ReadingSource {
  readonly #options: LiveStoreOptions;
  readonly #watches = new Map<number, Watch>();
  #applyTimer: ReturnType<typeof setTimeout> | undefined;
  #newestTimer: ReturnType<typeof setTimeout> | undefined;
  #tickTimer: ReturnType<typeof setInterval> | undefined;
  #downSinceMs: number | undefined;

  constructor(options: LiveStoreOptions) {
    this.#options = options;
    options.connection.listen({
      subscribed: (assetId) => this.#subscribed(assetId),
      message: (assetId, channel, payload) => this.#received(assetId, channel, payload),
      statusChanged: (status) => this.#statusChanged(status === 'open'),
    });
  }

  read({ assetId, dataItemId }: AssetItem): Reading {
    return this.#watches.get(assetId)?.asset.read(dataItemId) ?? WAITING_READING;
  }

  subscribe({ assetId, dataItemId }: AssetItem, listener: () => void): () => void {
    const watch = this.#retain(assetId);
    const end = watch.asset.subscribe(dataItemId, listener);
    return this.#releaser(assetId, watch, end);
  }

  /** Every update, backfill and new subscription of an asset, for charts. */
  listen(assetId: number, listener: AssetListener): () => void {
    const watch = this.#retain(assetId);
    watch.listeners.add(listener);
    return this.#releaser(assetId, watch, () => watch.listeners.delete(listener));
  }

  /** Hears of changes of an asset's connection; read it with `assetState`. */
  subscribeState(assetId: number, listener: () => void): () => void {
    const watch = this.#retain(assetId);
    watch.stateListeners.add(listener);
    return this.#releaser(assetId, watch, () => watch.stateListeners.delete(listener));
  }

  assetState(assetId: number): AssetState | undefined {
    return this.#watches.get(assetId)?.asset.state;
  }

  #retain(assetId: number): Watch {
    let watch = this.#watches.get(assetId);
    if (watch === undefined) {
      watch = {
        asset: new LiveAsset(),
        listeners: new Set(),
        stateListeners: new Set(),
        users: 0,
        wasSubscribed: false,
        endSubscription: this.#options.connection.watch(assetId),
        abort: new AbortController(),
        timer: undefined,
        queue: [],
        newest: [],
      };
      this.#watches.set(assetId, watch);
      if (this.#options.connection.status !== 'open') this.#downSinceMs ??= this.#now();
      void this.#load(assetId, watch, 0);
    }
    if (watch.users === 0) clearTimeout(watch.timer);
    watch.users++;
    this.#tickTimer ??= setInterval(() => this.#tick(), TICK_MS);
    return watch;
  }

  #releaser(assetId: number, watch: Watch, end: () => void): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      end();
      watch.users--;
      if (watch.users === 0) watch.timer = setTimeout(() => this.#drop(assetId, watch), LINGER_MS);
    };
  }

  #drop(assetId: number, watch: Watch): void {
    watch.abort.abort();
    watch.endSubscription();
    this.#watches.delete(assetId);
    if (this.#watches.size > 0) return;
    clearInterval(this.#tickTimer);
    this.#tickTimer = undefined;
  }

  /** Asks the portal for names and current values, again after a failure, until it answers. */
  async #load(assetId: number, watch: Watch, failures: number): Promise<void> {
    watch.abort.abort();
    const abort = new AbortController();
    watch.abort = abort;
    try {
      const answer = await this.#options.portal.loadAsset(assetId, abort.signal);
      if (abort.signal.aborted) return;
      watch.asset.answer(answer, this.#now());
      for (const listener of watch.stateListeners) listener();
    } catch (error) {
      if (abort.signal.aborted) return;
      const isFinal = error instanceof ApiError && (error.status === 403 || error.status === 404);
      if (isFinal) watch.asset.giveUp(this.#now());
      else await this.#loadLater(assetId, watch, failures + 1, abort.signal);
    }
  }

  #loadLater(assetId: number, watch: Watch, failures: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(
        () => resolve(this.#load(assetId, watch, failures)),
        backoffMs(failures, this.#options.random),
      );
      signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #subscribed(assetId: number): void {
    const watch = this.#watches.get(assetId);
    if (watch === undefined) return;
    // The first time the hub says at once what is current. After a gap more than values may have changed.
    if (watch.wasSubscribed) void this.#load(assetId, watch, 0);
    watch.wasSubscribed = true;
    for (const listener of watch.listeners) listener.subscribed();
  }

  #received(assetId: number, channel: string, payload: unknown): void {
    const watch = this.#watches.get(assetId);
    if (watch === undefined) return;
    if (channel === 'dataitems') {
      const updates = updatesSchema.safeParse(payload);
      if (!updates.success) return;
      watch.queue.push(...updates.data);
      this.#applyTimer ??= setTimeout(() => this.#apply());
    } else if (channel === 'state') {
      const state = liveStateSchema.safeParse(payload);
      if (!state.success) return;
      watch.asset.connectionState(state.data, this.#now());
      for (const listener of watch.stateListeners) listener();
    } else if (channel === 'backfill') {
      const backfill = liveBackfillSchema.safeParse(payload);
      if (!backfill.success) return;
      for (const listener of watch.listeners) listener.backfill(backfill.data);
    } else if (channel === 'items') {
      void this.#load(assetId, watch, 0);
    }
  }

  /** After what else has arrived by now, so that values of many assets are one change of the page. */
  #apply(): void {
    this.#applyTimer = undefined;
    this.#showNewest();
    const nowMs = this.#now();
    for (const watch of this.#watches.values()) {
      if (watch.queue.length === 0) continue;
      const updates = watch.queue;
      watch.queue = [];
      const { first, newest } = inTurn(updates);
      watch.asset.update(first, nowMs);
      watch.newest = newest;
      if (newest.length > 0) this.#newestTimer ??= setTimeout(() => this.#showNewest(), PAINTED_WITHIN_MS);
      for (const listener of watch.listeners) listener.updates(updates);
    }
  }

  #showNewest(): void {
    clearTimeout(this.#newestTimer);
    this.#newestTimer = undefined;
    const nowMs = this.#now();
    for (const watch of this.#watches.values()) {
      if (watch.newest.length === 0) continue;
      watch.asset.update(watch.newest, nowMs);
      watch.newest = [];
    }
  }

  #statusChanged(isOpen: boolean): void {
    if (isOpen) this.#downSinceMs = undefined;
    else this.#downSinceMs ??= this.#now();
    for (const watch of this.#watches.values()) {
      if (!isOpen) watch.asset.forgetLiveState();
      watch.asset.setDown(this.#isDown(), this.#now());
    }
  }

  #isDown(): boolean {
    return this.#downSinceMs !== undefined && this.#now() - this.#downSinceMs > DOWN_AFTER_MS;
  }

  #tick(): void {
    for (const watch of this.#watches.values()) {
      watch.asset.setDown(this.#isDown(), this.#now());
      watch.asset.settle(this.#now());
    }
  }

  #now(): number {
    return this.#options.clock.now();
  }
}

/** The portal gathers for 200 ms, in which an item may change twice: the newest of several changes is shown after the others. */
function inTurn(updates: readonly LiveUpdate[]): { first: LiveUpdate[]; newest: LiveUpdate[] } {
  const last = new Map(updates.map((update, i) => [update.dataItemId, i]));
  const isRepeated = new Set<number>();
  for (const [i, { dataItemId }] of updates.entries()) if (last.get(dataItemId) !== i) isRepeated.add(dataItemId);
  const isNewest = ({ dataItemId }: LiveUpdate, i: number) => isRepeated.has(dataItemId) && last.get(dataItemId) === i;
  return {
    first: updates.filter((update, i) => !isNewest(update, i)),
    newest: updates.filter(isNewest),
  };
}
