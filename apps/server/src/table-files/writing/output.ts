import type { Sink } from './sink.ts';

const PIECE_BYTES = 2 ** 20;

/** Two buffers: while one is on its way to the sink the other is filled. */
export class Output {
  readonly #sink: Sink;
  #spare = Buffer.allocUnsafeSlow(PIECE_BYTES);
  #writing: Promise<void> = Promise.resolve();
  buffer = Buffer.allocUnsafeSlow(PIECE_BYTES);
  /** How much of the buffer is filled. */
  length = 0;

  constructor(sink: Sink) {
    this.#sink = sink;
  }

  hasRoom(bytes: number): boolean {
    return this.length + bytes <= this.buffer.length;
  }

  /** The buffer becomes large enough for so many more bytes; only text that is longer than any usual line needs it. */
  grow(bytes: number): void {
    if (this.hasRoom(bytes)) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.length + bytes));
    larger.set(this.buffer.subarray(0, this.length));
    this.buffer = larger;
  }

  text(text: string): void {
    this.grow(3 * text.length);
    this.length += this.buffer.write(text, this.length);
  }

  bytes(bytes: Uint8Array): void {
    this.grow(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** Hands on what is filled. */
  async flush(): Promise<void> {
    await this.#writing;
    if (this.length === 0) return;
    this.#writing = this.#sink.write(this.buffer.subarray(0, this.length));
    this.#writing.catch(() => undefined);
    [this.buffer, this.#spare] = [this.#spare, this.buffer];
    this.length = 0;
  }

  async end(): Promise<void> {
    await this.flush();
    await this.#writing;
    await this.#sink.end();
  }
}
