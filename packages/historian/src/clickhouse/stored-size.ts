import type { ServerReader } from './reading/server-reader.ts';
import type { Staged } from './staging/staged-log.ts';

/** Up to so many rows are counted exactly whenever some were written. */
const FEW_ROWS = 100_000;
/** Of more, the server's own figures are asked for so often. */
const EVERY_MS = 30_000;

/** How much there is at the server; of a large store about, since writes that were overwritten count until they are merged. */
export class StoredSize {
  readonly #reader: ServerReader;
  readonly #keys: Set<number>;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #rowsSince = 0;
  series = 0;
  points = 0;
  bytes = 0;

  private constructor(reader: ServerReader, keys: Iterable<number>) {
    this.#reader = reader;
    this.#keys = new Set(keys);
  }

  static async of(reader: ServerReader): Promise<StoredSize> {
    const keys = await reader.select(`SELECT DISTINCT key FROM ${reader.points}`);
    const size = new StoredSize(reader, keys.numbers('key'));
    await size.#look();
    return size;
  }

  /** Something was written. */
  async wrote(staged: Staged): Promise<void> {
    if (staged.kind === 'points') {
      this.#rowsSince += staged.length;
      for (const key of staged.keys()) this.#keys.add(key);
    }
    const isFew = this.points + this.#rowsSince <= FEW_ROWS;
    if (isFew || performance.now() - this.#lookedAtMs >= EVERY_MS) await this.#look();
    else if (staged.kind === 'points') this.points += staged.length;
  }

  async #look(): Promise<void> {
    const { rows, bytes } = await this.#reader.size();
    const exact = rows <= FEW_ROWS ? await this.#reader.count() : { series: this.#keys.size, points: rows };
    this.bytes = bytes;
    this.series = exact.series;
    this.points = exact.points;
    this.#rowsSince = 0;
    this.#lookedAtMs = performance.now();
  }
}
