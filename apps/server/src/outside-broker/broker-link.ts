import type { IPublishPacket } from 'mqtt-packet';
import { AnswersInOrder } from '#broker/answers-in-order.ts';
import { DroppedError } from '#broker/broker-host.ts';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { pause } from '#pause.ts';
import type { BrokerAddress } from './broker-address.ts';
import { ConnectFailure } from './connect-failure.ts';
import { MqttConnection } from './mqtt-connection.ts';
import type { ConnectOptions } from './mqtt-handshake.ts';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Of messages that wait for the disk: those of MQTT 3 and of QoS 0 know no receive maximum. */
const MOST_WAITING = 4_000;
/** What waits for the disk gets this long at a stop. */
const DRAIN_MS = 3_000;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** What a link is for. */
export interface LinkHost {
  /** How to connect this time. */
  options(): Omit<ConnectOptions, 'version'>;
  /** It is connected: subscribes, and tells what others wait for. The link ends when that fails. */
  began(connection: MqttConnection): Promise<void>;
  /**
   * A message. Resolves when it may be acknowledged: once its points are on disk.
   * @throws {DroppedError} when it is acknowledged and dropped
   * @throws when it cannot be stored; the connection is then ended without an acknowledgement, and the broker sends it again
   */
  take(topic: string, payload: Buffer, packet: IPublishPacket): Promise<void>;
  ended(): void;
}

export interface LinkParts {
  address: BrokerAddress;
  host: LinkHost;
  /** What all of the portal's intake shares. */
  gate: { readonly isFull: boolean; room(): Promise<void> };
  clock: Clock;
  log: Log;
}

export interface LinkState {
  isConnected: boolean;
  version: 4 | 5 | undefined;
  /** Since when it is connected, or was not any more. */
  sinceMs: number | undefined;
  failure: string | undefined;
  received: number;
  done: number;
  waiting: number;
  reconnects: number;
}

/**
 * A connection to an outside broker that comes back by itself. Messages go down together with all others that come in
 * while the disk is busy, and are acknowledged in their order behind the common commit (guarantee K5).
 */
