import { alarmSummaryTopic, assetFilters, assetTopic, parseAssetTopic } from '@telltale/contract';
import { backoffMs } from './backoff.ts';
import { type HubAddress, HubSocket, PING_MS } from './hub-socket.ts';
import { type MqttPacket, SUBSCRIPTION_REFUSED } from './mqtt-codec.ts';

/**
 * `idle`: nobody watches, or nobody is signed in. `waiting`: the connection is down, the next attempt comes by itself.
 * `refused`: the hub does not accept the token.
 */
export type LiveStatus = 'idle' | 'connecting' | 'open' | 'waiting' | 'refused';

/** Who connects. Another authId is another session: the connection is made anew (spec 1 §4). */
export interface LiveIdentity {
  readonly authId: string;
  readonly brokerToken: string;
}

export interface LiveListener {
  /** The hub has confirmed the subscription: whatever it publishes of the asset from now on arrives. */
  subscribed(assetId: number): void;
  /** `channel` is the level below the asset: dataitems, state, alarms, backfill, items. */
  message(assetId: number, channel: string, payload: unknown): void;
  /** What the hub says of all alarms in sight together, for who asked by `watchAlarms`. */
  alarmSummary(payload: unknown): void;
  statusChanged(status: LiveStatus): void;
}

export interface LiveConnectionOptions extends HubAddress {
  random: () => number;
}

