import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AssetId } from '@telltale/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Log } from '#config/log.ts';
import type { Caller } from '#http/caller.ts';
import type { ConnectionChange, ConnectionState } from '#ingest/connections.ts';
import type { DataItemSlot } from '#ingest/data-item-slot.ts';
import type { LiveFeed, LiveSink } from '#ingest/live-feed.ts';
import { type AlarmSummaries, AlarmSummaryFeed } from './alarm-summaries.ts';
import { AssetChannel } from './asset-channel.ts';
import type { AssetFilter } from './filter.ts';
import { itemFrame, publishFrame, updateOf, valuesFrame } from './frames.ts';
import { HubClient, type HubClientHost } from './hub-client.ts';
import { HubSocket } from './hub-socket.ts';

export interface LiveHubOptions {
  /** Root of all topics. */
  host: string;
  callerFor: (brokerToken: string) => Promise<Caller | undefined>;
  stateOf: (assetId: AssetId) => ConnectionState;
  slotsOf: (assetId: AssetId) => Iterable<DataItemSlot>;
  log: Log;
  /** Whether anything may be told now: a node that is deaf to the others does not know whose rights have ended. */
  mayTell?: () => boolean;
  steadyNow?: () => number;
}

/** Deliveries are at least this far apart, so that however many assets there are, each is looked at this often at most. */
const GRAIN_MS = 4;
/** How soon a client that does not keep up is looked at again. */
const DRAIN_MS = 20;
const CHECK_EVERY_MS = 5_000;
const MAX_PACKET_BYTES = 256 * 1024;
const MAX_CLIENTS = 5_000;
/** Code of a WebSocket that is closed for now. */
const TRY_AGAIN = 1013;

/**
 * The live feed to browsers: an MQTT server of its own over WebSocket that only sends (spec 3 §3). A browser that stops
 * reading holds up nobody: its queue keeps the newest value of each item, and it is cut off when it stays stuck.
 */
export class LiveHub implements LiveFeed, HubClientHost {
  readonly host: string;
  readonly #options: LiveHubOptions;
  readonly #server: WebSocketServer;
  readonly #clients = new Set<HubClient>();
  readonly #channels = new Map<number, AssetChannel>();
  readonly #dirty = new Set<AssetChannel>();
  readonly #summaries: AlarmSummaryFeed;
  readonly #checkTimer: NodeJS.Timeout;
  #timer: NodeJS.Timeout | undefined;
  #wakeMs = Number.POSITIVE_INFINITY;
  #deliveredMs = Number.NEGATIVE_INFINITY;
  #refusedCount = 0;
  #isClosed = false;

