import type { SharedGate } from './connection-gate.ts';

/** Names one connection of a device for as long as it lasts. */
export type SessionId = number;

/** What the broker tells the portal. It parses MQTT and nothing else: what a message means is decided by the host. */
export interface BrokerHost extends SharedGate {
  /** Whom the user name of a CONNECT stands for: a key that all connections of one device share; undefined: nobody. */
  authenticate(username: string): Promise<string | undefined>;
  connected(sessionId: SessionId, principalKey: string): void;
  disconnected(sessionId: SessionId): void;
  /** The granted QoS of a subscription; undefined refuses it. */
  grant(sessionId: SessionId, filter: string, qos: number): 0 | 1 | undefined;
  subscribed(sessionId: SessionId, filter: string): void;
  unsubscribed(sessionId: SessionId, filter: string): void;
  /**
   * A message of the device. Resolves when it may be acknowledged: once its points are on disk.
   * @throws when it is refused or cannot be stored; the connection is then closed without an acknowledgement
   */
  publish(sessionId: SessionId, topic: string, payload: Buffer): Promise<void>;
  /** The oldest QoS 1 message sent to the session, and not acknowledged before, was acknowledged. */
  acknowledged(sessionId: SessionId): void;
  /** The device asked whether the connection is alive. */
  pinged(sessionId: SessionId): void;
}

/** What the portal tells the broker. */
export interface BrokerControl {
  send(sessionId: SessionId, topic: string, payload: string | Uint8Array, qos: 0 | 1): void;
  disconnect(sessionId: SessionId): void;
}
