import type { SharedGate } from './connection-gate.ts';

/** Names one connection of a device for as long as it lasts. */
export type SessionId = number;

/** What the broker tells the portal. It parses MQTT and nothing else: what a message means is decided by the host. */
export interface BrokerHost extends SharedGate {
  /**
   * Whom the user name of a CONNECT from this address stands for: a key that all connections of one device share;
   * undefined: nobody.
   */
  authenticate(username: string, address: string): Promise<string | undefined>;
  /** The same of a device that showed a certificate with this name, and no user name. */
  authenticateByName(name: string): Promise<string | undefined>;
  connected(sessionId: SessionId, principalKey: string): void;
  /** `hasMoved` says whether the device has come to another node since; left out: there is no other. */
  disconnected(sessionId: SessionId, hasMoved?: () => Promise<boolean>): void;
  /** The granted QoS of a subscription; undefined refuses it. */
  grant(sessionId: SessionId, filter: string, qos: number): 0 | 1 | undefined;
  subscribed(sessionId: SessionId, filter: string): void;
  unsubscribed(sessionId: SessionId, filter: string): void;
  /**
   * A message of the device. Resolves when it may be acknowledged: once its points are on disk.
   * @throws {DroppedError} when it is acknowledged and dropped
   * @throws when it cannot be stored; the connection is then closed without an acknowledgement
   */
  publish(sessionId: SessionId, topic: string, payload: Buffer): Promise<void>;
  /** The oldest QoS 1 message sent to the session, and not acknowledged before, was acknowledged. */
  acknowledged(sessionId: SessionId): void;
  /** The device asked whether the connection is alive. */
  pinged(sessionId: SessionId): void;
}

/** A message is acknowledged, and nothing of it stored. The text is for the device, where its MQTT has a place for it. */
export class DroppedError extends Error {}

/** Nothing is done with messages to this topic. */
export class NotServedError extends DroppedError {
  constructor() {
    super('nothing is done with messages to this topic');
    this.name = 'NotServedError';
  }
}

/** Nothing in the message can be stored, and all of it was set aside. */
export class UnusableError extends DroppedError {
  constructor(reason: string) {
    super(reason);
    this.name = 'UnusableError';
  }
}

export interface OutgoingMessage {
  topic: string;
  payload: string | Uint8Array;
  qos: 0 | 1;
  /** For so long it is worth delivering; told to MQTT 5 devices. */
  expirySeconds?: number | undefined;
  /** It was published before the device subscribed [MQTT-3.3.1-8]. */
  retain?: boolean | undefined;
}

/** Larger than any telemetry; more is refused by its announced length. */
export const MAX_PACKET_BYTES = 1_000_000;
/** As many as there are packet ids: what is on its way costs the same memory however many it is. */
export const RECEIVE_MAXIMUM = 65_535;

/** What a device can take now. */
export interface DeviceLimits {
  /** QoS 1 messages that may be on their way to it. */
  readonly receiveMaximum: number;
  /** Bytes of a whole packet; undefined: any. */
  readonly maximumPacketSize: number | undefined;
  /** Bytes that it has not read yet. */
  readonly bufferedBytes: number;
}

/** What the portal tells the broker. */
export interface BrokerControl {
  limitsOf(sessionId: SessionId): DeviceLimits;
  send(sessionId: SessionId, message: OutgoingMessage): void;
  disconnect(sessionId: SessionId): void;
}
