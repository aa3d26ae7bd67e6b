import { alarmSummaryTopic, assetFilters, assetTopic, type LiveChannel, parseAssetTopic } from '@telltale/contract';
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

interface ChannelWatch {
  readonly assetId: number;
  readonly channel: LiveChannel;
  readonly count: number;
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
  /** Who wants no more of an asset than one channel, such as whether it is connected: lists of many assets. */
  readonly #channelWatchers = new Map<string, ChannelWatch>();
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

  /** As `watch`, for one channel of the asset alone: what a list of many assets needs. */
  watchChannel(assetId: number, channel: LiveChannel): () => void {
    const key = `${assetId}/${channel}`;
    const known = this.#channelWatchers.get(key);
    this.#channelWatchers.set(key, { assetId, channel, count: (known?.count ?? 0) + 1 });
    if (known === undefined) {
      if (this.#status === 'open') this.#socket?.subscribe([this.#topic(assetId, channel)]);
      else if (this.#status === 'idle') this.#connect();
    }
    let isWatching = true;
    return () => {
      if (isWatching) this.#unwatchChannel(key);
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
    const kept = [...this.#channelWatchers.values()].flatMap((watch) =>
      watch.assetId === assetId ? [this.#topic(assetId, watch.channel)] : [],
    );
    this.#unsubscribe(this.#filters(assetId).filter((filter) => !kept.includes(filter)));
  }

  #unwatchChannel(key: string): void {
    const watch = this.#channelWatchers.get(key);
    if (watch === undefined) return;
    const { assetId, channel, count } = watch;
    if (count > 1) {
      this.#channelWatchers.set(key, { assetId, channel, count: count - 1 });
      return;
    }
    this.#channelWatchers.delete(key);
    this.#unsubscribe(this.#watchers.has(assetId) ? [] : [this.#topic(assetId, channel)]);
  }

  #unsubscribe(filters: readonly string[]): void {
    if (!this.#isWanted()) this.#close('idle');
    else if (this.#status === 'open' && filters.length > 0) {
      this.#socket?.unsubscribe([...filters]);
    }
  }

  #isWanted(): boolean {
    return this.#watchers.size > 0 || this.#channelWatchers.size > 0 || this.#alarmWatchers > 0;
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
    for (const { assetId, channel } of this.#channelWatchers.values()) {
      if (!this.#watchers.has(assetId)) this.#socket?.subscribe([this.#topic(assetId, channel)]);
    }
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

  #topic(assetId: number, channel: LiveChannel): string {
    return assetTopic(this.#host ?? '', assetId, channel);
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
