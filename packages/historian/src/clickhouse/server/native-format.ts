/**
 * ClickHouse's own columnar form ("Native"), as far as the tables of history need it: a block is the number of columns
 * and of rows, then each column by name, type and values; an answer is any number of blocks.
 */

export type ColumnType = 'UInt64' | 'Int64' | 'Float64' | 'UInt8' | 'Nullable(String)';

/** A column to be written; whole numbers are float64 here, too, since every one of ours is a safe integer. */
export interface ColumnToWrite {
  name: string;
  type: ColumnType;
  values: Float64Array | Uint8Array | readonly (string | null)[];
}

/** A column that was read: numbers, bytes, or texts (null while there is none). */
export type NativeColumn = Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | (string | null)[];

/** An answer is not whole, or not in the form that was asked for: it was cut off on its way. */
export class NativeFormatError extends Error {
  override readonly name = 'NativeFormatError';
}

const HIGH = 2 ** 32;
const REST_OF_VARINT = 0x80;

export function encodeNative(columns: readonly ColumnToWrite[], rows: number): Buffer {
  const parts: Uint8Array[] = [varint(columns.length), varint(rows)];
  for (const { name, type, values } of columns) {
    parts.push(shortText(name), shortText(type));
    if (type === 'Nullable(String)') parts.push(manyTexts(values as readonly (string | null)[], rows));
    else if (type === 'UInt8') parts.push((values as Uint8Array).subarray(0, rows));
    else if (type === 'Float64') parts.push(bytesOf((values as Float64Array).subarray(0, rows)));
    else parts.push(wholeNumbers(values as Float64Array, rows));
  }
  return Buffer.concat(parts);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let left = value;
  while (left >= REST_OF_VARINT) {
    bytes.push((left % REST_OF_VARINT) | REST_OF_VARINT);
    left = Math.floor(left / REST_OF_VARINT);
  }
  bytes.push(left);
  return Uint8Array.from(bytes);
}

function shortText(text: string): Uint8Array {
  const bytes = Buffer.from(text);
  return Buffer.concat([varint(bytes.length), bytes]);
}

const bytesOf = (values: Float64Array): Uint8Array =>
  new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** 64-bit little-endian, two's complement: made of two halves, since a BigInt for each would be slow. */
function wholeNumbers(values: Float64Array, rows: number): Uint8Array {
  const halves = new Int32Array(rows * 2);
  for (let i = 0; i < rows; i++) {
    const value = values[i] as number;
    const high = Math.floor(value / HIGH);
    halves[2 * i] = value - high * HIGH;
    halves[2 * i + 1] = high;
  }
  return new Uint8Array(halves.buffer);
}

const NO_TEXT = Uint8Array.of(0);

function manyTexts(texts: readonly (string | null)[], rows: number): Uint8Array {
  const isNull = new Uint8Array(rows);
  const parts: Uint8Array[] = [isNull];
  for (let i = 0; i < rows; i++) {
    const text = texts[i] ?? null;
    isNull[i] = text === null ? 1 : 0;
    if (text === null) {
      parts.push(NO_TEXT);
      continue;
    }
    const bytes = textBytes(text);
    parts.push(varint(bytes.length), bytes);
  }
  return Buffer.concat(parts);
}

/** What UTF-8 cannot carry, lone surrogates, is written as the three bytes that each would have if it were a character. */
export function textBytes(text: string): Buffer {
  if (text.isWellFormed()) return Buffer.from(text);
  const parts: Buffer[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isLone = character.length === 1 && code >= 0xd800 && code <= 0xdfff;
    parts.push(
      isLone
        ? Buffer.from([0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)])
        : Buffer.from(character),
    );
  }
  return Buffer.concat(parts);
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LONE_SURROGATE = /\xed[\xa0-\xbf][\x80-\xbf]/g;

function textOf(bytes: Buffer): string {
  try {
    return strict.decode(bytes);
  } catch {
    const latin = bytes.toString('latin1');
    let text = '';
    let at = 0;
    for (const { index } of latin.matchAll(LONE_SURROGATE)) {
      const code = 0xd000 | (((bytes[index + 1] ?? 0) & 63) << 6) | ((bytes[index + 2] ?? 0) & 63);
      text += bytes.toString('utf8', at, index) + String.fromCharCode(code);
      at = index + 3;
    }
    return text + bytes.toString('utf8', at);
  }
}

/** Rows of an answer, in columns by name. */
export class NativeTable {
  readonly rows: number;
  readonly #columns: ReadonlyMap<string, NativeColumn>;

