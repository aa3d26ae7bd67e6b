import type { AssetId } from '@telltale/contract';
import {
  type BrokerControl,
  type BrokerHost,
  NotServedError,
  type SessionId,
  UnusableError,
} from '#broker/broker-host.ts';
import type { Log } from '#config/log.ts';
import type { Connections } from '../connections.ts';
import { assetKey, type DeviceRegistry, type Principal } from '../device-registry.ts';
import { excerptOf, PayloadError, type SetAside } from '../incoming.ts';
import { setAsideWhole } from '../payload.ts';
import type { IngestPipeline } from '../pipeline.ts';
import type { Quarantine } from '../quarantine/quarantine.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceProtocol } from './device-protocol.ts';
import { DeviceSession } from './device-session.ts';
import type { GatewayCarriers } from './gateway-carriers.ts';
import { Newcomers } from './newcomers.ts';

const MAX_FILTERS = 100;
/** The longest beginning of an unreadable message that is kept. */
const EXCERPT_BYTES = 400;
const MAX_TOLD_TOPIC = 100;

export interface SessionParts {
  registry: DeviceRegistry;
  connections: Connections;
  pipeline: IngestPipeline;
  carriers: GatewayCarriers;
  quarantine: Quarantine;
  /** What devices may speak; the first that owns a topic takes its messages. */
  protocols: readonly DeviceProtocol[];
  log: Log;
}

/** Open connections of devices: who is on them, what they may say and hear. The portal's side of the broker. */
export class DeviceSessions implements BrokerHost {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<SessionId, DeviceSession>();
  readonly #byPrincipal = new Map<string, Set<DeviceSession>>();
  readonly #reachable = new Set<(assetId: AssetId) => void>();
  readonly #principals = new Map<string, Principal>();
  readonly #newcomers = new Newcomers();
  #control: BrokerControl | undefined;
  #refused = 0;
  /** Below those that the portal's own broker counts. */
  #nextOutsideId = -1;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    parts.registry.onRevoked((key) => this.disconnect(key));
    parts.carriers.onCarried((assetId) => this.#announceReachable(assetId));
  }

  /** The broker that carries the sessions from now on. */
  serve(control: BrokerControl): void {
    this.#control = control;
  }

  /** Publishes to topics that were refused since the start. */
  get refused(): number {
    return this.#refused;
  }