export class BrokerLink {
  readonly #parts: LinkParts;
  readonly #stopping = new AbortController();
  readonly #state: LinkState = {
    isConnected: false,
    version: undefined,
    sinceMs: undefined,
    failure: undefined,
    received: 0,
    done: 0,
    waiting: 0,
    reconnects: 0,
  };
  #connection: MqttConnection | undefined;
  #waitingBytes = 0;
  /** Set while nothing is read: lets the next messages in. */
  #resume: (() => void) | undefined;
  #drained: (() => void) | undefined;
  #isClosing = false;
  #running: Promise<void> | undefined;

  constructor(parts: LinkParts) {
    this.#parts = parts;
  }

  get state(): Readonly<LinkState> {
    return this.#state;
  }

  /** Undefined while there is none. */
  get connection(): MqttConnection | undefined {
    return this.#connection;
  }

  /**
   * Connects, and comes back from then on.
   * @param mayBeAway a broker that does not answer now is waited for
   * @throws ConnectFailure when it does not answer and may not be away, or refuses the portal
   */
  async start(mayBeAway: boolean): Promise<void> {
    let first: MqttConnection | undefined;
    try {
      first = await this.#connect();
    } catch (error) {
      const mayPass = error instanceof ConnectFailure && error.kind !== 'settings';
      if (!mayBeAway || !mayPass) throw error;
      this.#failed(error);
    }
    this.#running = this.#run(first);
  }

  /** Connects when the broker lets it, however long that takes. */
  comeBack(): void {
    this.#running = this.#run(undefined);
  }

  /** What has come in is stored and acknowledged before the goodbye, unless the disk takes too long. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#connection?.pause();
    if (this.#state.waiting > 0) {
      const patience = new AbortController();
      const drained = new Promise<void>((resolve) => {
        this.#drained = resolve;
      });
      await Promise.race([drained, pause(DRAIN_MS, patience.signal)]);
      patience.abort();
    }
    this.#stopping.abort();
    await this.#connection?.end();
    await this.#running;
  }

  #connect(): Promise<MqttConnection> {
    return MqttConnection.open(this.#parts.address, this.#parts.host.options(), this.#stopping.signal);
  }

  async #run(first: MqttConnection | undefined): Promise<void> {
    const { signal } = this.#stopping;
    let next = first;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const connection = next ?? (await this.#connect());
        next = undefined;
        const beganMs = performance.now();
        await this.#serve(connection);
        // Only what held for a while begins anew with the shortest pause: two portals with one name must not flood the broker.
        if (performance.now() - beganMs > LONGEST_PAUSE_MS) pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        this.#failed(error);
      }
      if (signal.aborted) return;
      await pause(pauseMs * (0.75 + Math.random() / 2), signal);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      if (!signal.aborted) this.#state.reconnects++;
    }
  }

  /** Resolves when the connection has ended. */
  async #serve(connection: MqttConnection): Promise<void> {
    const { host, log, clock, address } = this.#parts;
    const over = Promise.withResolvers<string | undefined>();
    const answers = new AnswersInOrder();
    this.#connection = connection;
    /** What it was over that the broker ended the connection, where that is known. */
    let why: string | undefined;
    try {
      const began = host.began(connection);
      connection.listen((packet) => this.#take(connection, answers, packet), over.resolve);
      await began;
      Object.assign(this.#state, {
        isConnected: true,
        version: connection.version,
        sinceMs: clock.now(),
        failure: undefined,
      });
      log.info({ broker: address.text, version: connection.version }, 'connected to the MQTT broker');
    } catch (error) {
      if (error instanceof ConnectFailure && error.kind === 'topics') why = error.message;
      connection.cut(error instanceof Error ? error.message : String(error));
    }
    const reason = await over.promise;
    answers.end();
    this.#connection = undefined;
    const wasConnected = this.#state.isConnected;
    this.#state.isConnected = false;
    host.ended();
    if (this.#stopping.signal.aborted) return;
    this.#failed(
      new Error(`The MQTT broker ${address.text}: ${reason ?? why ?? 'it has ended the connection'}.`),
      wasConnected,
    );
  }

  #take(connection: MqttConnection, answers: AnswersInOrder, packet: IPublishPacket): void {
    if (this.#isClosing) return;
    const { host, log } = this.#parts;
    const payload = packet.payload as Buffer;
    const place = answers.place();
    this.#state.received++;
    this.#state.waiting++;
    this.#waitingBytes += payload.length;
    const settle = (answer: () => void) => {
      this.#state.waiting--;
      this.#waitingBytes -= payload.length;
      answers.answer(place, answer);
      this.#letIn();
      if (this.#state.waiting === 0) this.#drained?.();
    };
    const acknowledge = () => {
      this.#state.done++;
      if (packet.qos === 1 && packet.messageId !== undefined) connection.acknowledge(packet.messageId);
    };
    let taking: Promise<void>;
    try {
      taking = host.take(packet.topic, payload, packet);
    } catch (error) {
      taking = Promise.reject(error instanceof Error ? error : new Error(String(error)));
    }
    taking.then(
      () => settle(acknowledge),
      (error: unknown) => {
        if (error instanceof DroppedError) return settle(acknowledge);
        settle(() => undefined);
        if (!this.#stopping.signal.aborted)
          log.error({ err: error, topic: packet.topic }, 'a message of the MQTT broker could not be taken in');
        connection.cut(`a message could not be stored (${error instanceof Error ? error.message : String(error)})`);
      },
    );
    this.#holdBack(connection);
  }

  get #isFull(): boolean {
    return this.#state.waiting >= MOST_WAITING || this.#waitingBytes >= MOST_WAITING_BYTES;
  }

  /** Nothing more is read while too much waits. */
  #holdBack(connection: MqttConnection): void {
    const { gate } = this.#parts;
    if (this.#resume || !(this.#isFull || gate.isFull)) return;
    connection.pause();
    const own = Promise.withResolvers<void>();
    this.#resume = own.resolve;
    if (!this.#isFull) own.resolve();
    void own.promise
      .then(() => gate.room())
      .then(() => {
        this.#resume = undefined;
        if (!this.#isClosing) connection.resume();
      });
  }

  #letIn(): void {
    if (!this.#isFull) this.#resume?.();
  }

  #failed(error: unknown, isNew = this.#state.failure === undefined): void {
    const { log, clock } = this.#parts;
    const failure = error instanceof Error ? error.message : String(error);
    if (isNew) this.#state.sinceMs = clock.now();
    // One line for each reason, not one for each attempt.
    if (this.#state.failure !== failure) log.warn(failure);
    this.#state.failure = failure;
  }
}
