import type { AssetId } from '@telltale/contract';
import type { BrokerControl, BrokerHost, SessionId } from '#broker/broker-host.ts';
import type { Log } from '#config/log.ts';
import type { Connections } from './connections.ts';
import type { DeviceRegistry, Principal } from './device-registry.ts';
import { DeviceSession } from './device-session.ts';
import type { MessageRouter } from './message-router.ts';
import type { IngestPipeline } from './pipeline.ts';
import type { RegisteredDevice } from './registered-device.ts';
import type { SparkplugIntake } from './sparkplug/sparkplug-intake.ts';
import { isSparkplugFilter, isStateTopic } from './sparkplug/topic.ts';
import { isDeviceFilter, isGatewayFilter } from './thingsboard/topics.ts';

const MAX_FILTERS = 100;

export interface SessionParts {
  registry: DeviceRegistry;
  connections: Connections;
  pipeline: IngestPipeline;
  log: Log;
}

/** Open connections of devices: who is on them, what they may say and hear. The portal's side of the broker. */
export class DeviceSessions implements BrokerHost {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<SessionId, DeviceSession>();
  readonly #byPrincipal = new Map<string, Set<DeviceSession>>();
  /** Through which gateway's connection an asset was last heard. */
  readonly #carriers = new Map<AssetId, DeviceSession>();
  readonly #reachable = new Set<(assetId: AssetId | undefined, session: DeviceSession) => void>();
  readonly #principals = new Map<string, Principal>();
  #control: BrokerControl | undefined;
  #router: MessageRouter | undefined;
  #sparkplug: SparkplugIntake | undefined;
  #refused = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.registry.onRevoked((key) => this.disconnect(key));
  }

  /** Wires what in turn needs the sessions. */
  attach(parts: { router: MessageRouter; sparkplug: SparkplugIntake }): void {
    this.#router = parts.router;
    this.#sparkplug = parts.sparkplug;
  }

  /** The broker that carries the sessions from now on. */
  serve(control: BrokerControl): void {
    this.#control = control;
  }

  /** Publishes to topics that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  get isFull(): boolean {
    return this.#parts.pipeline.isFull;
  }

  room(): Promise<void> {
    return this.#parts.pipeline.room();
  }

  get commitMs(): number {
    return this.#parts.pipeline.commitMs;
  }

  async authenticate(username: string): Promise<string | undefined> {
    const principal = await this.#parts.registry.findByToken(username);
    if (!principal || (principal.kind === 'asset' && principal.device.isRemoved)) return undefined;
    this.#principals.set(principal.key, principal);
    return principal.key;
  }

  connected(sessionId: SessionId, principalKey: string): void {
    const principal = this.#principals.get(principalKey);
    if (!principal || !this.#control) return;
    // The token may have ended between the look-up and now.
    if (!this.#parts.registry.isLive(principal)) {
      this.#control.disconnect(sessionId);
      return;
    }
    const session = new DeviceSession(sessionId, principal, this.#control);
    this.#sessions.set(sessionId, session);
    const others = this.#byPrincipal.get(principalKey);
    if (others) others.add(session);
    else this.#byPrincipal.set(principalKey, new Set([session]));
    this.#heard(session);
  }

  disconnected(sessionId: SessionId): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#sessions.delete(sessionId);
    const others = this.#byPrincipal.get(session.principal.key);
    others?.delete(session);
    if (others?.size === 0) {
      this.#byPrincipal.delete(session.principal.key);
      this.#principals.delete(session.principal.key);
    }
    if (session.principal.kind === 'asset') return;
    for (const [assetId, carrier] of this.#carriers) if (carrier === session) this.#carriers.delete(assetId);
    this.#sparkplug?.connectionEnded(session.principal.gateway, sessionId).catch((error: unknown) => {
      this.#parts.log.error({ err: error }, 'the end of a Sparkplug connection could not be noted');
    });
  }

  grant(sessionId: SessionId, filter: string, qos: number): 0 | 1 | undefined {
    const session = this.#sessions.get(sessionId);
    if (!session || session.filterCount >= MAX_FILTERS) return undefined;
    const isOwn =
      session.principal.kind === 'asset'
        ? isDeviceFilter(filter)
        : isGatewayFilter(filter) || isSparkplugFilter(filter);
    if (!isOwn) return undefined;
    const granted = qos > 0 ? 1 : 0;
    session.grant(filter, granted);
    return granted;
  }

  subscribed(sessionId: SessionId, filter: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    // An edge that waits for its primary host is told that it is there.
    if (isStateTopic(filter)) session.send(filter, JSON.stringify({ online: true, timestamp: Date.now() }));
    const assetId = session.principal.kind === 'asset' ? session.principal.device.assetId : undefined;
    for (const listener of this.#reachable) listener(assetId, session);
  }

  unsubscribed(sessionId: SessionId, filter: string): void {
    this.#sessions.get(sessionId)?.unsubscribed(filter);
  }

  publish(sessionId: SessionId, topic: string, payload: Buffer): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (!session || !this.#router) return Promise.reject(new Error('the session has ended'));
    this.#heard(session);
    return this.#router.take(session, topic, payload);
  }

  /** Somebody published where they may not: counted, and told in the log. */
  noteRefused(session: DeviceSession, topic: string): void {
    this.#refused++;
    const details = { device: session.principal.key, topic: topic.slice(0, 100) };
    this.#parts.log.warn(
      details,
      'a message to a topic that is not the device’s own was refused, its connection closed',
    );
  }

  acknowledged(sessionId: SessionId): void {
    this.#sessions.get(sessionId)?.acknowledged();
  }

  pinged(sessionId: SessionId): void {
    const session = this.#sessions.get(sessionId);
    if (session) this.#heard(session);
  }

  /** Open connections that something for the asset can be sent on: its own, and its gateway's. */
  sessionsOf(assetId: AssetId): DeviceSession[] {
    const own = [...(this.#byPrincipal.get(`a${assetId}`) ?? [])];
    const carrier = this.#carriers.get(assetId);
    return carrier ? [...own, carrier] : own;
  }

  /** The assets that were heard through this gateway session. */
  carriedBy(session: DeviceSession): AssetId[] {
    return [...this.#carriers].filter(([, carrier]) => carrier === session).map(([assetId]) => assetId);
  }

  find(sessionId: SessionId): DeviceSession | undefined {
    return this.#sessions.get(sessionId);
  }

  carries(session: DeviceSession, device: RegisteredDevice): void {
    this.#parts.connections.contact(device.assetId);
    if (this.#carriers.get(device.assetId) === session) return;
    this.#carriers.set(device.assetId, session);
    for (const listener of this.#reachable) listener(device.assetId, session);
  }

  drops(session: DeviceSession, device: RegisteredDevice): void {
    if (this.#carriers.get(device.assetId) === session) this.#carriers.delete(device.assetId);
    this.#parts.connections.leave(device.assetId);
  }

  /** Hears when an asset (undefined: a gateway itself) begins to listen to something. */
  onReachable(listener: (assetId: AssetId | undefined, session: DeviceSession) => void): void {
    this.#reachable.add(listener);
  }

  /** Ends every connection of a principal. */
  disconnect(principalKey: string): void {
    for (const session of [...(this.#byPrincipal.get(principalKey) ?? [])]) session.disconnect();
  }

  #heard(session: DeviceSession): void {
    if (session.principal.kind === 'asset') this.#parts.connections.contact(session.principal.device.assetId);
  }
}
