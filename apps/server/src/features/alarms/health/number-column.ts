/** Numbers that are added one by one, without a box for each: a million of them are eight megabytes. */
export class NumberColumn {
  #numbers = new Float64Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const longer = new Float64Array(this.#length * 2);
      longer.set(this.#numbers);
      this.#numbers = longer;
    }
    this.#numbers[this.#length++] = value;
  }

  at(index: number): number {
    return this.#numbers[index] as number;
  }

  /** A view, good until the next number is added. */
  view(): Float64Array {
    return this.#numbers.subarray(0, this.#length);
  }
}
