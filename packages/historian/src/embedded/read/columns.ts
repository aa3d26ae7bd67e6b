import {
  type Columns,
  type PackedColumn,
  type PackedColumns,
  type PointValue,
  TooManyPointsError,
} from '../../port.ts';
import type { Points } from '../points/points.ts';

/**
 * Lays series side by side over the union of their times.
 * @throws TooManyPointsError when that comes to more than so many values, nulls included
 */
export function packColumns(series: readonly Points[], mostValues = Number.POSITIVE_INFINITY): PackedColumns {
  const timesMs = unionOfTimes(series.map((points) => points.timesMs));
  const values = timesMs.length * series.length;
  if (values > mostValues) throw new TooManyPointsError(values, mostValues);
  return { timesMs, columns: series.map((points) => packColumn(timesMs, points)) };
}

function isSame(a: Float64Array, b: Float64Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Every time of several ascending axes, once each. */
export function unionOfTimes(axes: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const different: Float64Array[] = [];
  for (const axis of axes) {
    if (axis.length > 0 && !different.some((known) => isSame(known, axis))) different.push(axis);
  }
  const [first] = different;
  if (!first) return new Float64Array(0);
  if (different.length === 1) return first.slice();
  const all = new Float64Array(different.reduce((total, axis) => total + axis.length, 0));
  let at = 0;
  for (const axis of different) {
    all.set(axis, at);
    at += axis.length;
  }
  all.sort();
  let count = 0;
  for (let i = 0; i < all.length; i++) {
    if (i === 0 || all[i] !== all[i - 1]) all[count++] = all[i] as number;
  }
  return all.slice(0, count);
}

function packColumn(timesMs: Float64Array, points: Points): PackedColumn {
  if (points.timesMs.length === timesMs.length)
    return { values: points.values.slice(), present: null, texts: points.texts };
  const values = new Float64Array(timesMs.length);
  const present = new Uint8Array(timesMs.length);
  const texts = points.texts ? new Array<string | null>(timesMs.length).fill(null) : null;
  let at = 0;
  for (let i = 0; i < points.timesMs.length; i++) {
    const timeMs = points.timesMs[i] as number;
    while ((timesMs[at] as number) < timeMs) at++;
    values[at] = points.values[i] as number;
    present[at] = 1;
    if (texts) texts[at] = points.texts?.[i] ?? null;
  }
  return { values, present, texts };
}

/** The form in which the port hands out columns. */
export function toColumns(packed: PackedColumns): Columns {
  return { timesMs: packed.timesMs, columns: packed.columns.map(toColumn) };
}

function toColumn({ values, present, texts }: PackedColumn): (PointValue | null)[] {
  const column: (PointValue | null)[] = [];
  if (!present && !texts) {
    // Array.from goes through an iterator, which takes ten times as long.
    for (let i = 0; i < values.length; i++) column.push(values[i] as number);
    return column;
  }
  for (let i = 0; i < values.length; i++) {
    column.push(present && present[i] === 0 ? null : (texts?.[i] ?? (values[i] as number)));
  }
  return column;
}