  constructor(options: LiveHubOptions) {
    this.#options = options;
    this.host = options.host;
    this.#summaries = new AlarmSummaryFeed(options.host, () => this.steadyNow());
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: MAX_PACKET_BYTES,
      handleProtocols: (protocols) => (protocols.has('mqtt') ? 'mqtt' : false),
    });
    this.#checkTimer = setInterval(() => {
      for (const client of this.#clients) client.check();
    }, CHECK_EVERY_MS).unref();
  }

  stats() {
    let overtaken = 0;
    for (const client of this.#clients) overtaken += client.overtaken;
    return { clients: this.#clients.size, assets: this.#channels.size, refused: this.#refusedCount, overtaken };
  }

  /** Takes over an HTTP upgrade whose origin was checked. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (this.#isClosed || !this.#mayTell || this.#clients.size >= MAX_CLIENTS) {
      socket.end('HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#opened(webSocket));
  }

  /** Ends all connections: who comes back is told by a node that may. */
  cutOff(): void {
    for (const client of this.#clients) client.close(TRY_AGAIN);
  }

  /** Somebody's rights changed or session ended. */
  async accessChanged(change: { authIds?: readonly string[]; everyone?: true }): Promise<void> {
    const concerned = [...this.#clients].filter(
      ({ authId, isChecking }) =>
        change.everyone || isChecking || (authId !== undefined && change.authIds?.includes(authId)),
    );
    await Promise.all(
      concerned.map((client) =>
        client.recheck().catch((error: unknown) => {
          this.#options.log.error(
            { err: error },
            'the rights of a live connection could not be looked up; it is closed',
          );
          client.close(1011);
        }),
      ),
    );
  }

  connectionChanged({ assetId, connected, lastContactMs }: ConnectionChange): void {
    this.#channels.get(assetId)?.sendState({ assetId, connected, lastcontact: lastContactMs });
  }

  /** Tells of a change of one alarm. */
  alarmChanged(assetId: AssetId, alarmDefinitionId: number, alarm: unknown): void {
    this.#channels.get(assetId)?.sendAlarm(alarmDefinitionId, alarm);
  }

  /** Where the figures of all alarms in somebody's sight come from. */
  attachAlarmSummaries(summaries: AlarmSummaries): void {
    this.#summaries.attach(summaries);
  }

  /** Tells that alarms of these assets have changed, once they are counted. */
  alarmsChanged(assetIds: Iterable<AssetId>): void {
    this.#summaries.changed(assetIds);
  }

  joinedSummary(client: HubClient): void {
    this.#summaries.join(client);
  }

  leftSummary(client: HubClient): void {
    this.#summaries.leave(client);
  }

  /** Tells that names, units or descriptions of an asset's data items have changed: who shows it asks anew. */
  itemsDescribed(assetId: AssetId): void {
    this.#channels.get(assetId)?.sendItemsDescribed();
  }

  /** Tells that there are other events, commands, files or edits of an asset now: who shows them asks anew. */
  recordsChanged(assetId: AssetId): void {
    this.#channels.get(assetId)?.sendRecordsChanged();
  }

  sinkFor(assetId: AssetId): LiveSink | undefined {
    return this.#channels.get(assetId);
  }

  callerFor(brokerToken: string): Promise<Caller | undefined> {
    return this.#options.callerFor(brokerToken);
  }

  steadyNow(): number {
    return this.#options.steadyNow?.() ?? performance.now();
  }

  refused(): void {
    this.#refusedCount++;
  }

  fellBehind(): void {
    this.#wakeAt(this.steadyNow() + DRAIN_MS);
  }

  /** A late reader gets the last value at once. */
  joined(client: HubClient, { assetId, scope }: AssetFilter): void {
    this.#channelOf(assetId).subscribers.add(client);
    const id = assetId as AssetId;
    if (scope === 'everything' || scope === 'channels' || scope === 'state') {
      const { connected, lastContactMs } = this.#options.stateOf(id);
      const state = { assetId, connected, lastcontact: lastContactMs };
      client.send(`state ${assetId}`, publishFrame(`${this.host}/assets/${assetId}/state`, JSON.stringify(state)));
    }
    const current = [...this.#options.slotsOf(id)].filter((slot) => slot.hasValue);
    if (scope === 'everything' || scope === 'values') {
      const updates = current.map(updateOf);
      if (client.mustConflate) client.conflate(assetId, updates);
      else if (updates.length > 0) client.write(valuesFrame(this.host, assetId, updates));
    } else if (typeof scope === 'object') {
      const slot = current.find(({ dataItemId }) => dataItemId === scope.dataItemId);
      if (slot) client.send(`item ${assetId} ${slot.dataItemId}`, itemFrame(this.host, updateOf(slot)));
    }
  }

  left(client: HubClient, assetId: number): void {
    const channel = this.#channels.get(assetId);
    channel?.subscribers.delete(client);
    if (channel?.subscribers.size !== 0) return;
    this.#channels.delete(assetId);
    this.#dirty.delete(channel);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearInterval(this.#checkTimer);
    clearTimeout(this.#timer);
    this.#summaries.close();
    for (const client of this.#clients) client.close(1001);
    this.#server.close();
  }

  get #mayTell(): boolean {
    return this.#options.mayTell?.() ?? true;
  }

  #opened(webSocket: WebSocket): void {
    const socket: HubSocket = new HubSocket(webSocket, {
      packet: (packet) => client.receive(packet),
      closed: () => this.#gone(client),
    });
    const client: HubClient = new HubClient(socket, this);
    this.#clients.add(client);
  }

  #gone(client: HubClient): void {
    this.#clients.delete(client);
    this.#summaries.leave(client);
    for (const assetId of client.assetIds()) this.left(client, assetId);
  }

  #channelOf(assetId: number): AssetChannel {
    const known = this.#channels.get(assetId);
    if (known) return known;
    const channel = new AssetChannel(this.host, assetId, (dirty) => {
      this.#dirty.add(dirty);
      this.#wakeAt(dirty.dueMs);
    });
    this.#channels.set(assetId, channel);
    return channel;
  }

  /** Delivers then, at once where that has passed; never within the turn of the event loop in which values come. */
  #wakeAt(dueMs: number): void {
    const wakeMs = Math.max(dueMs, this.#deliveredMs + GRAIN_MS);
    if (wakeMs >= this.#wakeMs || this.#isClosed) return;
    clearTimeout(this.#timer);
    this.#wakeMs = wakeMs;
    const waitMs = Math.max(0, Math.ceil(wakeMs - this.steadyNow()));
    this.#timer = setTimeout(() => this.#deliver(), waitMs).unref();
  }

  #deliver(): void {
    const nowMs = this.steadyNow();
    this.#deliveredMs = nowMs;
    this.#wakeMs = Number.POSITIVE_INFINITY;
    if (!this.#mayTell) {
      this.cutOff();
      return;
    }
    let nextMs = Number.POSITIVE_INFINITY;
    for (const channel of this.#dirty) {
      if (channel.flush(nowMs)) this.#dirty.delete(channel);
      else nextMs = Math.min(nextMs, channel.dueMs);
    }
    for (const client of this.#clients) if (client.drain()) nextMs = Math.min(nextMs, nowMs + DRAIN_MS);
    if (nextMs < Number.POSITIVE_INFINITY) this.#wakeAt(nextMs);
  }
}
