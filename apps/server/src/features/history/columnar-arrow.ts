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
 * (`12-5`); a series that holds text is utf8, any other float64. Each part is a record batch.
 */
export function columnarArrow(parts: readonly Columns[], names: readonly string[]): Uint8Array {
  const all = parts.length > 0 ? parts : [{ timesMs: new Float64Array(0), columns: names.map(() => []) }];
  const holdsText = names.map((_name, index) =>
    all.some(({ columns }) => columns[index]?.some((value) => typeof value === 'string')),
  );
  const tables = all.map(({ timesMs, columns }) => {
    const times = BigInt64Array.from(timesMs, BigInt);
    const vectors: Record<string, Vector> = {
      time: makeVector(makeData({ type: new TimestampMillisecond('UTC'), data: times })),
    };
    for (const [index, name] of names.entries()) {
      const unique = name in vectors ? `${name} (${index})` : name;
      vectors[unique] = toVector(columns[index] ?? [], holdsText[index] ?? false);
    }
    return new Table(vectors);
  });
  const [first, ...rest] = tables;
  if (!first) throw new Error('There is at least one table.');
  return tableToIPC(first.concat(...rest), 'stream');
}

function toVector(column: readonly (PointValue | null)[], holdsText: boolean): Vector {
  if (!holdsText) return vectorFromArray(column, new Float64());
  return vectorFromArray(
    column.map((value) => (value === null ? null : String(value))),
    new Utf8(),
  );
}
