import { PAGE_BYTES } from './chunk-database.ts';

// SQLite's file format, "B-tree pages" and "payload overflow": what a row of a table keeps on its leaf page.
const MOST_LOCAL_BYTES = PAGE_BYTES - 35;
const LEAST_LOCAL_BYTES = Math.floor(((PAGE_BYTES - 12) * 32) / 255) - 23;
const OVERFLOW_BYTES = PAGE_BYTES - 4;
const LEAF_BYTES = PAGE_BYTES - 8;
/** Lengths, id, and the place of the row on its page. */
const CELL_BYTES = 8;

/** Bytes that a row takes on its leaf page; the others lie on pages of their own, which it fills. */
function bytesOnLeaf(payload: number): number {
  if (payload <= MOST_LOCAL_BYTES) return payload + CELL_BYTES;
  const filling = LEAST_LOCAL_BYTES + ((payload - LEAST_LOCAL_BYTES) % OVERFLOW_BYTES);
  return (filling <= MOST_LOCAL_BYTES ? filling : LEAST_LOCAL_BYTES) + CELL_BYTES + 4;
}

interface Row {
  index: number;
  bytes: number;
}

/**
 * The order in which rows of such lengths are to be added to a table so that they fill its pages: in any order, an eighth
 * of the file stays empty. Each page gets the longest row that is left and the two that fill it best, and so on. Answers
 * indexes.
 */
export function pageOrder(payloads: readonly number[]): number[] {
  const left = payloads.map((payload, index) => ({ index, bytes: bytesOnLeaf(payload) }));
  left.sort((a, b) => a.bytes - b.bytes || a.index - b.index);
  const order: number[] = [];
  while (left.length > 0) {
    let room = LEAF_BYTES;
    for (let taken = [left.length - 1]; taken.length > 0; taken = bestFit(left, room)) {
      for (const at of taken) {
        for (const { index, bytes } of left.splice(at, 1)) {
          order.push(index);
          room -= bytes;
        }
      }
    }
  }
  return order;
}

/** Places of the one or two rows that fill the room best, the last first; rows are in order of length. */
function bestFit(rows: readonly Row[], room: number): number[] {
  let best: number[] = [];
  let most = 0;
  let low = 0;
  for (let high = rows.length - 1; high >= 0; high--) {
    const long = (rows[high] as Row).bytes;
    if (long > room) continue;
    if (long > most) {
      most = long;
      best = [high];
    }
    while (low < high && long + (rows[low] as Row).bytes <= room) {
      const both = long + (rows[low] as Row).bytes;
      if (both > most) {
        most = both;
        best = [high, low];
      }
      low++;
    }
    if (low >= high) break;
  }
  return best;
}
