/** What belongs to each key. */
export function grouping<Row, Key, Value>(rows: readonly Row[], keyOf: (row: Row) => Key, of: (row: Row) => Value) {
  const found = new Map<Key, Value[]>();
  for (const row of rows) {
    const values = found.get(keyOf(row));
    if (values) values.push(of(row));
    else found.set(keyOf(row), [of(row)]);
  }
  return found;
}

/** One of a tree and everything below it; a tree that closes a circle ends. */
export function within(children: ReadonlyMap<number | null, readonly number[]>, root: number): Set<number> {
  const found = new Set<number>();
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(children.get(next) ?? []));
  }
  return found;
}

export function some<Value>(values: Iterable<Value>, is: (value: Value) => boolean): boolean {
  for (const value of values) if (is(value)) return true;
  return false;
}