  constructor(rows: number, columns: ReadonlyMap<string, NativeColumn>) {
    this.rows = rows;
    this.#columns = columns;
  }

  numbers(name: string): Float64Array<ArrayBuffer> {
    return this.#of(name, (column) => column instanceof Float64Array, new Float64Array(0));
  }

  bytes(name: string): Uint8Array<ArrayBuffer> {
    return this.#of(name, (column) => column instanceof Uint8Array, new Uint8Array(0));
  }

  texts(name: string): (string | null)[] {
    return this.#of(name, (column) => Array.isArray(column), []);
  }

  #of<Column extends NativeColumn>(
    name: string,
    is: (column: NativeColumn) => boolean,
    none: Column & NativeColumn,
  ): Column {
    const column = this.#columns.get(name) ?? none;
    if (!is(column) || column.length !== this.rows) throw new NativeFormatError(`the answer has no column ${name}`);
    return column as Column;
  }
}

/** @throws NativeFormatError when it is not whole */
export function decodeNative(bytes: Buffer): NativeTable {
  const reader = new NativeReader(bytes);
  const blocks: { rows: number; columns: Map<string, NativeColumn> }[] = [];
  while (!reader.isAtEnd) blocks.push(reader.block());
  const filled = blocks.filter(({ rows }) => rows > 0);
  const [first] = filled;
  if (!first) return new NativeTable(0, new Map());
  if (filled.length === 1) return new NativeTable(first.rows, first.columns);
  const rows = filled.reduce((sum, block) => sum + block.rows, 0);
  const columns = [...first.columns].map(([name, column]): [string, NativeColumn] => {
    const runs = filled.map((block) => block.columns.get(name) ?? []);
    return [name, joinRuns(column, runs, rows)];
  });
  return new NativeTable(rows, new Map(columns));
}

function joinRuns(like: NativeColumn, runs: readonly NativeColumn[], rows: number): NativeColumn {
  if (Array.isArray(like)) return (runs as (string | null)[][]).flat();
  const all = like instanceof Float64Array ? new Float64Array(rows) : new Uint8Array(rows);
  let at = 0;
  for (const run of runs) {
    all.set(run as ArrayLike<number>, at);
    at += run.length;
  }
  return all;
}

class NativeReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  block(): { rows: number; columns: Map<string, NativeColumn> } {
    const count = this.#varint();
    const rows = this.#varint();
    const columns = new Map<string, NativeColumn>();
    for (let i = 0; i < count; i++) {
      const name = this.#take(this.#varint()).toString();
      const type = this.#take(this.#varint()).toString();
      columns.set(name, this.#column(type, rows));
    }
    return { rows, columns };
  }

  #column(type: string, rows: number): NativeColumn {
    if (type === 'UInt8') return Uint8Array.from(this.#take(rows));
    if (type === 'Float64') return new Float64Array(this.#copy(rows * 8));
    if (type === 'UInt64') return wide(new Uint32Array(this.#copy(rows * 8)), rows);
    if (type === 'Int64') return wide(new Int32Array(this.#copy(rows * 8)), rows);
    if (type === 'String') return this.#texts(null, rows);
    if (type === 'Nullable(String)') return this.#texts(this.#take(rows), rows);
    throw new NativeFormatError(`the answer has a column of ${type}`);
  }

  #texts(isNull: Buffer | null, rows: number): (string | null)[] {
    const texts = new Array<string | null>(rows).fill(null);
    for (let i = 0; i < rows; i++) {
      const length = this.#varint();
      const bytes = length === 0 ? this.#bytes.subarray(0, 0) : this.#take(length);
      if (isNull === null || isNull[i] === 0) texts[i] = textOf(bytes);
    }
    return texts;
  }

  #varint(): number {
    let value = 0;
    let scale = 1;
    for (;;) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new NativeFormatError('the answer was cut off');
      value += (byte & 127) * scale;
      if (byte < REST_OF_VARINT) return value;
      scale *= REST_OF_VARINT;
    }
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new NativeFormatError('the answer was cut off');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  /** In memory of its own, where numbers lie as the processor wants them. */
  #copy(length: number): ArrayBuffer {
    const copy = new Uint8Array(length);
    copy.set(this.#take(length));
    return copy.buffer;
  }
}

/** Numbers of two halves each; the sign is that of the high one. */
function wide(halves: Int32Array | Uint32Array, rows: number): Float64Array<ArrayBuffer> {
  const values = new Float64Array(rows);
  for (let i = 0; i < rows; i++) {
    values[i] = ((halves[2 * i] as number) >>> 0) + (halves[2 * i + 1] as number) * HIGH;
  }
  return values;
}
