import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const WAL_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const TABLE_LEAF = 13;

/** A row as it is stored: each column an integer, bytes, or null (what SQLite has besides is not in our tables). */
export interface StoredRow {
  rowId: number;
  columns: (number | Uint8Array | null)[];
}

/**
 * Reads rows of a damaged database straight from its table leaves, by the file format that SQLite documents
 * (sqlite.org/fileformat2.html): a broken tree above them hides nothing. Rows come in no order, from all tables, and
 * may be nonsense: whoever takes one must be able to tell.
 */
export class SqlitePages {
  readonly #file: number;
  readonly #wal: number | null;
  readonly #pageBytes: number;
  /** Pages whose newest state is in the write-ahead log, with its place there. */
  readonly #inWal: Map<number, number>;
  readonly #pageCount: number;

  constructor(path: string, pageBytes: number) {
    this.#pageBytes = pageBytes;
    this.#file = openSync(path, 'r');
    this.#wal = openIfThere(`${path}-wal`);
    this.#inWal = this.#wal === null ? new Map() : pagesOfWal(this.#wal, pageBytes);
    const ownPages = Math.floor(fstatSync(this.#file).size / pageBytes);
    this.#pageCount = Math.max(ownPages, ...this.#inWal.keys());
  }

  close(): void {
    closeSync(this.#file);
    if (this.#wal !== null) closeSync(this.#wal);
  }

  /** Every row of every leaf that is in use. */
  *rows(): Generator<StoredRow> {
    const free = this.#freePages();
    for (let number = 1; number <= this.#pageCount; number++) {
      if (free.has(number)) continue;
      const page = this.#page(number);
      const head = number === 1 ? 100 : 0;
      if (!page || page[head] !== TABLE_LEAF) continue;
      const cells = page.readUInt16BE(head + 3);
      for (let cell = 0; cell < cells && head + 10 + cell * 2 <= page.length; cell++) {
        const row = this.#row(page, page.readUInt16BE(head + 8 + cell * 2));
        if (row) yield row;
      }
    }
  }

  #page(number: number): Buffer | null {
    const page = Buffer.alloc(this.#pageBytes);
    const inWal = this.#inWal.get(number);
    const read =
      inWal !== undefined && this.#wal !== null
        ? readSync(this.#wal, page, 0, page.length, inWal)
        : readSync(this.#file, page, 0, page.length, (number - 1) * this.#pageBytes);
    return read === page.length ? page : null;
  }

  /** Pages on the list of free ones still hold rows that were deleted. */
  #freePages(): Set<number> {
    const free = new Set<number>();
    let trunk = this.#page(1)?.readUInt32BE(32) ?? 0;
    while (trunk > 0 && trunk <= this.#pageCount && !free.has(trunk)) {
      free.add(trunk);
      const page = this.#page(trunk);
      if (!page) break;
      const count = Math.min(page.readUInt32BE(4), this.#pageBytes / 4 - 2);
      for (let i = 0; i < count; i++) free.add(page.readUInt32BE(8 + i * 4));
      trunk = page.readUInt32BE(0);
    }
    return free;
  }

  #row(page: Buffer, at: number): StoredRow | null {
    try {
      const [size, afterSize] = varint(page, at);
      const [rowId, start] = varint(page, afterSize);
      const payload = this.#payload(page, start, size);
      return payload && { rowId, columns: columnsOf(payload) };
    } catch (error) {
      // Reading beyond a page or a payload: the cell is damaged.
      if (error instanceof RangeError) return null;
      throw error;
    }
  }

  #payload(page: Buffer, start: number, size: number): Buffer | null {
    const usable = this.#pageBytes;
    const most = usable - 35;
    if (size <= most) return start + size <= page.length ? page.subarray(start, start + size) : null;
    if (size > this.#pageCount * usable) return null;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((size - least) % (usable - 4));
    const local = wanted <= most ? wanted : least;
    const parts = [page.subarray(start, start + local)];
    let next = page.readUInt32BE(start + local);
    for (let left = size - local; left > 0; left -= usable - 4) {
      const overflow = this.#page(next);
      if (!overflow || next === 0) return null;
      parts.push(overflow.subarray(4, 4 + Math.min(left, usable - 4)));
      next = overflow.readUInt32BE(0);
    }
    return Buffer.concat(parts);
  }
}

function openIfThere(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

/** Newest committed state of each page in SQLite's write-ahead log. */
function pagesOfWal(wal: number, pageBytes: number): Map<number, number> {
  const pages = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  const header = Buffer.alloc(WAL_HEADER_BYTES);
  if (readSync(wal, header, 0, header.length, 0) < header.length) return pages;
  const frame = Buffer.alloc(FRAME_HEADER_BYTES);
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  for (let at = WAL_HEADER_BYTES; readSync(wal, frame, 0, frame.length, at) === frame.length; at += frameBytes) {
    // Frames of an earlier round carry other salts.
    if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
    uncommitted.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, place] of uncommitted) pages.set(page, place);
    uncommitted.clear();
  }
  return pages;
}

/** SQLite's varint: seven bits a byte, big end first, eight in the ninth. */
function varint(bytes: Buffer, at: number): [value: number, next: number] {
  let value = 0n;
  for (let i = 0; i < 8; i++) {
    const byte = bytes.readUInt8(at + i);
    value = (value << 7n) | BigInt(byte & 127);
    if (byte < 128) return [Number(BigInt.asIntN(64, value)), at + i + 1];
  }
  value = (value << 8n) | BigInt(bytes.readUInt8(at + 8));
  return [Number(BigInt.asIntN(64, value)), at + 9];
}

const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

function columnsOf(payload: Buffer): StoredRow['columns'] {
  const [headBytes, first] = varint(payload, 0);
  const columns: StoredRow['columns'] = [];
  let at = headBytes;
  for (let head = first; head < headBytes; ) {
    const [type, next] = varint(payload, head);
    head = next;
    if (type >= 12) {
      const length = Math.floor((type - 12) / 2);
      if (at + length > payload.length) throw new RangeError('a column ends beyond its row');
      columns.push(payload.subarray(at, at + length));
      at += length;
    } else if (type === 8 || type === 9) {
      columns.push(type - 8);
    } else {
      const length = INTEGER_BYTES[type];
      if (length === undefined) throw new RangeError('a column of no known kind');
      columns.push(length === 0 ? null : integer(payload, at, length));
      at += length;
    }
  }
  return columns;
}

function integer(bytes: Buffer, at: number, length: number): number {
  return length === 8 ? Number(bytes.readBigInt64BE(at)) : bytes.readIntBE(at, length);
}