/** A hub that said nothing for this long, pings unanswered, is gone whatever the socket believes. */
const SILENCE_MS = 2 * PING_MS + 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * The connection to the live hub. It is open while somebody is signed in and at least one asset is watched, comes back
 * by itself, and subscribes again to everything watched.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  readonly #listeners = new Set<Partial<LiveListener>>();
  readonly #watchers = new Map<number, number>();
  /** Who wants to know of an asset no more than whether it is connected: lists of many assets. */
  readonly #stateWatchers = new Map<number, number>();
  #alarmWatchers = 0;
  readonly #pendingSubscriptions = new Map<number, number>();
  #identity: LiveIdentity | undefined;
  #host: string | undefined;
  #status: LiveStatus = 'idle';
  #socket: HubSocket | undefined;
  #failures = 0;
  #attemptTimer: ReturnType<typeof setTimeout> | undefined;
  #pingTimer: ReturnType<typeof setInterval> | undefined;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
  }

  get status(): LiveStatus {
    return this.#status;
  }

  listen(listener: Partial<LiveListener>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The root of all topics, from /config/mqtt.json. Nothing is connected before it is known. */
  setHost(host: string): void {
    if (host === this.#host) return;
    this.#host = host;
    this.#restart();
  }

  /** Signs in as somebody else, or nobody. A new token of the same session is used at the next attempt. */
  setIdentity(identity: LiveIdentity | undefined): void {
    const before = this.#identity;
    this.#identity = identity;
    const isSameSession = identity?.authId === before?.authId;
    const isWorthTrying = this.#status === 'refused' && identity?.brokerToken !== before?.brokerToken;
    if (!isSameSession || isWorthTrying) this.#restart();
  }

  /** Asks for the asset's messages until the answer is called; watchers of one asset share one subscription. */
  watch(assetId: number): () => void {
    const count = this.#watchers.get(assetId) ?? 0;
    this.#watchers.set(assetId, count + 1);
    if (count === 0) {
      if (this.#status === 'open') this.#subscribe(assetId);
      else if (this.#status === 'idle') this.#connect();
    }
    let isWatching = true;
    return () => {
      if (isWatching) this.#unwatch(assetId);
      isWatching = false;
    };
  }

  /** As `watch`, for the asset's connection state alone: what a list of many assets needs. */
  watchState(assetId: number): () => void {
    const count = this.#stateWatchers.get(assetId) ?? 0;
    this.#stateWatchers.set(assetId, count + 1);
    if (count === 0) {
      if (this.#status === 'open') this.#subscribeState(assetId);
      else if (this.#status === 'idle') this.#connect();
    }
    let isWatching = true;
    return () => {
      if (isWatching) this.#unwatchState(assetId);
      isWatching = false;
    };
  }

  /** Asks for the figures of all alarms in sight until the answer is called. */
  watchAlarms(): () => void {
    this.#alarmWatchers++;
    if (this.#alarmWatchers === 1) {
      if (this.#status === 'open') this.#socket?.subscribe([this.#alarmFilter()]);
      else if (this.#status === 'idle') this.#connect();
    }
    let isWatching = true;
    return () => {
      if (!isWatching) return;
      isWatching = false;
      this.#alarmWatchers--;
      if (this.#alarmWatchers === 0) this.#unsubscribe([this.#alarmFilter()]);
    };
  }

  /** Tries at once instead of at the end of the wait: the network is back, or the user asks. */
  retryNow(): void {
    if (this.#status === 'waiting' || this.#status === 'refused') this.#connect();
  }

  #unwatch(assetId: number): void {
    const count = (this.#watchers.get(assetId) ?? 1) - 1;
    if (count > 0) {
      this.#watchers.set(assetId, count);
      return;
    }
    this.#watchers.delete(assetId);
    const kept = this.#stateWatchers.has(assetId) ? this.#stateFilter(assetId) : undefined;
    this.#unsubscribe(this.#filters(assetId).filter((filter) => filter !== kept));
  }

  #unwatchState(assetId: number): void {
    const count = (this.#stateWatchers.get(assetId) ?? 1) - 1;
    if (count > 0) {
      this.#stateWatchers.set(assetId, count);
      return;
    }
    this.#stateWatchers.delete(assetId);
    this.#unsubscribe(this.#watchers.has(assetId) ? [] : [this.#stateFilter(assetId)]);
  }

  #unsubscribe(filters: readonly string[]): void {
    if (!this.#isWanted()) this.#close('idle');
    else if (this.#status === 'open' && filters.length > 0) {
      this.#socket?.unsubscribe([...filters]);
    }
  }

  #isWanted(): boolean {
    return this.#watchers.size > 0 || this.#stateWatchers.size > 0 || this.#alarmWatchers > 0;
  }

  #restart(): void {
    this.#failures = 0;
    this.#close('idle');
    this.#connect();
  }

  #connect(): void {
    const { identity, host } = { identity: this.#identity, host: this.#host };
    if (identity === undefined || host === undefined || !this.#isWanted()) return;
    this.#close('connecting');
    this.#socket = new HubSocket({
      ...this.#options,
      clientId: `web-${identity.authId.slice(0, 8)}-${Math.floor(this.#options.random() * 2 ** 32).toString(36)}`,
      brokerToken: identity.brokerToken,
      packet: (packet) => this.#handle(packet),
      lost: () => this.#lost(),
    });
    this.#attemptTimer = setTimeout(() => this.#lost(), CONNECT_TIMEOUT_MS);
  }

  #handle(packet: MqttPacket): void {
    if (packet.kind === 'connack') this.#connected(packet.returnCode);
    else if (packet.kind === 'publish') this.#published(packet.topic, packet.payload);
    else if (packet.kind === 'suback') {
      const assetId = this.#pendingSubscriptions.get(packet.packetId);
      this.#pendingSubscriptions.delete(packet.packetId);
      if (assetId === undefined || packet.returnCodes.every((code) => code === SUBSCRIPTION_REFUSED)) return;
      for (const listener of this.#listeners) listener.subscribed?.(assetId);
    }
  }

  #connected(returnCode: number): void {
    if (returnCode !== 0) {
      this.#failures++;
      this.#close('refused');
      this.#attemptTimer = setTimeout(() => this.#connect(), backoffMs(10, this.#options.random));
      return;
    }
    clearTimeout(this.#attemptTimer);
    this.#failures = 0;
    this.#pingTimer = setInterval(() => this.#ping(), PING_MS);
    this.#setStatus('open');
    if (this.#alarmWatchers > 0) this.#socket?.subscribe([this.#alarmFilter()]);
    for (const assetId of this.#watchers.keys()) this.#subscribe(assetId);
    for (const assetId of this.#stateWatchers.keys()) if (!this.#watchers.has(assetId)) this.#subscribeState(assetId);
  }

  #published(topic: string, bytes: Uint8Array): void {
    const parsed = parseAssetTopic(this.#host ?? '', topic);
    const channel = parsed?.rest[0];
    const isSummary = topic === this.#alarmFilter();
    // The hub clears a retained message with an empty one; there is nothing to read in it.
    if ((channel === undefined && !isSummary) || bytes.length === 0) return;
    let payload: unknown;
    try {
      payload = JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return;
    }
    for (const listener of this.#listeners) {
      if (isSummary) listener.alarmSummary?.(payload);
      else if (parsed && channel !== undefined) listener.message?.(parsed.assetId, channel, payload);
    }
  }

  #subscribe(assetId: number): void {
    const packetId = this.#socket?.subscribe(this.#filters(assetId));
    if (packetId !== undefined) this.#pendingSubscriptions.set(packetId, assetId);
  }

  #subscribeState(assetId: number): void {
    this.#socket?.subscribe([this.#stateFilter(assetId)]);
  }

  #stateFilter(assetId: number): string {
    return assetTopic(this.#host ?? '', assetId, 'state');
  }

  #alarmFilter(): string {
    return alarmSummaryTopic(this.#host ?? '');
  }

  #filters(assetId: number): string[] {
    return assetFilters(this.#host ?? '', assetId);
  }

  #ping(): void {
    if (Date.now() - (this.#socket?.heardMs ?? 0) > SILENCE_MS) this.#lost();
    else this.#socket?.ping();
  }

  #lost(): void {
    this.#failures++;
    this.#close('waiting');
    this.#attemptTimer = setTimeout(() => this.#connect(), backoffMs(this.#failures, this.#options.random));
  }

  #close(next: LiveStatus): void {
    clearTimeout(this.#attemptTimer);
    clearInterval(this.#pingTimer);
    this.#pendingSubscriptions.clear();
    this.#socket?.close();
    this.#socket = undefined;
    this.#setStatus(next);
  }

  #setStatus(status: LiveStatus): void {
    if (status === this.#status) return;
    this.#status = status;
    for (const listener of this.#listeners) listener.statusChanged?.(status);
  }
}
