interface Rows {
  keys: Float64Array;
  timesMs: Float64Array;
  versions: Float64Array;
  length: number;
}

/**
 * Which rows are the last of their series, time and version. Of rows that are alike in all three the server keeps any: it is
 * told of one alone.
 * @returns null where that is all of them
 */
export function lastWrites(rows: Rows): number[] | null {
  const { versions, length } = rows;
  let dropped: Set<number> | null = null;
  for (let from = 0; from < length; ) {
    let to = from + 1;
    while (to < length && versions[to] === versions[from]) to++;
    for (const row of overwritten(rows, from, to)) dropped = (dropped ?? new Set()).add(row);
    from = to;
  }
  if (dropped === null) return null;
  const gone = dropped;
  return Array.from({ length }, (_, row) => row).filter((row) => !gone.has(row));
}

function overwritten({ keys, timesMs }: Rows, from: number, to: number): number[] {
  if (isInOrder(keys, timesMs, from, to)) return [];
  const seen = new Map<number, Set<number>>();
  const found: number[] = [];
  for (let row = to - 1; row >= from; row--) {
    const key = keys[row] as number;
    const times = seen.get(key) ?? new Set<number>();
    seen.set(key, times);
    if (times.has(timesMs[row] as number)) found.push(row);
    else times.add(timesMs[row] as number);
  }
  return found;
}

/** Nearly every message: each series goes on in time. */
function isInOrder(keys: Float64Array, timesMs: Float64Array, from: number, to: number): boolean {
  if (to - from === 1) return true;
  const newest = new Map<number, number>();
  for (let row = from; row < to; row++) {
    const key = keys[row] as number;
    const timeMs = timesMs[row] as number;
    if ((newest.get(key) ?? Number.NEGATIVE_INFINITY) >= timeMs) return false;
    newest.set(key, timeMs);
  }
  return true;
}
