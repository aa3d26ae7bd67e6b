import { createHash } from 'node:crypto';

const KEPT = 1_000;

/**
 * Knows again what the portal itself has published: a broker of MQTT 3 sends it to every subscriber, and on
 * v1/gateway/… both sides speak at the same topics.
 */
export class EchoFilter {
  readonly #sent = new Map<string, number>();

  sent(topic: string, payload: string | Uint8Array): void {
    const key = keyOf(topic, payload);
    this.#sent.set(key, (this.#sent.get(key) ?? 0) + 1);
    if (this.#sent.size > KEPT) for (const oldest of this.#sent.keys()) return void this.#sent.delete(oldest);
  }

  /** True once for each time that it was sent. */
  isEcho(topic: string, payload: Uint8Array): boolean {
    if (this.#sent.size === 0) return false;
    const key = keyOf(topic, payload);
    const times = this.#sent.get(key);
    if (times === undefined) return false;
    if (times === 1) this.#sent.delete(key);
    else this.#sent.set(key, times - 1);
    return true;
  }
}

function keyOf(topic: string, payload: string | Uint8Array): string {
  return createHash('sha256').update(topic).update('\0').update(payload).digest('base64');
}
