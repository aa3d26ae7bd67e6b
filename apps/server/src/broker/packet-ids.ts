const ALL_IDS = 65_536;

/** A set of MQTT packet ids: 8 kB, however many of them are in use (guarantee C17). */
export class PacketIds {
  readonly #bits = new Uint8Array(ALL_IDS / 8);

  has(id: number): boolean {
    return ((this.#bits[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  add(id: number): void {
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) | (1 << (id & 7));
  }

  delete(id: number): void {
    this.#bits[id >> 3] = (this.#bits[id >> 3] ?? 0) & ~(1 << (id & 7));
  }
}
