/** A row that a request answered, by its place. */
export interface IndexedRow {
  readonly key: string;
  readonly row: Readonly<Record<string, unknown>>;
  /** The row as JSON: tells whether anything in it changed. */
  readonly text: string;
}

/** The rows of a new answer. Those that say the same as before stay the same objects, and are not drawn again. */
export function sameRows(
  before: readonly IndexedRow[],
  answered: readonly Readonly<Record<string, unknown>>[],
): IndexedRow[] {
  return answered.map((row, index) => {
    const text = JSON.stringify(row);
    const known = before[index];
    return known?.text === text ? known : { key: String(index), row, text };
  });
}
