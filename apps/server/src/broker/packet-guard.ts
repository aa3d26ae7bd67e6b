/** MQTT's remaining length has at most four bytes [MQTT-2.2.3]. */
const MAX_LENGTH_BYTES = 4;

/**
 * Follows the packet borders of an MQTT byte stream and refuses a packet by its announced length, before any of its
 * body is kept (guarantee C15: a CONNECT that announces 256 MB and stops must cost nothing).
 */
export class PacketGuard {
  #state: 'header' | 'length' | 'body' = 'header';
  #lengthBytes = 0;
  #remaining = 0;

  /**
   * Follows the next bytes of the stream.
   * @returns false when a packet is longer than `maxBytes`, or its length makes no sense
   */
  allows(chunk: Uint8Array, maxBytes: number): boolean {
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === 'body') {
        const taken = Math.min(this.#remaining, chunk.length - at);
        this.#remaining -= taken;
        at += taken;
        if (this.#remaining === 0) this.#state = 'header';
      } else if (this.#state === 'header') {
        this.#state = 'length';
        this.#lengthBytes = 0;
        this.#remaining = 0;
        at++;
      } else {
        const byte = chunk[at++] as number;
        this.#remaining += (byte & 0x7f) * 128 ** this.#lengthBytes;
        this.#lengthBytes++;
        if (this.#remaining > maxBytes) return false;
        if ((byte & 0x80) !== 0) {
          if (this.#lengthBytes === MAX_LENGTH_BYTES) return false;
        } else {
          this.#state = this.#remaining === 0 ? 'header' : 'body';
        }
      }
    }
    return true;
  }
}
