import type { PointBatch } from '../../port.ts';
import { type ColumnToWrite, encodeNative } from '../server/native-format.ts';
import { lastWrites } from './last-writes.ts';

/** What a block is to the server: its columns, and their bytes. */
export interface EncodedBlock {
  names: string[];
  bytes: Buffer;
}

/** Points that go to the server together, in order of writing; each with the version of its record in the log. */
export class Block {
  readonly kind = 'points';
  readonly fromVersion: number;
  toVersion: number;
  length = 0;
  #keys = new Float64Array(1024);
  #timesMs = new Float64Array(1024);
  #values = new Float64Array(1024);
  #qualities = new Uint8Array(1024);
  #versions = new Float64Array(1024);
  #texts: (string | null)[] | null = null;

  constructor(version: number) {
    this.fromVersion = version;
    this.toVersion = version;
  }

  /** Copies a batch behind the last; whoever made it may use it again. */
  add({ keys, timesMs, numbers, qualities, texts, length }: PointBatch, version: number): void {
    const at = this.length;
    this.#reserve(at + length);
    this.#keys.set(keys.subarray(0, length), at);
    this.#timesMs.set(timesMs.subarray(0, length), at);
    this.#values.set(numbers.subarray(0, length), at);
    this.#qualities.set(qualities.subarray(0, length), at);
    this.#versions.fill(version, at, at + length);
    if (texts && !this.#texts) this.#texts = new Array<string | null>(at).fill(null);
    if (this.#texts) for (let i = 0; i < length; i++) this.#texts.push(texts?.[i] ?? null);
    this.length = at + length;
    this.toVersion = Math.max(this.toVersion, version);
  }

  /** The same of a batch whose points have places in an order, whose first place has the version `base`. */
  addPlaced(batch: PointBatch, base: number): void {
    const at = this.length;
    this.add(batch, base);
    const places = batch.places ?? [];
    for (const [n, { from, place }] of places.entries()) {
      const to = places[n + 1]?.from ?? batch.length;
      this.#versions.fill(base + place, at + from, at + to);
      this.toVersion = Math.max(this.toVersion, base + place);
    }
  }

  #reserve(needed: number): void {
    if (needed <= this.#keys.length) return;
    const capacity = Math.max(needed, this.#keys.length * 2);
    const wider = (column: Float64Array): Float64Array<ArrayBuffer> => {
      const wide = new Float64Array(capacity);
      wide.set(column);
      return wide;
    };
    this.#keys = wider(this.#keys);
    this.#timesMs = wider(this.#timesMs);
    this.#values = wider(this.#values);
    this.#versions = wider(this.#versions);
    const qualities = new Uint8Array(capacity);
    qualities.set(this.#qualities);
    this.#qualities = qualities;
  }

  /** Series of the points, each once. */
  keys(): Set<number> {
    return new Set(this.#keys.subarray(0, this.length));
  }

  forEach(visit: (key: number, timeMs: number) => void): void {
    for (let i = 0; i < this.length; i++) visit(this.#keys[i] as number, this.#timesMs[i] as number);
  }

  /** The columns that are sent, and their bytes; what every point has alike is left to the table. */
  encode(): EncodedBlock {
    const [keys, timesMs, versions] = [this.#keys, this.#timesMs, this.#versions];
    const kept = lastWrites({ keys, timesMs, versions, length: this.length });
    const numbers = (values: Float64Array) =>
      kept === null ? values : Float64Array.from(kept, (row) => values[row] ?? 0);
    const bytes = (values: Uint8Array) => (kept === null ? values : Uint8Array.from(kept, (row) => values[row] ?? 0));
    const columns: ColumnToWrite[] = [
      { name: 'key', type: 'UInt64', values: numbers(keys) },
      { name: 'time', type: 'Int64', values: numbers(timesMs) },
      { name: 'value', type: 'Float64', values: numbers(this.#values) },
      { name: 'quality', type: 'UInt8', values: bytes(this.#qualities) },
      { name: 'version', type: 'UInt64', values: numbers(versions) },
    ];
    const texts = this.#texts;
    if (texts) {
      const values = kept === null ? texts : kept.map((row) => texts[row] ?? null);
      columns.push({ name: 'text', type: 'Nullable(String)', values });
    }
    return { names: columns.map(({ name }) => name), bytes: encodeNative(columns, kept?.length ?? this.length) };
  }
}
