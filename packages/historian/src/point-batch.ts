import type { PointValue, SeriesKey } from './port.ts';

/**
 * Times are stored within this many ms of 1970 (some 142,000 years): the difference of any two of them is a safe integer,
 * which is what the codec can write.
 */
export const LATEST_MS = 2 ** 52 - 1;

/**
 * Points to store, in columns of plain numbers: nothing is allocated for a point. The columns may be longer than
 * `length`; what stands behind it means nothing.
 */
export class PointBatch {
  keys: Float64Array<ArrayBuffer>;
  timesMs: Float64Array<ArrayBuffer>;
  /** Zero where the value is a string. */
  numbers: Float64Array<ArrayBuffer>;
  qualities: Uint8Array<ArrayBuffer>;
  /** Null while every value is a number; otherwise `length` entries, null where the value is a number. */
  texts: (string | null)[] | null = null;
  length = 0;
  /**
   * Where the points stand in the order in which several processes write (`WriteOrder`): from a point on up to the next
   * entry all stand at one place. Null: where the batch comes.
   */
  places: { from: number; place: number }[] | null = null;
  /** What was added and can never be stored, in words; such a batch is refused as a whole. */
  problem: string | null = null;

  /** @param capacity points for which room is made at once; more find room, too */
  constructor(capacity = 16) {
    this.keys = new Float64Array(capacity);
    this.timesMs = new Float64Array(capacity);
    this.numbers = new Float64Array(capacity);
    this.qualities = new Uint8Array(capacity);
  }

  add(key: SeriesKey, timeMs: number, value: PointValue, quality: number): void {
    const at = this.length;
    if (at === this.keys.length) this.#grow();
    this.keys[at] = key;
    this.timesMs[at] = timeMs;
    this.qualities[at] = quality;
    if (!(key >= 0 && key <= Number.MAX_SAFE_INTEGER && key === Math.floor(key))) {
      this.problem ??= `point ${at}: ${key} is not a series key`;
    }
    if (!(timeMs <= LATEST_MS && timeMs >= -LATEST_MS && timeMs === Math.floor(timeMs))) {
      this.problem ??= `point ${at}: ${timeMs} is not a time in whole milliseconds`;
    }
    if (this.qualities[at] !== quality) this.problem ??= `point ${at}: ${quality} is not a quality byte`;
    if (typeof value === 'number') {
      this.numbers[at] = value;
      if (this.texts !== null) this.texts.push(null);
    } else {
      this.#addText(at, value);
    }
    this.length = at + 1;
  }

  /** What is added from now on stands at a place in the order of writing; the first point has one, or none has. */
  standAt(place: number): void {
    this.places ??= [];
    const last = this.places.at(-1);
    if (last?.from === this.length) last.place = place;
    else if (last?.place !== place) this.places.push({ from: this.length, place });
  }

  /** The place of a point; undefined where it has none. */
  placeAt(index: number): number | undefined {
    return this.places?.findLast(({ from }) => from <= index)?.place;
  }

  /** The value of a point, in the form in which it was added. */
  valueAt(index: number): PointValue {
    return this.texts?.[index] ?? (this.numbers[index] as number);
  }

  #addText(at: number, value: unknown): void {
    if (typeof value !== 'string') {
      this.problem ??= `point ${at}: a value is a number or a string, not ${value === null ? 'null' : typeof value}`;
    }
    this.texts ??= new Array<string | null>(at).fill(null);
    this.texts.push(String(value));
    this.numbers[at] = 0;
  }

  #grow(): void {
    const capacity = Math.max(16, this.keys.length * 2);
    const { keys, timesMs, numbers, qualities } = this;
    this.keys = new Float64Array(capacity);
    this.keys.set(keys);
    this.timesMs = new Float64Array(capacity);
    this.timesMs.set(timesMs);
    this.numbers = new Float64Array(capacity);
    this.numbers.set(numbers);
    this.qualities = new Uint8Array(capacity);
    this.qualities.set(qualities);
  }
}
