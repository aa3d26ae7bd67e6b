import { SqliteProblem } from '../problem.ts';
import type { ByteSource } from './byte-source.ts';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit says in which order of bytes the checksums are made. */
const MAGIC = 0x377f0682;
/** One is written back at 4 MB by default; this is far beyond. */
export const MOST_WAL_BYTES = 268_435_456;

interface Wal {
  readonly pageSize: number;
  /** Where the newest committed content of a page stands, by its number from 1. */
  readonly pages: ReadonlyMap<number, number>;
  /** Pages that the database has with it. */
  readonly pageCount: number;
}

/**
 * What a write-ahead log has committed (https://www.sqlite.org/fileformat.html, 4). Undefined: nothing. It ends at the first
 * frame whose checksum or salt is not its own, as SQLite has it: what follows are leavings of an earlier log.
 */
export function readWal(bytes: Uint8Array): Wal | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0);
  if ((magic & ~1) >>> 0 !== MAGIC) throw new SqliteProblem('The -wal file beside the database is no write-ahead log.');
  const isLittle = (magic & 1) === 0;
  const pageSize = view.getUint32(8);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const salts = [view.getUint32(16), view.getUint32(20)];
  const sum: [number, number] = [0, 0];
  add(sum, view, 0, HEADER_BYTES - 8, isLittle);
  if (sum[0] !== view.getUint32(24) || sum[1] !== view.getUint32(28)) return undefined;

  const pages = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let pageCount = 0;
  for (let at = HEADER_BYTES; at + FRAME_HEADER_BYTES + pageSize <= bytes.length; at += FRAME_HEADER_BYTES + pageSize) {
    if (view.getUint32(at + 8) !== salts[0] || view.getUint32(at + 12) !== salts[1]) break;
    add(sum, view, at, 8, isLittle);
    add(sum, view, at + FRAME_HEADER_BYTES, pageSize, isLittle);
    if (sum[0] !== view.getUint32(at + 16) || sum[1] !== view.getUint32(at + 20)) break;
    uncommitted.set(view.getUint32(at), at + FRAME_HEADER_BYTES);
    const committed = view.getUint32(at + 4);
    if (committed === 0) continue;
    pageCount = committed;
    for (const [page, place] of uncommitted) pages.set(page, place);
    uncommitted.clear();
  }
  return pageCount === 0 ? undefined : { pageSize, pages, pageCount };
}

function add(sum: [number, number], view: DataView, offset: number, length: number, isLittle: boolean): void {
  let [first, second] = sum;
  for (let at = offset; at < offset + length; at += 8) {
    first = (first + view.getUint32(at, isLittle) + second) >>> 0;
    second = (second + view.getUint32(at + 4, isLittle) + first) >>> 0;
  }
  sum[0] = first;
  sum[1] = second;
}

/** A database as it is with its write-ahead log: pages that stand there are read from there. */
export function withWal(main: ByteSource, bytes: Uint8Array, wal: Wal): ByteSource {
  const { pageSize, pages, pageCount } = wal;
  return {
    size: pageCount * pageSize,
    read(offset, length) {
      const end = Math.min(offset + length, pageCount * pageSize);
      const whole = new Uint8Array(Math.max(0, end - offset));
      for (let at = offset; at < end; ) {
        const page = Math.floor(at / pageSize);
        const inPage = at - page * pageSize;
        const count = Math.min(pageSize - inPage, end - at);
        const place = pages.get(page + 1);
        whole.set(
          place === undefined ? main.read(at, count) : bytes.subarray(place + inPage, place + inPage + count),
          at - offset,
        );
        at += count;
      }
      return whole;
    },
  };
}
