import type { BrokerControl, SessionId } from '#broker/broker-host.ts';
import type { Principal } from './device-registry.ts';
import { covers } from './thingsboard/topics.ts';

/** A device may leave so many QoS 1 messages unacknowledged before nothing more is sent to it. */
const MAX_UNACKNOWLEDGED = 1_000;

/** One open connection of a device or gateway, and what it listens to. */
export class DeviceSession {
  readonly id: SessionId;
  readonly principal: Principal;
  readonly #control: BrokerControl;
  readonly #filters = new Map<string, 0 | 1>();
  /** In order of sending: MQTT acknowledges in this order [MQTT-4.6.0-2]. */
  readonly #unacknowledged: ((() => void) | undefined)[] = [];

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

  /**
   * Sends a message to this connection if it listens to the topic.
   * @param onArrived called when it was handed over: at QoS 1 acknowledged by the device, at QoS 0 written out
   * @returns false when it does not listen, or leaves too much unacknowledged
   */
  send(topic: string, payload: string | Uint8Array, onArrived?: () => void): boolean {
    const qos = this.listensTo(topic);
    if (qos === undefined || this.#unacknowledged.length >= MAX_UNACKNOWLEDGED) return false;
    if (qos === 1) this.#unacknowledged.push(onArrived);
    this.#control.send(this.id, topic, payload, qos);
    if (qos === 0) onArrived?.();
    return true;
  }

  acknowledged(): void {
    this.#unacknowledged.shift()?.();
  }

  disconnect(): void {
    this.#control.disconnect(this.id);
  }
}
