import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { Aedes, type AuthenticateError, type Client, type ConnectPacket } from 'aedes';
import type { Log } from '#config/log.ts';
import type { BrokerControl, BrokerHost, SessionId } from './broker-host.ts';
import { ConnectionGate } from './connection-gate.ts';
import { type DeviceConnection, guardReads } from './device-connection.ts';
import { maxDeviceConnections } from './file-limit.ts';
import { NoRouting } from './no-routing.ts';
import { SessionlessPersistence } from './sessionless-persistence.ts';

export interface BrokerOptions {
  host: string;
  /** 0: any free port. */
  port: number;
  maxConnections?: number;
}

/** Connections that may wait to be accepted: after a restart all devices come back at once. */
const BACKLOG = 4_096;
const CONNECT_TIMEOUT_MS = 10_000;
/** A device that does not read what it is sent for so long is cut off. */
const DRAIN_TIMEOUT_MS = 5_000;
const MAX_CLIENT_ID_LENGTH = 256;
/** Packets that a device may send before its CONNECT is answered. */
const QUEUE_LIMIT = 1_000;
const MAX_INFLIGHT_QOS2 = 1_000;

/** CONNACK return codes [MQTT-3.2.2.3]. */
const IDENTIFIER_REJECTED = 2;
const BAD_USER_NAME = 4;
const NOT_AUTHORIZED = 5;

/**
 * The MQTT broker for devices: aedes over TCP, with every decision left to the host. Client ids are kept apart per
 * device, so that nobody takes over another's connection; sessions are always clean; there are no retained messages
 * and no routes between devices.
 */
export class DeviceBroker implements BrokerControl {
  readonly #host: BrokerHost;
  readonly #log: Log;
  readonly #aedes: Aedes;
  readonly #server: Server;
  readonly #byClient = new WeakMap<Client, DeviceConnection>();
  readonly #connections = new Map<SessionId, DeviceConnection>();
  #nextSessionId = 1;
  /** The connection that is being sent to just now; nothing else passes `authorizeForward`. */
  #sendingTo: Client | undefined;
  #refusedConnects = 0;

