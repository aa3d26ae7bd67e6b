import type { ColumnarAnswer, SeriesPoint } from './series-merge.ts';

/** Rows of several series over one ascending time axis, changed in place. Null where a series has no point. */
export class SeriesTable {
  readonly times: number[] = [];
  readonly columns: (number | null)[][];

  constructor(columnCount: number) {
    this.columns = Array.from({ length: columnCount }, () => []);
  }

  get rowCount(): number {
    return this.times.length;
  }

  /** The index of the first row at or after a time. */
  rowAt(time: number): number {
    let low = 0;
    let high = this.times.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.times[middle] ?? 0) < time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts one point in its place; a second one at the same time replaces the first. */
  put({ column, time, value }: SeriesPoint): void {
    const last = this.times.at(-1);
    const row = last === undefined || time > last ? this.times.length : this.rowAt(time);
    if (this.times[row] !== time) {
      // Nearly always at the end, where this is a push.
      this.times.splice(row, 0, time);
      for (const values of this.columns) values.splice(row, 0, null);
    }
    const values = this.columns[column];
    if (values !== undefined) values[row] = value;
  }

  /** Takes away every row from a time on, and puts the answer's rows there. */
  replaceFrom(time: number, answer: ColumnarAnswer): void {
    const row = this.rowAt(time);
    this.times.length = row;
    for (const value of answer.times) this.times.push(value);
    for (const [index, values] of this.columns.entries()) {
      values.length = row;
      const answered = answer.columns[index];
      for (let at = 0; at < answer.times.length; at++) values.push(answered?.[at] ?? null);
    }
  }

  /** Drops the oldest rows; answers how many values were in them. */
  dropRows(count: number): number {
    if (count <= 0) return 0;
    this.times.splice(0, count);
    let dropped = 0;
    for (const values of this.columns) {
      for (const value of values.splice(0, count)) if (value !== null) dropped++;
    }
    return dropped;
  }
}
