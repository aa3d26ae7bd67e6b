import { constants, crc32, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { ByteReader, DamagedDataError } from '../codec/bytes.ts';
import { fillWithEmptyRecords, type LogRecord, readRecord } from './log-records.ts';

/** A log of a greater one cannot be read. */
export const LOG_VERSION = 2;
/** First bytes of every log file: a name, then the format version as u32. */
export const LOG_HEADER = Uint8Array.from([...Buffer.from('TELLTALE-LOG'), LOG_VERSION, 0, 0, 0]);

const VERSION_AT = 12;

/**
 * A frame: u32 mark, u32 length of the body, u32 CRC-32 of the body, body. A body: u8 form, then
 * records. Zeros may stand behind a frame, up to a multiple of 4,096.
 */
export const FRAME_HEAD_BYTES = 12;
const FRAME_MARK = 0x4c54_5446;
const PLAIN = 0;
const ZSTD = 1;

/** Strings compress well and numbers do not: only long frames of more than this many bytes a point are tried. */
const COMPRESS_FROM_BYTES = 4096;
const COMPRESS_FROM_BYTES_PER_POINT = 12;
const MOST_BODY_BYTES = 2 ** 30;

/** The disk writes whole pages of this size, whatever is forced to it. */
const PAGE_BYTES = 4096;
/** Less room than this in the last page is not worth writing that page once more. */
const LEAST_ROOM_BYTES = 2048;
export const MOST_PADDING_BYTES = LEAST_ROOM_BYTES;

/** Zeros to write behind a frame that ends at `end`, so that the next one does not write its last page again. */
export function paddingAfter(end: number): number {
  const room = (PAGE_BYTES - (end % PAGE_BYTES)) % PAGE_BYTES;
  return room < LEAST_ROOM_BYTES ? room : 0;
}

/**
 * Wraps records (already written one after the other) in a frame ready for the file.
 * @param room memory for it that is used when it is large enough
 */
export function buildFrame(records: Uint8Array, points: number, room = Buffer.alloc(0)): Buffer {
  const isWorthIt = records.length >= COMPRESS_FROM_BYTES && records.length > points * COMPRESS_FROM_BYTES_PER_POINT;
  const stored = isWorthIt
    ? zstdCompressSync(records, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    : records;
  const length = FRAME_HEAD_BYTES + 1 + stored.length;
  const frame = length <= room.length ? room.subarray(0, length) : Buffer.allocUnsafe(length);
  frame[FRAME_HEAD_BYTES] = isWorthIt ? ZSTD : PLAIN;
  frame.set(stored, FRAME_HEAD_BYTES + 1);
  return sealed(frame);
}

/** A frame of a given length (at least 2 bytes more than an empty one) that says nothing, to be written over another. */
export function emptyFrame(bytes: number): Buffer {
  const frame = Buffer.alloc(bytes);
  frame[FRAME_HEAD_BYTES] = PLAIN;
  fillWithEmptyRecords(frame.subarray(FRAME_HEAD_BYTES + 1));
  return sealed(frame);
}

/** Fills in what stands before the body. */
function sealed(frame: Buffer): Buffer {
  frame.writeUInt32LE(FRAME_MARK, 0);
  frame.writeUInt32LE(frame.length - FRAME_HEAD_BYTES, 4);
  frame.writeUInt32LE(crc32(frame.subarray(FRAME_HEAD_BYTES)), 8);
  return frame;
}

/** What reading one log file brought. */
export interface LogScan {
  /** Bytes at the end that are no whole frame: a write that a crash cut off. */
  tornBytes: number;
  /** Bytes inside the file that failed their checksum; what follows them was still read. */
  damagedBytes: number;
}

/** Version in the header of a log file, or null when the header is not whole. */
export function logVersion(file: Buffer): number | null {
  if (file.length < LOG_HEADER.length) return null;
  if (!file.subarray(0, VERSION_AT).equals(LOG_HEADER.subarray(0, VERSION_AT))) return null;
  return file.readUInt32LE(VERSION_AT);
}

/** Gives every record of a log file to `onRecord`, in order; never throws on damaged content. */
export function scanLog(file: Buffer, onRecord: (record: LogRecord) => void): LogScan {
  const mark = Buffer.alloc(4);
  mark.writeUInt32LE(FRAME_MARK);
  const scan: LogScan = { tornBytes: 0, damagedBytes: 0 };
  let at = logVersion(file) === null ? 0 : LOG_HEADER.length;
  while (at < file.length) {
    const end = frameEnd(file, at);
    if (end > 0 && applyBody(file.subarray(at + FRAME_HEAD_BYTES, end), onRecord)) {
      at = end;
      continue;
    }
    const padded = endOfPadding(file, at);
    if (padded > at) {
      at = padded;
      continue;
    }
    const next = findFrame(file, at + 1, mark);
    if (next < 0) {
      scan.tornBytes = file.length - at;
      break;
    }
    scan.damagedBytes += next - at;
    at = next;
  }
  return scan;
}

/** Where the zeros end that fill the page from `at` on; `at` when there is something else. */
function endOfPadding(file: Buffer, at: number): number {
  const end = Math.min(file.length, Math.ceil(at / PAGE_BYTES) * PAGE_BYTES);
  for (let i = at; i < end; i++) if (file[i] !== 0) return at;
  return end;
}

/** End of the whole, undamaged frame at `at`, or -1. */
function frameEnd(file: Buffer, at: number): number {
  if (at + FRAME_HEAD_BYTES > file.length || file.readUInt32LE(at) !== FRAME_MARK) return -1;
  const end = at + FRAME_HEAD_BYTES + file.readUInt32LE(at + 4);
  if (end > file.length || end === at + FRAME_HEAD_BYTES) return -1;
  return crc32(file.subarray(at + FRAME_HEAD_BYTES, end)) === file.readUInt32LE(at + 8) ? end : -1;
}

function findFrame(file: Buffer, from: number, mark: Buffer): number {
  let at = file.indexOf(mark, from);
  while (at >= 0 && frameEnd(file, at) < 0) at = file.indexOf(mark, at + 1);
  return at;
}

function applyBody(body: Buffer, onRecord: (record: LogRecord) => void): boolean {
  // Read whole before the first record is applied: a frame counts all or not at all.
  const records: LogRecord[] = [];
  try {
    const plain =
      body[0] === ZSTD ? zstdDecompressSync(body.subarray(1), { maxOutputLength: MOST_BODY_BYTES }) : body.subarray(1);
    const input = new ByteReader(plain);
    while (input.remaining > 0) records.push(readRecord(input));
  } catch (error) {
    if (error instanceof DamagedDataError || isZstdError(error)) return false;
    throw error;
  }
  for (const record of records) onRecord(record);
  return true;
}

function isZstdError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('ZSTD');
}