  private constructor(host: BrokerHost, log: Log, maxConnections: number) {
    this.#host = host;
    this.#log = log;
    this.#aedes = new Aedes({
      mq: new NoRouting(),
      persistence: new SessionlessPersistence(),
      connectTimeout: CONNECT_TIMEOUT_MS,
      drainTimeout: DRAIN_TIMEOUT_MS,
      queueLimit: QUEUE_LIMIT,
      maxInflightInbound: MAX_INFLIGHT_QOS2,
      // MQTT 3.1 knows 23 characters; the namespaced id is longer.
      maxClientsIdLength: 2 * MAX_CLIENT_ID_LENGTH,
      preConnect: (client, packet, done) => void this.#preConnect(client, packet, done),
      authenticate: (client, _username, _password, done) => this.#authenticate(client, done),
      authorizePublish: (client, packet, done) => this.#authorizePublish(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => {
        const connection = this.#byClient.get(client);
        const qos = connection && host.grant(connection.sessionId, subscription.topic, subscription.qos);
        done(null, qos === undefined ? null : { ...subscription, qos });
      },
      authorizeForward: (client, packet) => (client === this.#sendingTo ? packet : null),
    });
    this.#listenToAedes();
    this.#server = createServer((socket) => this.#accept(socket));
    this.#server.maxConnections = maxConnections;
  }

  /** Opens the port. */
  static async start(host: BrokerHost, log: Log, options: BrokerOptions): Promise<DeviceBroker> {
    const broker = new DeviceBroker(host, log, options.maxConnections ?? maxDeviceConnections());
    await broker.#aedes.listen();
    broker.#server.listen({ port: options.port, host: options.host, backlog: BACKLOG });
    await once(broker.#server, 'listening');
    return broker;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  stats() {
    return { connections: this.#connections.size, refusedConnects: this.#refusedConnects };
  }

  send(sessionId: SessionId, topic: string, payload: string | Uint8Array, qos: 0 | 1): void {
    const connection = this.#connections.get(sessionId);
    if (!connection) return;
    this.#sendingTo = connection.client;
    connection.client.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload as string), qos, retain: false, dup: false },
      () => undefined,
    );
    this.#sendingTo = undefined;
  }

  disconnect(sessionId: SessionId): void {
    this.#connections.get(sessionId)?.client.close();
  }

  /** Stops taking connections and messages; acknowledgements of what is stored by then still go out. */
  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
    for (const { socket } of this.#connections.values()) socket.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    const connection: Omit<DeviceConnection, 'client'> & { client?: Client } = {
      sessionId: this.#nextSessionId++,
      socket,
      gate: new ConnectionGate(this.#host),
      principalKey: undefined,
      refusal: NOT_AUTHORIZED,
      isAnnounced: false,
    };
    guardReads(socket, connection.gate, () => connection.isAnnounced);
    const client = this.#aedes.handle(socket);
    connection.client = client;
    this.#byClient.set(client, connection as DeviceConnection);
    this.#connections.set(connection.sessionId, connection as DeviceConnection);
    socket.once('close', () => this.#gone(connection as DeviceConnection));
  }

  #gone(connection: DeviceConnection): void {
    this.#connections.delete(connection.sessionId);
    if (connection.isAnnounced) this.#host.disconnected(connection.sessionId);
  }

  async #preConnect(
    client: Client,
    packet: ConnectPacket,
    done: (error: Error | null, isAllowed: boolean) => void,
  ): Promise<void> {
    try {
      const connection = this.#byClient.get(client);
      if (!connection) throw new Error('unknown connection');
      connection.refusal = packet.username ? BAD_USER_NAME : NOT_AUTHORIZED;
      if (packet.username) connection.principalKey = await this.#host.authenticate(packet.username);
      if (packet.clientId.length > MAX_CLIENT_ID_LENGTH) {
        connection.principalKey = undefined;
        connection.refusal = IDENTIFIER_REJECTED;
      }
      // A Last Will would outlive the check of who may say what; that the connection ended is news enough.
      delete packet.will;
      packet.clean = true;
      const ownId = connection.principalKey === undefined ? '' : packet.clientId;
      packet.clientId = `${connection.principalKey ?? 'nobody'}/${ownId || randomUUID()}`;
      done(null, true);
    } catch (error) {
      this.#log.error({ err: error }, 'a device could not be looked up');
      done(error instanceof Error ? error : new Error(String(error)), false);
    }
  }

  #authenticate(client: Client, done: (error: AuthenticateError | null, isAllowed: boolean | null) => void): void {
    const connection = this.#byClient.get(client);
    if (connection?.principalKey !== undefined) {
      done(null, true);
      return;
    }
    this.#refusedConnects++;
    const returnCode = connection?.refusal ?? NOT_AUTHORIZED;
    done(Object.assign(new Error('refused'), { returnCode }) as AuthenticateError, false);
  }

  /** The durable append happens in here, before aedes acknowledges (guarantee K1). */
  #authorizePublish(
    client: Client | null,
    packet: { topic: string; payload: string | Buffer; retain?: boolean },
    done: (error?: Error | null) => void,
  ): void {
    const connection = client && this.#byClient.get(client);
    if (!connection?.isAnnounced) {
      done(new Error('not connected'));
      return;
    }
    if (packet.retain) {
      this.#log.warn({ topic: packet.topic.slice(0, 100) }, 'a retained message was refused, its connection closed');
      done(new Error('retained messages are refused'));
      return;
    }
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    const { gate } = connection;
    gate.enter(payload.length);
    this.#host.publish(connection.sessionId, packet.topic, payload).then(
      () => {
        gate.leave(payload.length);
        done(null);
      },
      (error: unknown) => {
        gate.leave(payload.length);
        done(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  #listenToAedes(): void {
    const sessionOf = (client: Client) => this.#byClient.get(client)?.sessionId ?? 0;
    this.#aedes.on('client', (client) => {
      const connection = this.#byClient.get(client);
      if (connection?.principalKey === undefined) return;
      connection.isAnnounced = true;
      this.#host.connected(connection.sessionId, connection.principalKey);
    });
    this.#aedes.on('subscribe', (subscriptions, client) => {
      const granted = subscriptions.filter((subscription) => (subscription.qos as number) !== 128);
      for (const { topic } of granted) this.#host.subscribed(sessionOf(client), topic);
    });
    this.#aedes.on('unsubscribe', (filters, client) => {
      for (const filter of filters) this.#host.unsubscribed(sessionOf(client), filter);
    });
    this.#aedes.on('ack', (_packet, client) => this.#host.acknowledged(sessionOf(client)));
    this.#aedes.on('ping', (_packet, client) => this.#host.pinged(sessionOf(client)));
    this.#aedes.on('clientError', (_client, error) => this.#log.debug({ err: error }, 'a device connection ended'));
    this.#aedes.on('connectionError', (_client, error) => this.#log.debug({ err: error }, 'a connection was refused'));
    // An 'error' event without a listener would end the process, and history with it.
    (this.#aedes as NodeJS.EventEmitter).on('error', (error) => this.#log.error({ err: error }, 'the broker failed'));
  }
}
