import { randomUUID } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket } from 'aedes';
import type { Log } from '#config/log.ts';
import { answerConnect, prepareClient, refusePublish, tellDisconnect } from './aedes-client.ts';
import { AnswersInOrder } from './answers-in-order.ts';
import {
  type BrokerControl,
  type BrokerHost,
  type DeviceLimits,
  DroppedError,
  MAX_PACKET_BYTES,
  type OutgoingMessage,
  RECEIVE_MAXIMUM,
  type SessionId,
} from './broker-host.ts';
import { connectAnswers } from './connect-answers.ts';
import { ConnectionGate } from './connection-gate.ts';
import { type DeviceConnection, type DeviceOrigin, guardReads } from './device-connection.ts';
import { DevicePorts, type PortOptions } from './device-ports.ts';
import { maxDeviceConnections } from './file-limit.ts';
import { listenToAedes } from './listen-to-aedes.ts';
import { NoRouting } from './no-routing.ts';
import { outgoingPacket } from './outgoing-packet.ts';
import { ConnackCode, Reason } from './reason-codes.ts';
import { type SessionOrder, takePlace } from './session-order.ts';
import { SessionlessPersistence } from './sessionless-persistence.ts';

export interface BrokerOptions extends PortOptions {
  maxConnections?: number;
  /** Whether a token from this address is taken over a connection that others can read; left out: from any. */
  takesClearText?: (address: string) => boolean;
  /** Which of the connections with one client id stays, where they may be at several nodes; left out: they are all here. */
  order?: SessionOrder | undefined;
}

const CONNECT_TIMEOUT_MS = 10_000;
/** A device that does not read what it is sent for so long is cut off. */
const DRAIN_TIMEOUT_MS = 5_000;
/** What many devices do wrong at once is told once. */
const TOLD_EVERY_MS = 60_000;
const MAX_CLIENT_ID_LENGTH = 256;
/** Packets that a device may send before its CONNECT is answered. */
const QUEUE_LIMIT = 1_000;
/** Names that an MQTT 5 device may give to topics; each costs as much memory as its topic. */
const MAX_TOPIC_ALIASES = 100;

/**
 * The MQTT broker for devices (3.1, 3.1.1 and 5): aedes over TCP and WebSockets, with every decision left to the host.
 * Client ids are kept apart per device, so that nobody takes over another's connection; sessions are always clean;
 * there are no retained messages and no routes between devices.
 */
export class DeviceBroker implements BrokerControl {
  readonly #host: BrokerHost;
  readonly #log: Log;
  readonly #aedes: Aedes;
  readonly #persistence = new SessionlessPersistence();
  readonly #ports: DevicePorts;
  readonly #takesClearText: (address: string) => boolean;
  readonly #maxConnections: number;
  readonly #order: SessionOrder | undefined;
  readonly #byClient = new WeakMap<Client, DeviceConnection>();
  readonly #connections = new Map<SessionId, DeviceConnection>();
  #nextSessionId = 1;
  /** The connection that is being sent to just now; nothing else passes `authorizeForward`. */
  #sendingTo: Client | undefined;
  #refusedConnects = 0;
  #toldMs = Number.NEGATIVE_INFINITY;

