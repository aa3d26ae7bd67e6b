import type { Columns } from '@telltale/historian';

/** Values that are turned into text at once, in about a millisecond; others get their turn in between. */
const VALUES_PER_PIECE = 5_000;

/**
 * Columns as JSON text, `[timestamps (s), series 1, …]`, in pieces; the parts follow one another in time. NaN and
 * infinities are null, since JSON has none. A millisecond time divided by 1000 prints with its fraction exactly.
 */
export function* columnarJson(parts: readonly Columns[], seriesCount: number): Generator<string> {
  yield '[[';
  yield* joined(
    parts.map(({ timesMs }) => timesMs),
    (piece) => Array.from(piece, (timeMs) => timeMs / 1000),
  );
  for (let series = 0; series < seriesCount; series++) {
    yield '],[';
    yield* joined(
      parts.map(({ columns }) => columns[series] ?? []),
      (piece) => piece,
    );
  }
  yield ']]';
}

/** The elements of several lists as JSON, without the brackets. */
function* joined<List extends { length: number; slice(from: number, to: number): List }>(
  lists: readonly List[],
  toValues: (piece: List) => readonly (number | string | null)[],
): Generator<string> {
  let separator = '';
  for (const list of lists) {
    for (let from = 0; from < list.length; from += VALUES_PER_PIECE) {
      yield separator + JSON.stringify(toValues(list.slice(from, from + VALUES_PER_PIECE))).slice(1, -1);
      separator = ',';
    }
  }
}
