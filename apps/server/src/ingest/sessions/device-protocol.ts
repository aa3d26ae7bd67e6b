import type { Principal } from '../device-registry.ts';
import type { RegisteredDevice } from '../registered-device.ts';
import type { DeviceSession } from './device-session.ts';

/** A message of the portal to one connection. */
export interface Outgoing {
  topic: string;
  payload: string | Uint8Array;
  /** What a command moves, where the protocol says so. */
  moves?: Moves | undefined;
}

/** The label of a data item, and the value that it takes. */
export interface Moves {
  label: string;
  value: number | string;
}

/** The protocol has no word for the command; the text is for whoever sent it. */
export interface Refused {
  refused: string;
}

export interface OutgoingCommand {
  commandId: number;
  module: string;
  command: string;
  /** Both, with a dot between them. */
  method: string;
  params: unknown;
  /** Until then it is worth delivering. */
  expiresInMs: number;
}

/** Null value: the attribute was deleted. */
export interface ChangedAttribute {
  attributeName: string;
  attributeValue: string | null;
}

/**
 * A language that devices speak over MQTT. All that the portal knows of it is in one object of the list that
 * `wiring/devices.ts` makes; the first that owns a topic takes its messages.
 */
export interface DeviceProtocol {
  /** Whether a message of the principal to this topic is this protocol's, and the principal's to send. */
  owns(principal: Principal, topic: string): boolean;
  /** Whether the principal may subscribe to the filter: only to what is said to itself. */
  grants(principal: Principal, filter: string): boolean;
  /**
   * Takes a message to a topic that it owns; resolves once what it holds is on disk.
   * @throws {PayloadError} when it cannot be read; it is then set aside and acknowledged
   * @throws {UnusableError} when it was set aside already
   */
  take(session: DeviceSession, topic: string, payload: Buffer): Promise<void>;
  /** The session listens to a filter that was granted. */
  subscribed?(session: DeviceSession, filter: string): void;
  /** The connection is gone; `hasMoved` says whether the sender has come to another node since. */
  ended?(session: DeviceSession, hasMoved: () => Promise<boolean>): Promise<void>;
  /** A command for the device as this connection understands it; undefined: the device does not speak this here. */
  command?(session: DeviceSession, device: RegisteredDevice, command: OutgoingCommand): Outgoing | Refused | undefined;
  /** What tells the device of attributes that were changed in the portal. */
  attributes?(
    session: DeviceSession,
    device: RegisteredDevice,
    changed: readonly ChangedAttribute[],
  ): readonly Outgoing[];
}
