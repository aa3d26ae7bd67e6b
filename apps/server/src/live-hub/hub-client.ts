import { type AssetId, alarmSummaryTopic, type LiveBackfill, type LiveUpdate, permissionId } from '@telltale/contract';
import type { IConnectPacket, ISubscribePacket, Packet } from 'mqtt-packet';
import { type Caller, holds, type Visibility } from '#http/caller.ts';
import { ConflatingQueue } from './conflating-queue.ts';
import { type AssetFilter, type FilterScope, parseFilter } from './filter.ts';
import type { HubSocket } from './hub-socket.ts';
import { Interest } from './interest.ts';
import { PacketRate } from './packet-rate.ts';

/** What a client needs of the hub. */
export interface HubClientHost {
  readonly host: string;
  /** Who the broker token stands for; undefined: nobody (any more). */
  callerFor(brokerToken: string): Promise<Caller | undefined>;
  /** The client begins to hear of an asset, or hears of more of it. */
  joined(client: HubClient, filter: AssetFilter): void;
  /** The client hears no more of an asset. */
  left(client: HubClient, assetId: number): void;
  /** The client begins, or ceases, to hear of all alarms in its sight together. */
  joinedSummary(client: HubClient): void;
  leftSummary(client: HubClient): void;
  refused(): void;
  /** A client does not keep up: it wants to be drained. */
  fellBehind(): void;
  steadyNow(): number;
}

/** A connection may have this many filters (guarantee C18); four make one asset. */
export const MAX_FILTERS = 1_000;
const MAX_QUEUED_PACKETS = 100;
const PACKET_BURST = 3_000;
const PACKETS_PER_SECOND = 300;
/** More than this unsent: newer values replace older ones from here on. */
const HIGH_WATER_BYTES = 256 * 1024;
const LOW_WATER_BYTES = 32 * 1024;
const STUCK_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_MS = 100_000;
const REFUSED = 0x80;

const VALUES_VIEW = permissionId('CurrentDataItems', 'View');
const ALARMS_VIEW = permissionId('Alarms', 'View');
const ASSETS_VIEW = permissionId('Assets', 'View');

/** One browser at the live hub: reads, and never publishes. */
export class HubClient {
  readonly #socket: HubSocket;
  readonly #hub: HubClientHost;
  readonly #queue: ConflatingQueue;
  readonly #interests = new Map<number, Interest>();
  readonly #filters = new Map<string, AssetFilter>();
  #wantsSummary = false;
  readonly #rate = new PacketRate(PACKET_BURST, PACKETS_PER_SECOND);
  readonly #openedMs: number;
  readonly #waiting: Packet[] = [];
  #state: 'new' | 'checking' | 'open' = 'new';
  #brokerToken = '';
  #caller: Caller | undefined;
  /** How often rights changed: what was looked up before a change may be from before it. */
  #changes = 0;
  #keepAliveMs = 0;
  #heardMs: number;
  #stuckSinceMs: number | undefined;

  constructor(socket: HubSocket, hub: HubClientHost) {
    this.#socket = socket;
    this.#hub = hub;
    this.#queue = new ConflatingQueue(hub.host);
    this.#openedMs = hub.steadyNow();
    this.#heardMs = this.#openedMs;
    socket.onPong(() => {
      this.#heardMs = hub.steadyNow();
    });
  }

  get authId(): string | undefined {
    return this.#caller?.authId;
  }

