import type { Cell } from '../messages.ts';
import { SqliteProblem } from '../problem.ts';
import type { ByteSource } from './byte-source.ts';

const [INTERIOR_INDEX, INTERIOR_TABLE, LEAF_INDEX, LEAF_TABLE] = [2, 5, 10, 13];
const FILE_HEADER_BYTES = 100;
/** Deeper than any tree of four billion pages. */
const MOST_LEVELS = 40;

/** A value as it is stored. Real numbers are told apart: 2.0 is no integer. */
export type StoredValue = Cell | { readonly real: number };

export interface StoredRow {
  /** Of a table with row ids; undefined in one without, and in an index. */
  readonly rowid: number | bigint | undefined;
  readonly values: readonly StoredValue[];
}

/** Reads the rows of a database page by page, whatever its texts are encoded in (https://www.sqlite.org/fileformat.html, 1.6 and 2). */
export class TreeReader {
  readonly #source: ByteSource;
  readonly #pageSize: number;
  /** Bytes of a page that hold content. */
  readonly #usable: number;
  readonly #decoder: TextDecoder;

  /** @param encoding as `TextDecoder` names it, e.g. `utf-16le` */
  /** Pages of the tree that is being read; one at a time is. */
  readonly #seen = new Set<number>();

  constructor(source: ByteSource, encoding: string) {
    this.#source = source;
    const header = source.read(0, FILE_HEADER_BYTES);
    const pageSize = ((header[16] ?? 0) << 8) | (header[17] ?? 0);
    this.#pageSize = pageSize === 1 ? 65_536 : pageSize;
    this.#usable = this.#pageSize - (header[20] ?? 0);
    this.#decoder = new TextDecoder(encoding);
  }

  /**
   * The rows of the tree that begins on a page, in its order.
   * @throws SqliteProblem where the pages contradict one another
   */
  *rows(page: number, level = 0): Iterable<StoredRow> {
    // A page that leads back to one before it would lead on for ever.
    if (level === 0) this.#seen.clear();
    if (page < 1 || level > MOST_LEVELS || this.#seen.has(page)) throw broken();
    this.#seen.add(page);
    const bytes = this.#source.read((page - 1) * this.#pageSize, this.#pageSize);
    if (bytes.length < this.#pageSize) throw broken();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const start = page === 1 ? FILE_HEADER_BYTES : 0;
    const kind = bytes[start] ?? 0;
    const isInterior = kind === INTERIOR_INDEX || kind === INTERIOR_TABLE;
    if (!isInterior && kind !== LEAF_INDEX && kind !== LEAF_TABLE) throw broken();
    const pointers = start + (isInterior ? 12 : 8);
    const cells = view.getUint16(start + 3);
    for (let cell = 0; cell < cells; cell++) {
      let at = view.getUint16(pointers + cell * 2);
      if (isInterior) {
        yield* this.rows(view.getUint32(at), level + 1);
        at += 4;
      }
      // Interior pages of tables only lead on; those of indexes hold a row between each two pages below.
      if (kind !== INTERIOR_TABLE) yield this.#row(view, at, kind === LEAF_TABLE);
    }
    if (isInterior) yield* this.rows(view.getUint32(start + 8), level + 1);
  }

  #row(view: DataView, start: number, isTable: boolean): StoredRow {
    const [length, afterLength] = readVarint(view, start);
    const [rowid, begin] = isTable ? readVarint(view, afterLength) : [undefined, afterLength];
    return { rowid, values: this.#record(this.#payload(view, begin, Number(length), isTable)) };
  }

  /** The content of a cell, with the pages that it flows over to. */
  #payload(view: DataView, begin: number, length: number, isTable: boolean): Uint8Array {
    const usable = this.#usable;
    const most = isTable ? usable - 35 : Math.floor(((usable - 12) * 64) / 255) - 23;
    const least = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = least + ((length - least) % (usable - 4));
    const local = length <= most ? length : wanted <= most ? wanted : least;
    const own = new Uint8Array(view.buffer, view.byteOffset + begin, Math.min(local, view.byteLength - begin));
    if (local === length) return own;
    if (length > this.#source.size) throw broken();
    const whole = new Uint8Array(length);
    whole.set(own);
    let next = view.getUint32(begin + local);
    for (let at = local; at < length; ) {
      if (next === 0) throw broken();
      const place = (next - 1) * this.#pageSize;
      const page = this.#source.read(place, this.#pageSize);
      if (page.length < usable) throw broken();
      const part = page.subarray(4, Math.min(usable, 4 + length - at));
      whole.set(part, at);
      at += part.length;
      next = new DataView(page.buffer, page.byteOffset, 4).getUint32(0);
    }
    return whole;
  }

  #record(bytes: Uint8Array): StoredValue[] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const values: StoredValue[] = [];
    const [headerEnd, afterSize] = readVarint(view, 0);
    let place = Number(headerEnd);
    for (let at = afterSize; at < Number(headerEnd); ) {
      const [type, next] = readVarint(view, at);
      at = next;
      const [value, length] = this.#value(view, place, Number(type));
      values.push(value);
      place += length;
    }
    return values;
  }

  /** A value by its serial type, and how many bytes it takes. */
  #value(view: DataView, at: number, type: number): [StoredValue, number] {
    if (type === 0) return [null, 0];
    if (type === 7) return [{ real: view.getFloat64(at) }, 8];
    if (type === 8 || type === 9) return [type - 8, 0];
    if (type < 7) {
      const length = [0, 1, 2, 3, 4, 6, 8][type] ?? 0;
      return [readInteger(view, at, length), length];
    }
    const length = Math.floor((type - 12) / 2);
    if (at + length > view.byteLength) throw broken();
    const bytes = new Uint8Array(view.buffer, view.byteOffset + at, length);
    return [type % 2 === 1 ? this.#decoder.decode(bytes) : bytes.slice(), length];
  }
}

/** Bytes of seven bits each whose number is exact as a double. */
const SHORT_VARINT_BYTES = 7;

/** A big-endian number of 1 to 9 bytes, seven bits in each but the ninth, and where it ends. */
function readVarint(view: DataView, start: number): [number | bigint, number] {
  let value = 0;
  for (let index = 0; index < SHORT_VARINT_BYTES; index++) {
    const byte = view.getUint8(start + index);
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return [value, start + index + 1];
  }
  const eighth = view.getUint8(start + 7);
  const eight = (BigInt(value) << 7n) | BigInt(eighth & 0x7f);
  if (eighth < 0x80) return [plain(eight), start + 8];
  return [plain(BigInt.asIntN(64, (eight << 8n) | BigInt(view.getUint8(start + 8)))), start + 9];
}

function readInteger(view: DataView, at: number, length: number): number | bigint {
  let value = BigInt(view.getInt8(at));
  for (let index = 1; index < length; index++) value = (value << 8n) | BigInt(view.getUint8(at + index));
  return plain(value);
}

const plain = (value: bigint) => (Number.isSafeInteger(Number(value)) ? Number(value) : value);

const broken = () => new SqliteProblem('database disk image is malformed');
