import type { BrokerControl, SessionId } from '#broker/broker-host.ts';
import type { Principal } from '../device-registry.ts';
import { covers } from './topic-filter.ts';

/** A device may leave so many QoS 1 messages unacknowledged before nothing more is sent to it; MQTT 5 devices may want fewer. */
const MAX_UNACKNOWLEDGED = 1_000;
/** A device that does not read what it is sent is sent no more. */
const MAX_BUFFERED_BYTES = 4 * 2 ** 20;
/** What a packet has beside topic and payload: header, lengths, id and properties. */
const PACKET_OVERHEAD_BYTES = 32;

export interface SendOptions {
  /** Called when it was handed over: at QoS 1 acknowledged by the device, at QoS 0 written out. */
  onArrived?: () => void;
  /** For so long it is worth delivering. */
  expirySeconds?: number;
  /** It was published before the device subscribed. */
  retain?: boolean;
  /** A topic whose listeners mean this one, too. */
  alsoTo?: string;
}

/** One open connection of a device or gateway, and what it listens to. */
export class DeviceSession {
  readonly id: SessionId;
  readonly principal: Principal;
  readonly #control: BrokerControl;
  readonly #filters = new Map<string, 0 | 1>();
  /** In order of sending: MQTT acknowledges in this order [MQTT-4.6.0-2]. */
  readonly #unacknowledged: ((() => void) | undefined)[] = [];
  #hasHeldBack = false;
  #hasEnded = false;

  constructor(id: SessionId, principal: Principal, control: BrokerControl) {
    this.id = id;
    this.principal = principal;
    this.#control = control;
  }

  get filterCount(): number {
    return this.#filters.size;
  }

  grant(filter: string, qos: 0 | 1): void {
    this.#filters.set(filter, qos);
  }

  unsubscribed(filter: string): void {
    this.#filters.delete(filter);
  }

  /** The QoS at which the device listens to the topic; undefined: it does not. */
  listensTo(topic: string): 0 | 1 | undefined {
    let best: 0 | 1 | undefined;
    for (const [filter, qos] of this.#filters) if (covers(filter, topic) && (best ?? -1) < qos) best = qos;
    return best;
  }

  /** False: it is gone, leaves too much unacknowledged or unread, or takes no packet of this size. */
  hasRoomFor(topic: string, payload: string | Uint8Array): boolean {
    if (this.#hasEnded) return false;
    const limits = this.#control.limitsOf(this.id);
    const { receiveMaximum, maximumPacketSize = Number.POSITIVE_INFINITY } = limits;
    if (limits.bufferedBytes > MAX_BUFFERED_BYTES) return false;
    if (this.#unacknowledged.length >= Math.min(MAX_UNACKNOWLEDGED, receiveMaximum)) {
      this.#hasHeldBack = true;
      return false;
    }
    const bytes = Buffer.byteLength(topic) + Buffer.byteLength(payload) + PACKET_OVERHEAD_BYTES;
    return bytes <= maximumPacketSize;
  }

  /** Nothing goes out on it any more. */
  ended(): void {
    this.#hasEnded = true;
  }

  /**
   * Sends a message to this connection if it listens to the topic.
   * @returns false when it does not listen, leaves too much unacknowledged, or takes no packet of this size
   */
  send(
    topic: string,
    payload: string | Uint8Array,
    { onArrived, expirySeconds, retain, alsoTo }: SendOptions = {},
  ): boolean {
    const qos = this.listensTo(topic) ?? (alsoTo === undefined ? undefined : this.listensTo(alsoTo));
    if (qos === undefined) return false;
    if (!this.hasRoomFor(topic, payload)) return false;
    if (qos === 1) this.#unacknowledged.push(onArrived);
    this.#control.send(this.id, { topic, payload, qos, expirySeconds, retain });
    if (qos === 0) onArrived?.();
    return true;
  }

  /**
   * The oldest QoS 1 message was acknowledged.
   * @returns true when something was held back for want of acknowledgements, and may be sent now
   */
  acknowledged(): boolean {
    this.#unacknowledged.shift()?.();
    const mayGoOn = this.#hasHeldBack;
    this.#hasHeldBack = false;
    return mayGoOn;
  }

  disconnect(): void {
    this.#control.disconnect(this.id);
  }
}