  private constructor(host: BrokerHost, log: Log, options: BrokerOptions) {
    this.#host = host;
    this.#log = log;
    this.#maxConnections = options.maxConnections ?? maxDeviceConnections();
    this.#order = options.order;
    this.#aedes = new Aedes({
      mq: new NoRouting(),
      persistence: this.#persistence,
      connectTimeout: CONNECT_TIMEOUT_MS,
      drainTimeout: DRAIN_TIMEOUT_MS,
      queueLimit: QUEUE_LIMIT,
      topicAliasMaximum: MAX_TOPIC_ALIASES,
      maximumPacketSize: MAX_PACKET_BYTES,
      receiveMaximum: RECEIVE_MAXIMUM,
      // MQTT 3.1 knows 23 characters; the namespaced id is longer.
      maxClientsIdLength: 2 * MAX_CLIENT_ID_LENGTH,
      preConnect: (client, packet, done) => void this.#preConnect(client, packet, done),
      authenticate: (client, _username, _password, done) => this.#authenticate(client, done),
      authorizePublish: (client, packet, done) => this.#authorizePublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        const connection = this.#byClient.get(client);
        const qos = connection && host.grant(connection.sessionId, subscription.topic, subscription.qos);
        const { subscriptionIdentifier: id } = subscription as { subscriptionIdentifier?: number };
        if (qos !== undefined && id !== undefined) connection?.subscriptionIds.set(subscription.topic, id);
        done(null, qos === undefined ? null : { ...subscription, qos });
      },
      authorizeForward: (client, packet) => (client === this.#sendingTo ? packet : null),
    });
    // Client ids come from the wire (GHSA-52qw-whmv-87c5).
    Object.assign(this.#aedes, { clients: Object.create(null), brokers: Object.create(null) });
    listenToAedes(this.#aedes, host, log, (client) => this.#byClient.get(client));
    this.#takesClearText = options.takesClearText ?? (() => true);
    this.#ports = new DevicePorts(options, this.#maxConnections, log, (socket, origin) => this.accept(socket, origin));
  }

  /** Opens the ports, if there are to be any. */
  static async start(host: BrokerHost, log: Log, options: BrokerOptions): Promise<DeviceBroker> {
    const broker = new DeviceBroker(host, log, options);
    await broker.#aedes.listen();
    await broker.#ports.open();
    return broker;
  }

  /** Undefined: it does not listen for TCP. */
  get port(): number | undefined {
    return this.#ports.port;
  }

  /** Undefined: it does not listen for TLS. */
  get securePort(): number | undefined {
    return this.#ports.securePort;
  }

  get isFull(): boolean {
    return this.#connections.size >= this.#maxConnections;
  }

  stats() {
    return { connections: this.#connections.size, refusedConnects: this.#refusedConnects };
  }

  limitsOf(sessionId: SessionId): DeviceLimits {
    const { client, stream } = this.#connections.get(sessionId) ?? {};
    return {
      receiveMaximum: client?.receiveMaximum ?? RECEIVE_MAXIMUM,
      maximumPacketSize: client?.maximumPacketSize,
      bufferedBytes: stream?.writableLength ?? 0,
    };
  }

  send(sessionId: SessionId, message: OutgoingMessage): void {
    const connection = this.#connections.get(sessionId);
    if (!connection) return;
    this.#sendingTo = connection.client;
    connection.client.publish(outgoingPacket(message, connection), () => undefined);
    this.#sendingTo = undefined;
  }

  disconnect(sessionId: SessionId): void {
    this.#connections.get(sessionId)?.client.disconnect({ reasonCode: Reason.ADMINISTRATIVE_ACTION });
  }

  /** Stops taking connections and messages; acknowledgements of what is stored by then still go out. */
  async close(): Promise<void> {
    const closed = this.#ports.close();
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const { stream } of this.#connections.values()) stream.destroy();
    await closed;
  }

  /** Serves a device on a stream of MQTT bytes. */
  accept(stream: Duplex, origin: DeviceOrigin): void {
    const connection: Omit<DeviceConnection, 'client'> & { client?: Client } = {
      sessionId: this.#nextSessionId++,
      stream,
      origin,
      gate: new ConnectionGate(this.#host),
      inOrder: new AnswersInOrder(),
      principalKey: undefined,
      place: undefined,
      refusal: ConnackCode.NOT_AUTHORIZED,
      isAnnounced: false,
      answers: { assignedClientId: undefined, serverKeepAlive: undefined, refusesSession: false },
      subscriptionIds: new Map(),
    };
    const refuseOversized = () => {
      if (connection.client) tellDisconnect(connection.client, Reason.PACKET_TOO_LARGE);
      stream.destroy(new Error('packet too large'));
    };
    guardReads(stream, connection.gate, () => connection.isAnnounced, refuseOversized);
    const client = this.#aedes.handle(stream);
    connection.client = client;
    prepareClient(client);
    this.#byClient.set(client, connection as DeviceConnection);
    this.#connections.set(connection.sessionId, connection as DeviceConnection);
    stream.once('close', () => this.#gone(connection as DeviceConnection));
  }

  #gone(connection: DeviceConnection): void {
    const { sessionId, place } = connection;
    this.#connections.delete(sessionId);
    if (connection.isAnnounced) this.#host.disconnected(sessionId, place && (() => place.hasMoved()));
    place?.leave();
  }

  async #preConnect(
    client: Client,
    packet: ConnectPacket,
    done: (error: Error | null, isAllowed: boolean) => void,
  ): Promise<void> {
    try {
      const connection = this.#byClient.get(client);
      if (!connection) throw new Error('unknown connection');
      connection.refusal = packet.username ? ConnackCode.BAD_USER_NAME : ConnackCode.NOT_AUTHORIZED;
      connection.principalKey = await this.#identify(connection.origin, packet.username);
      if (packet.clientId.length > MAX_CLIENT_ID_LENGTH) {
        connection.principalKey = undefined;
        connection.refusal = ConnackCode.IDENTIFIER_REJECTED;
      }
      const ownId = connection.principalKey === undefined ? '' : packet.clientId;
      const newId = randomUUID();
      connection.answers = connectAnswers(packet, newId);
      // A Last Will would outlive the check of who may say what; that the connection ended is news enough.
      delete packet.will;
      packet.clean = true;
      if (packet.properties) packet.properties.sessionExpiryInterval = 0;
      packet.clientId = `${connection.principalKey ?? 'nobody'}/${ownId || newId}`;
      if (this.#order && ownId !== '') await takePlace(this.#order, connection, packet.clientId, this.#log);
      done(null, true);
    } catch (error) {
      this.#log.error({ err: error }, 'a device could not be looked up');
      done(error instanceof Error ? error : new Error(String(error)), false);
    }
  }

  /** A token says who the device is, or else its certificate (guarantee I2). */
  async #identify({ address, isClear, certificateName }: DeviceOrigin, token: string | undefined) {
    if (isClear && !this.#takesClearText(address)) return this.#refuseClearText();
    if (token) return this.#host.authenticate(token, address);
    return certificateName && (await this.#host.authenticateByName(certificateName));
  }

  #refuseClearText(): undefined {
    const nowMs = performance.now();
    if (nowMs - this.#toldMs < TOLD_EVERY_MS) return;
    this.#toldMs = nowMs;
    this.#log.warn(
      'devices of other machines came without TLS and were refused (TELLTALE_ALLOW_INSECURE=on takes them)',
    );
  }

  #authenticate(client: Client, done: (error: AuthenticateError | null, isAllowed: boolean | null) => void): void {
    const connection = this.#byClient.get(client);
    if (connection?.principalKey !== undefined) {
      answerConnect(client, connection.answers);
      done(null, true);
      return;
    }
    this.#refusedConnects++;
    const returnCode = connection?.refusal ?? ConnackCode.NOT_AUTHORIZED;
    done(Object.assign(new Error('refused'), { returnCode }) as AuthenticateError, false);
  }

  /** The durable append happens in here, before aedes acknowledges (guarantee K1). */
  #authorizePublish(
    client: Client | null,
    packet: { topic: string; payload: string | Buffer; qos: number; messageId?: number; retain?: boolean },
    done: (error?: Error | null) => void,
  ): void {
    const connection = client ? this.#byClient.get(client) : undefined;
    if (!client || !connection?.isAnnounced) {
      done(new Error('not connected'));
      return;
    }
    const { gate, inOrder } = connection;
    const place = inOrder.place();
    if (packet.qos === 2 && this.#persistence.hasTaken(client, packet.messageId ?? 0)) {
      inOrder.answer(place, () => done(null));
      return;
    }
    // Nothing is retained: telemetry that asks for it is telemetry all the same.
    packet.retain = false;
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    gate.enter(payload.length);
    const answer = (give: () => void) =>
      inOrder.answer(place, () => {
        gate.leave(payload.length);
        give();
      });
    this.#host.publish(connection.sessionId, packet.topic, payload).then(
      () => answer(() => done(null)),
      (error: unknown) =>
        answer(() => {
          if (!(error instanceof DroppedError)) inOrder.end();
          refusePublish(client, packet, error, done);
        }),
    );
  }
}