  /** Who this is was asked, and nobody knows yet whom a change of rights concerns. */
  get isChecking(): boolean {
    return this.#state === 'checking';
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  get overtaken(): number {
    return this.#queue.overtaken;
  }

  /** What the client hears of an asset, as long as it may see it. */
  interestIn(assetId: number): Interest | undefined {
    const mayHear = this.#caller?.visibility.canSee(assetId as AssetId) === true;
    return mayHear ? this.#interests.get(assetId) : undefined;
  }

  /** Whose alarms are summed up for the client; undefined: it may not hear of alarms. */
  get alarmSight(): Visibility | undefined {
    return this.#caller && holds(this.#caller, ALARMS_VIEW) ? this.#caller.visibility : undefined;
  }

  assetIds(): Iterable<number> {
    return this.#interests.keys();
  }

  /** True: the client does not keep up; what is for it goes through `conflate` and `missed`. */
  get mustConflate(): boolean {
    if (this.#stuckSinceMs !== undefined) return true;
    if (this.#socket.buffered <= HIGH_WATER_BYTES) return false;
    this.#stuckSinceMs = this.#hub.steadyNow();
    this.#hub.fellBehind();
    return true;
  }

  conflate(assetId: number, updates: readonly LiveUpdate[]): void {
    this.#queue.addValues(assetId, updates);
  }

  missed(backfill: LiveBackfill): void {
    this.#queue.addMissed(backfill);
  }

  /** Sends a frame that every subscriber gets. */
  write(frame: Buffer): void {
    this.#socket.write(frame);
  }

  /** Sends a message, or keeps the newest of its key until the client keeps up again. */
  send(key: string, frame: Buffer): void {
    if (this.mustConflate) this.#queue.addMessage(key, frame);
    else this.#socket.write(frame);
  }

  receive(packet: Packet): void {
    this.#heardMs = this.#hub.steadyNow();
    if (!this.#rate.allows(this.#heardMs)) {
      this.#refuse();
    } else if (this.#state === 'new') {
      if (packet.cmd === 'connect') this.#connect(packet).catch(() => this.#socket.end(1011));
      else this.#refuse();
    } else if (this.#state === 'checking') {
      if (this.#waiting.length >= MAX_QUEUED_PACKETS) this.#refuse();
      else this.#waiting.push(packet);
    } else {
      this.#handle(packet);
    }
  }

  /**
   * Sends what waited once the network takes it again, and cuts off who has been stuck too long.
   * @returns true while something waits
   */
  drain(): boolean {
    if (this.#stuckSinceMs === undefined) return false;
    if (this.#socket.buffered <= LOW_WATER_BYTES) {
      this.#stuckSinceMs = undefined;
      for (const frame of this.#queue.take((assetId) => this.interestIn(assetId))) this.#socket.write(frame);
    } else if (this.#hub.steadyNow() - this.#stuckSinceMs > STUCK_MS) {
      this.#socket.cut();
    }
    return this.#stuckSinceMs !== undefined;
  }

  /** Cuts off connections that never logged in, or fell silent; asks the others whether they are there. */
  check(): void {
    const nowMs = this.#hub.steadyNow();
    if (this.#state !== 'open') {
      if (nowMs - this.#openedMs > CONNECT_TIMEOUT_MS) this.#socket.cut();
      return;
    }
    // [MQTT-3.1.2-24]: one and a half times the keep alive without a word.
    const limitMs = this.#keepAliveMs > 0 ? Math.max(1.5 * this.#keepAliveMs, SILENCE_MS) : SILENCE_MS;
    if (nowMs - this.#heardMs > limitMs) this.#socket.cut();
    else this.#socket.ping();
  }

  /** Looks again who this is: a session that ended closes the connection, rights that went take their filters along. */
  async recheck(): Promise<void> {
    this.#changes++;
    if (this.#state !== 'open') return;
    await this.#withCaller((caller) => {
      if (!caller) return this.close();
      this.#caller = caller;
      for (const [filter, parsed] of this.#filters) if (!this.#maySubscribe(parsed)) this.#removeFilter(filter);
      if (this.#wantsSummary) this.#hub.joinedSummary(this);
    });
  }

  close(code = 1008): void {
    this.#socket.end(code, 'session ended');
  }

  async #connect(packet: IConnectPacket): Promise<void> {
    this.#state = 'checking';
    if (packet.protocolVersion !== 4 && packet.protocolVersion !== 3) return this.#connack(1);
    if (!packet.username) return this.#connack(5);
    this.#brokerToken = packet.username;
    await this.#withCaller((caller) => {
      if (!caller) return this.#connack(4);
      this.#caller = caller;
      this.#keepAliveMs = (packet.keepalive ?? 0) * 1_000;
      this.#state = 'open';
      this.#socket.accepted();
      this.#connack(0);
      for (const waiting of this.#waiting.splice(0)) this.#handle(waiting);
    });
  }

  /** Goes on with who this is, asked again for as long as rights change meanwhile. */
  async #withCaller(goOn: (caller: Caller | undefined) => void): Promise<void> {
    const changes = this.#changes;
    const caller = await this.#hub.callerFor(this.#brokerToken);
    if (changes === this.#changes) goOn(caller);
    else await this.#withCaller(goOn);
  }

  #connack(returnCode: number): void {
    this.#socket.writePacket({ cmd: 'connack', returnCode, sessionPresent: false });
    if (returnCode !== 0) this.#refuse();
  }

  #handle(packet: Packet): void {
    if (packet.cmd === 'subscribe') this.#subscribe(packet);
    else if (packet.cmd === 'unsubscribe') {
      for (const filter of packet.unsubscriptions) this.#removeFilter(filter);
      this.#socket.writePacket({ cmd: 'unsuback', messageId: packet.messageId ?? 0, granted: [] });
    } else if (packet.cmd === 'pingreq') this.#socket.writePacket({ cmd: 'pingresp' });
    else if (packet.cmd === 'disconnect') this.#socket.end(1000);
    // Browsers read: a PUBLISH, or anything else, ends the connection (guarantee C9).
    else this.#refuse();
  }

  #subscribe(packet: ISubscribePacket): void {
    const joined: AssetFilter[] = [];
    let asksForSummary = false;
    const granted = packet.subscriptions.map(({ topic }) => {
      if (topic === alarmSummaryTopic(this.#hub.host)) {
        if (!this.alarmSight) return REFUSED;
        asksForSummary = true;
        return 0;
      }
      const filter = parseFilter(this.#hub.host, topic);
      const isNew = !this.#filters.has(topic);
      if (!filter || !this.#maySubscribe(filter) || (isNew && this.#filters.size >= MAX_FILTERS)) return REFUSED;
      this.#filters.set(topic, filter);
      const interest = this.#interests.get(filter.assetId) ?? new Interest();
      interest.add(topic, filter.scope);
      this.#interests.set(filter.assetId, interest);
      joined.push(filter);
      return 0;
    });
    this.#socket.writePacket({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
    for (const filter of joined) this.#hub.joined(this, filter);
    if (!asksForSummary) return;
    this.#wantsSummary = true;
    this.#hub.joinedSummary(this);
  }

  #maySubscribe({ assetId, scope }: AssetFilter): boolean {
    const caller = this.#caller;
    if (!caller?.visibility.canSee(assetId as AssetId)) return false;
    return permissionsFor(scope).every((permission) => holds(caller, permission));
  }

  #removeFilter(filter: string): void {
    if (filter === alarmSummaryTopic(this.#hub.host)) {
      this.#wantsSummary = false;
      this.#hub.leftSummary(this);
    }
    const parsed = this.#filters.get(filter);
    if (!parsed) return;
    this.#filters.delete(filter);
    const interest = this.#interests.get(parsed.assetId);
    interest?.remove(filter);
    if (!interest?.isEmpty) return;
    this.#interests.delete(parsed.assetId);
    this.#queue.forget(parsed.assetId);
    this.#hub.left(this, parsed.assetId);
  }

  #refuse(): void {
    this.#hub.refused();
    this.#socket.end();
  }
}

/** What a filter shows is what the REST call of the same thing asks for. */
function permissionsFor(scope: FilterScope): number[] {
  if (scope === 'everything' || scope === 'channels') return [ASSETS_VIEW, VALUES_VIEW, ALARMS_VIEW];
  if (scope === 'state' || scope === 'records') return [ASSETS_VIEW];
  return [scope === 'alarms' ? ALARMS_VIEW : VALUES_VIEW];
}
