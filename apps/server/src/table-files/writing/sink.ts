import { closeSync, openSync, writeSync } from 'node:fs';

/** Where the bytes of an export go. What `write` is given may be used again once it has resolved. */
export interface Sink {
  write(bytes: Uint8Array): Promise<void>;
  end(): Promise<void>;
}

/** A new file. */
export class FileSink implements Sink {
  readonly #file: number;

  constructor(path: string) {
    this.#file = openSync(path, 'wx', 0o600);
  }

  async write(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
  }

  async end(): Promise<void> {
    closeSync(this.#file);
  }
}
