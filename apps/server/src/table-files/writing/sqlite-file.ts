import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Sink } from './sink.ts';

const PIECE_BYTES = 2 ** 20;

/** A SQLite file is made in a file of its own, which the sink then gets: its first page is the last to be known. */
export class SqliteFile {
  readonly db: DatabaseSync;
  readonly #path: string;
  readonly #sink: Sink;

  constructor(path: string, sink: Sink) {
    this.#path = path;
    this.#sink = sink;
    this.db = new DatabaseSync(path);
    // A file that is not finished is thrown away, so nothing has to be rolled back.
    this.db.exec('pragma page_size = 16384; pragma journal_mode = off; pragma synchronous = off');
  }

  async end(): Promise<void> {
    this.db.close();
    const file = openSync(this.#path, 'r');
    try {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
        await this.#sink.write(piece.subarray(0, length));
      }
    } finally {
      closeSync(file);
    }
    rmSync(this.#path);
    await this.#sink.end();
  }
}

/** A name as SQL has it. */
export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
