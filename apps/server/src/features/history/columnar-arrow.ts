import type { Columns, PointValue } from '@telltale/historian';
import {
  Float64,
  makeData,
  makeVector,
  Table,
  TimestampMillisecond,
  tableToIPC,
  Utf8,
  type Vector,
  vectorFromArray,
} from 'apache-arrow';

/**
 * Columns as an Arrow IPC stream: `time` (timestamp in ms, UTC), then a column for each series under its name
 * (`12-5`); a series that holds text is utf8, any other float64.
 */
export function columnarArrow({ timesMs, columns }: Columns, names: readonly string[]): Uint8Array {
  const times = BigInt64Array.from(timesMs, BigInt);
  const vectors: Record<string, Vector> = {
    time: makeVector(makeData({ type: new TimestampMillisecond('UTC'), data: times })),
  };
  for (const [index, column] of columns.entries()) {
    const name = names[index] ?? String(index);
    vectors[name in vectors ? `${name} (${index})` : name] = toVector(column);
  }
  return tableToIPC(new Table(vectors), 'stream');
}

function toVector(column: readonly (PointValue | null)[]): Vector {
  if (!column.some((value) => typeof value === 'string')) return vectorFromArray(column, new Float64());
  return vectorFromArray(
    column.map((value) => (value === null ? null : String(value))),
    new Utf8(),
  );
}
