import type { ServerReader } from './reading/server-reader.ts';
import type { Staged } from './staging/staged-log.ts';

/** Up to so many rows are counted exactly whenever some were written. */
const FEW_ROWS = 100_000;
/** Of more, the server's own figures are asked for so often. */
const EVERY_MS = 30_000;
/** Which series others have begun is looked for so often: it reads a column of all that there is. */
const SERIES_EVERY_MS = 600_000;

/** How much there is at the server; of a large store about, since writes that were overwritten count until they are merged. */
export class StoredSize {
  readonly #reader: ServerReader;
  readonly #keys = new Set<number>();
  #foundAtMs = Number.NEGATIVE_INFINITY;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #rowsSince = 0;
  series = 0;
  points = 0;
  bytes = 0;

  private constructor(reader: ServerReader) {
    this.#reader = reader;
  }

  static async of(reader: ServerReader): Promise<StoredSize> {
    const size = new StoredSize(reader);
    await size.#findSeries();
    await size.#look();
    return size;
  }

  /** Looks for what others have written, where there are others. */
  async followOthers(): Promise<void> {
    if (performance.now() - this.#foundAtMs >= SERIES_EVERY_MS) await this.#findSeries();
    if (performance.now() - this.#lookedAtMs >= EVERY_MS) await this.#look();
  }

  async #findSeries(): Promise<void> {
    const foundAtMs = performance.now();
    const keys = await this.#reader.select(`SELECT DISTINCT key FROM ${this.#reader.points}`);
    for (const key of keys.numbers('key')) this.#keys.add(key);
    this.#foundAtMs = foundAtMs;
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