  /** Of devices and gateways that are connected here. */
  get count(): number {
    return this.#sessions.size;
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

  async authenticate(username: string, address: string): Promise<string | undefined> {
    const principal = Newcomers.isOne(username)
      ? this.#newcomers.admit(address, (key) => this.disconnect(key))
      : await this.#parts.registry.findByToken(username);
    return this.#admit(principal);
  }

  async authenticateByName(name: string): Promise<string | undefined> {
    return this.#admit(await this.#parts.registry.findByCertificate(name));
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

  disconnected(sessionId: SessionId, hasMoved = async () => false): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    this.#sessions.delete(sessionId);
    session.ended();
    const others = this.#byPrincipal.get(session.principal.key);
    others?.delete(session);
    if (others?.size === 0) {
      this.#byPrincipal.delete(session.principal.key);
      this.#principals.delete(session.principal.key);
    }
    if (session.principal.kind === 'newcomer') this.#newcomers.left(session.principal.key);
    this.#parts.carriers.ended(session);
    for (const protocol of this.#parts.protocols) {
      protocol.ended?.(session, hasMoved).catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'the end of a device connection could not be noted');
      });
    }
  }

  grant(sessionId: SessionId, filter: string, qos: number): 0 | 1 | undefined {
    const session = this.#sessions.get(sessionId);
    if (!session || session.filterCount >= MAX_FILTERS) return undefined;
    if (!this.#parts.protocols.some((protocol) => protocol.grants(session.principal, filter))) return undefined;
    const granted = qos > 0 ? 1 : 0;
    session.grant(filter, granted);
    return granted;
  }

  subscribed(sessionId: SessionId, filter: string): void {
    const session = this.#sessions.get(sessionId);
    if (!session) return;
    for (const protocol of this.#parts.protocols) protocol.subscribed?.(session, filter);
    this.#announceListening(session);
  }

  unsubscribed(sessionId: SessionId, filter: string): void {
    this.#sessions.get(sessionId)?.unsubscribed(filter);
  }

  /**
   * Takes a message; resolves once what it holds is on disk.
   * @throws {NotServedError} when nothing is done with messages of this sender to the topic: shown with what was set aside
   * @throws {UnusableError} when nothing of it can be stored: it was set aside
   */
  publish(sessionId: SessionId, topic: string, payload: Buffer): Promise<void> {
    const session = this.#sessions.get(sessionId);
    if (!session) return Promise.reject(new Error('the session has ended'));
    this.#heard(session);
    const protocol = this.#parts.protocols.find((one) => one.owns(session.principal, topic));
    if (!protocol) return this.#refuse(session, topic, payload);
    try {
      return protocol.take(session, topic, payload).catch((error: unknown) => this.#setAside(session, payload, error));
    } catch (error) {
      return this.#setAside(session, payload, error);
    }
  }

  /**
   * Takes up what others say at a broker that the portal is a client of, by its messages to `publish`.
   * @param listening the filters to which somebody may listen there
   * @returns the session, which ends with `disconnected`
   */
  open(principal: Principal, control: BrokerControl, listening: ReadonlyMap<string, 0 | 1>): DeviceSession {
    const session = new DeviceSession(this.#nextOutsideId--, principal, control);
    for (const [filter, qos] of listening) session.grant(filter, qos);
    this.#sessions.set(session.id, session);
    const others = this.#byPrincipal.get(principal.key) ?? new Set();
    this.#byPrincipal.set(principal.key, others.add(session));
    return session;
  }

  /**
   * Listens for a device that has no connection of its own, as over HTTP.
   * @returns the session, which ends with `ended`
   */
  listen(
    device: RegisteredDevice,
    filter: string,
    control: BrokerControl,
  ): { session: DeviceSession; ended: () => void } {
    const principal: Principal = { kind: 'asset', key: assetKey(device.assetId), device };
    const session = new DeviceSession(0, principal, control);
    session.grant(filter, 1);
    const others = this.#byPrincipal.get(principal.key) ?? new Set();
    this.#byPrincipal.set(principal.key, others.add(session));
    this.#heard(session);
    const ended = () => {
      session.ended();
      others.delete(session);
      if (others.size === 0 && this.#byPrincipal.get(principal.key) === others) this.#byPrincipal.delete(principal.key);
    };
    return { session, ended };
  }

  /** Hands out what waits for whoever listens on the session now. */
  announce(session: DeviceSession): void {
    this.#announceListening(session);
  }

  acknowledged(sessionId: SessionId): void {
    const session = this.#sessions.get(sessionId);
    if (session?.acknowledged()) this.#announceListening(session);
  }

  pinged(sessionId: SessionId): void {
    const session = this.#sessions.get(sessionId);
    if (session) this.#heard(session);
  }

  /** Open connections that something for the asset can be sent on: its own, and its gateway's. */
  sessionsOf(assetId: AssetId): DeviceSession[] {
    const own = [...(this.#byPrincipal.get(assetKey(assetId)) ?? [])];
    const carrier = this.#parts.carriers.carrierOf(assetId);
    return carrier ? [...own, carrier] : own;
  }

  /** Hears when an asset begins to listen to something, itself or through its gateway. */
  onReachable(listener: (assetId: AssetId) => void): void {
    this.#reachable.add(listener);
  }

  /** Ends every connection of a principal. */
  disconnect(principalKey: string): void {
    for (const session of [...(this.#byPrincipal.get(principalKey) ?? [])]) session.disconnect();
  }

  #heard(session: DeviceSession): void {
    if (session.principal.kind === 'asset') this.#parts.connections.contact(session.principal.device.assetId);
  }

  /** Something can be sent to whoever is behind the connection. */
  #announceListening(session: DeviceSession): void {
    const { principal } = session;
    const listening = principal.kind === 'asset' ? [principal.device.assetId] : this.#parts.carriers.carriedBy(session);
    for (const assetId of listening) this.#announceReachable(assetId);
  }

  #admit(principal: Principal | undefined): string | undefined {
    if (!principal || (principal.kind === 'asset' && principal.device.isRemoved)) return undefined;
    this.#principals.set(principal.key, principal);
    return principal.key;
  }

  #announceReachable(assetId: AssetId): void {
    for (const listener of this.#reachable) listener(assetId);
  }

  /** Counted, told in the log once a minute, and shown to whoever looks for the values of the device. */
  async #refuse(session: DeviceSession, topic: string, payload: Buffer): Promise<void> {
    this.#refused++;
    const reason = `topic not served: ${topic.slice(0, MAX_TOLD_TOPIC)}`;
    this.#addToQuarantine(session, { reason, label: null, timeMs: null, excerpt: excerptOf(beginningOf(payload)) });
    throw new NotServedError();
  }

  async #setAside(session: DeviceSession, payload: Buffer, error: unknown): Promise<void> {
    if (!(error instanceof PayloadError)) throw error;
    this.#addToQuarantine(session, setAsideWhole(error, beginningOf(payload)));
    throw new UnusableError(error.message);
  }

  #addToQuarantine({ principal }: DeviceSession, thing: SetAside): void {
    if (principal.kind === 'asset') {
      const { assetId, serialNumber } = principal.device;
      this.#parts.quarantine.add({ assetId }, serialNumber, [thing]);
    } else if (principal.kind === 'gateway') {
      const { gatewayId, name } = principal.gateway;
      this.#parts.quarantine.add({ gatewayId }, name, [thing]);
    }
  }
}

function beginningOf(payload: Buffer): string {
  return payload.subarray(0, EXCERPT_BYTES).toString('utf8');
}
