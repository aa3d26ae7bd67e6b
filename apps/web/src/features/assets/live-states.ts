import { type LiveState, liveStateSchema } from '@telltale/contract';
import type { LiveConnection } from '#live/live-connection.ts';

/** A row that scrolls by is not worth a subscription: it must have been in view this long. */
const SETTLE_MS = 300;

/** Whether assets are connected, as the live hub says it, for those that somebody looks at. Outside React. */
export class LiveStates {
  readonly #connection: LiveConnection;
  readonly #states = new Map<number, LiveState>();
  readonly #listeners = new Map<number, Set<() => void>>();
  readonly #endListening: () => void;

  constructor(connection: LiveConnection) {
    this.#connection = connection;
    this.#endListening = connection.listen({
      subscribed: () => undefined,
      message: (assetId, channel, payload) => {
        if (channel === 'state') this.#take(assetId, payload);
      },
      statusChanged: (status) => {
        if (status !== 'open') this.#forget();
      },
    });
  }

  /** The hub's word on an asset; undefined while it has none, or cannot be heard. */
  read(assetId: number): LiveState | undefined {
    return this.#states.get(assetId);
  }

  subscribe(assetId: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(assetId) ?? new Set();
    this.#listeners.set(assetId, listeners.add(listener));
    let endWatch: (() => void) | undefined;
    const timer = setTimeout(() => {
      endWatch = this.#connection.watchChannel(assetId, 'state');
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      endWatch?.();
      listeners.delete(listener);
      // Nobody will hear when it changes, so it must not be believed later.
      if (listeners.size === 0) this.#states.delete(assetId);
    };
  }

  close(): void {
    this.#endListening();
    this.#states.clear();
  }

  #take(assetId: number, payload: unknown): void {
    const state = liveStateSchema.safeParse(payload);
    if (!state.success || !this.#listeners.get(assetId)?.size) return;
    this.#states.set(assetId, state.data);
    this.#notify(assetId);
  }

  #forget(): void {
    const known = [...this.#states.keys()];
    this.#states.clear();
    for (const assetId of known) this.#notify(assetId);
  }

  #notify(assetId: number): void {
    for (const listener of this.#listeners.get(assetId) ?? []) listener();
  }
}
