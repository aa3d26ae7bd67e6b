/** What the first 100 bytes of a file say (https://www.sqlite.org/fileformat.html, 1.3). */
export type HeaderReading =
  | { readonly kind: 'empty' }
  | { readonly kind: 'other'; readonly problem: string }
  | {
      readonly kind: 'database';
      readonly isWal: boolean;
      readonly encoding: string;
      readonly pageSize: number;
      readonly problem: string | undefined;
    };

const ENCODINGS: Readonly<Record<number, string>> = { 2: 'UTF-16le', 3: 'UTF-16be' };
const MAGIC = 'SQLite format 3\0';
const OTHERS: readonly (readonly [beginning: string, what: string])[] = [
  ['\x89PNG', 'a PNG picture'],
  ['\xff\xd8\xff', 'a JPEG picture'],
  ['GIF8', 'a GIF picture'],
  ['%PDF', 'a PDF document'],
  ['PK\x03\x04', 'a ZIP archive'],
  ['\x1f\x8b', 'a gzip archive'],
  ['TDSm', 'a TDMS measurement file'],
  ['PAR1', 'a Parquet file'],
  ['7\x7f\x06', 'the -wal file of a database: choose the database itself, and this one with it'],
];
const NOT_A_DATABASE = 'This is not an SQLite database';

export function readHeader(bytes: Uint8Array, size: number): HeaderReading {
  if (size === 0) return { kind: 'empty' };
  const text = String.fromCharCode(...bytes.subarray(0, 100));
  if (!text.startsWith(MAGIC) || size < 100) return { kind: 'other', problem: whatElse(text) };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const pageSize = view.getUint16(16) === 1 ? 65_536 : view.getUint16(16);
  const said = view.getUint32(28) * pageSize;
  // The number of pages counts only when it was written by whoever changed the file last.
  const isCut = view.getUint32(24) === view.getUint32(92) && said > size;
  return {
    kind: 'database',
    isWal: bytes[18] === 2 || bytes[19] === 2,
    encoding: ENCODINGS[view.getUint32(56)] ?? 'UTF-8',
    pageSize,
    problem: isCut
      ? `The file is cut short: it should have ${said.toLocaleString('en-US')} bytes, and has ${size.toLocaleString('en-US')}.`
      : undefined,
  };
}

function whatElse(text: string): string {
  const other = OTHERS.find(([beginning]) => text.startsWith(beginning));
  if (other) return `${NOT_A_DATABASE}: it begins like ${other[1]}.`;
  if (/^[\t\n\r\x20-\x7e\x80-\xff]*$/.test(text) && !/[\x80-\xff]{4}/.test(text)) {
    return `${NOT_A_DATABASE}: it begins like a text.`;
  }
  return `${NOT_A_DATABASE}, or it is encrypted: what it begins with says neither.`;
}
