/** Each row of a level summarises this many of the level below. */
const FAN_OUT = 16;

interface Level {
  /** Index, among the values, of the lowest and of the highest one of each block. */
  lowAt: Int32Array;
  highAt: Int32Array;
}

/**
 * Finds the lowest and the highest of any run of values in about log(n) steps. It is what lets a chart of a hundred
 * thousand points be drawn anew at every frame of a gesture. Of equal values the earliest is found. NaN must not occur.
 */
export class MinMaxPyramid {
  readonly values: Float64Array;
  readonly #levels: Level[] = [];
  #lowAt = 0;
  #highAt = 0;

  constructor(values: Float64Array) {
    this.values = values;
    let below: Level | undefined;
    for (let length = values.length; length > FAN_OUT; ) {
      const level = summarise(values, below, length);
      this.#levels.push(level);
      below = level;
      length = level.lowAt.length;
    }
  }

  /** Index of the lowest value that the last `scan` found. */
  get lowAt(): number {
    return this.#lowAt;
  }

  /** Index of the highest value that the last `scan` found. */
  get highAt(): number {
    return this.#highAt;
  }

  /** Looks at the values from index `first` to `last`, both inclusive and within the values; the answer is in `lowAt` and `highAt`. */
  scan(first: number, last: number): void {
    this.#lowAt = first;
    this.#highAt = first;
    this.#scanLevel(0, first, last);
  }

  /** Rows of a level (0: the values themselves), both inclusive: whole blocks by the level above, the ends one by one. */
  #scanLevel(depth: number, first: number, last: number): void {
    const above = this.#levels[depth];
    const from = Math.ceil(first / FAN_OUT);
    const to = Math.floor((last + 1) / FAN_OUT) - 1;
    if (above === undefined || from > to) {
      this.#look(depth, first, last);
      return;
    }
    this.#look(depth, first, from * FAN_OUT - 1);
    this.#scanLevel(depth + 1, from, to);
    this.#look(depth, (to + 1) * FAN_OUT, last);
  }

  #look(depth: number, first: number, last: number): void {
    const { values } = this;
    const level = this.#levels[depth - 1];
    let low = values[this.#lowAt] as number;
    let high = values[this.#highAt] as number;
    for (let row = first; row <= last; row++) {
      const lowAt = level === undefined ? row : (level.lowAt[row] as number);
      const highAt = level === undefined ? row : (level.highAt[row] as number);
      const lowest = values[lowAt] as number;
      const highest = values[highAt] as number;
      if (lowest < low) {
        low = lowest;
        this.#lowAt = lowAt;
      }
      if (highest > high) {
        high = highest;
        this.#highAt = highAt;
      }
    }
  }
}

function summarise(values: Float64Array, below: Level | undefined, length: number): Level {
  const rows = Math.ceil(length / FAN_OUT);
  const lowAt = new Int32Array(rows);
  const highAt = new Int32Array(rows);
  for (let row = 0; row < rows; row++) {
    const start = row * FAN_OUT;
    const end = Math.min(length, start + FAN_OUT);
    let low = below === undefined ? start : (below.lowAt[start] as number);
    let high = below === undefined ? start : (below.highAt[start] as number);
    for (let at = start + 1; at < end; at++) {
      const lowHere = below === undefined ? at : (below.lowAt[at] as number);
      const highHere = below === undefined ? at : (below.highAt[at] as number);
      if ((values[lowHere] as number) < (values[low] as number)) low = lowHere;
      if ((values[highHere] as number) > (values[high] as number)) high = highHere;
    }
    lowAt[row] = low;
    highAt[row] = high;
  }
  return { lowAt, highAt };
}
