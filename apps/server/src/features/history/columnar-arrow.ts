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
 * @param pause lets others have their turn; called before each column, and may throw to give up
 */
export async function columnarArrow(
  parts: readonly Columns[],
  names: readonly string[],
  pause: () => Promise<void>,
): Promise<Uint8Array> {
  const all = parts.length > 0 ? parts : [{ timesMs: new Float64Array(0), columns: names.map(() => []) }];
  const holdsText = names.map((_name, index) =>
    all.some(({ columns }) => columns[index]?.some((value) => typeof value === 'string')),
  );
  const tables = [];
  for (const { timesMs, columns } of all) {
    const times = BigInt64Array.from(timesMs, BigInt);
    const vectors: Record<string, Vector> = {
      time: makeVector(makeData({ type: new TimestampMillisecond('UTC'), data: times })),
    };
    for (const [index, name] of names.entries()) {
      await pause();
      const unique = name in vectors ? `${name} (${index})` : name;
      const column = columns[index] ?? [];
      vectors[unique] = holdsText[index] ? textVector(column) : numberVector(column);
    }
    tables.push(new Table(vectors));
  }
  const [first, ...rest] = tables;
  if (!first) throw new Error('There is at least one table.');
  return tableToIPC(first.concat(...rest), 'stream');
}

/** Laid out by hand, without Arrow's builder and what it does for each value. */
function numberVector(column: readonly (PointValue | null)[]): Vector {
  const length = column.length;
  const data = new Float64Array(length);
  // A bit for each value, the lowest first: 0 is null.
  const nullBitmap = new Uint8Array(Math.ceil(length / 8)).fill(255);
  let nullCount = 0;
  for (let i = 0; i < length; i++) {
    const value = column[i];
    if (typeof value === 'number') {
      data[i] = value;
    } else {
      nullCount++;
      nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) & ~(1 << (i & 7));
    }
  }
  return makeVector(makeData({ type: new Float64(), length, data, nullBitmap, nullCount }));
}

function textVector(column: readonly (PointValue | null)[]): Vector {
  return vectorFromArray(
    column.map((value) => (value === null ? null : String(value))),
    new Utf8(),
  );
}
