import type { Cell } from '#sqlite/messages.ts';

/** As SQLite orders kinds of values: numbers, texts, bytes. */
function rankOf(cell: Cell): number {
  if (typeof cell === 'string') return 1;
  return cell instanceof Uint8Array ? 2 : 0;
}

/** The order of two values of a result that are not NULL, by kind and value. */
export function compareCells(a: Cell, b: Cell): number {
  const ranks = rankOf(a) - rankOf(b);
  if (ranks !== 0) return ranks;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return a.length - b.length;
  if (a === b) return 0;
  return (a as string | number | bigint) < (b as string | number | bigint) ? -1 : 1;
}
