import type { Columns } from '@telltale/historian';

/** Values that are turned into text at once; others get their turn in between. */
const VALUES_PER_PIECE = 20_000;

/**
 * Columns as JSON text, `[timestamps (s), series 1, …]`, in pieces. NaN and infinities are null, since JSON has none.
 * A millisecond time divided by 1000 prints with its millisecond fraction exactly.
 */
export function* columnarJson({ timesMs, columns }: Columns): Generator<string> {
  yield '[[';
  for (let from = 0; from < timesMs.length; from += VALUES_PER_PIECE) {
    const seconds = Array.from(timesMs.subarray(from, from + VALUES_PER_PIECE), (timeMs) => timeMs / 1000);
    yield listOf(seconds, from > 0);
  }
  for (const column of columns) {
    yield '],[';
    for (let from = 0; from < column.length; from += VALUES_PER_PIECE) {
      yield listOf(column.slice(from, from + VALUES_PER_PIECE), from > 0);
    }
  }
  yield ']]';
}

function listOf(values: readonly (number | string | null)[], isContinued: boolean): string {
  const list = JSON.stringify(values).slice(1, -1);
  return isContinued ? `,${list}` : list;
}
