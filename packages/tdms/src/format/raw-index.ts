import { TdmsError } from '../tdms-error.ts';
import type { ByteCursor } from './byte-cursor.ts';
import { type DataType, daqmxTypeOf, dataTypeOf, sizeOf } from './data-types.ts';

/** Where the raw values of a measuring card lie in its rows. */
export interface Scaler {
  /** The scaling that takes them (`NI_Scale[…]`). */
  readonly scaleId: number;
  readonly type: DataType;
  /** One for each card: rows of different cards stand one after another. */
  readonly buffer: number;
  readonly byteOffset: number;
  /** The bit of a digital line within that value. */
  readonly bit?: number;
}

/** What a chunk of a segment holds of one channel. */
export interface RawIndex {
  readonly type: DataType;
  /** Values in each chunk. */
  readonly count: number;
  /** Bytes in each chunk; undefined where the rows of a measuring card say it. */
  readonly bytes?: number;
  readonly daqmx?: { readonly scalers: readonly Scaler[]; readonly rowBytes: readonly number[] };
}

export const NO_DATA = 0xffff_ffff;
export const AS_BEFORE = 0;
const FORMAT_CHANGING = 0x1269;
/** The description of the format says 0x1369; what cards write is 0x126A. */
const DIGITAL_LINES: readonly number[] = [0x126a, 0x1369];
const MOST_SCALERS = 1_000;

/** What only its maker can read ends the description: nobody knows how long it is. */
export const unread = (what: string, type: DataType): string =>
  type === 'fixed'
    ? `The file has ${what} of fixed-point numbers, whose layout National Instruments has not published.`
    : `The file has ${what} of a type that is not read (${type}).`;

/** @param header the four bytes before it: its length, or what kind of card wrote it */
export function readRawIndex(cursor: ByteCursor, header: number): RawIndex {
  if (header === FORMAT_CHANGING || DIGITAL_LINES.includes(header)) {
    return readDaqmxIndex(cursor, DIGITAL_LINES.includes(header));
  }
  const type = dataTypeOf(cursor.u32());
  if (cursor.u32() !== 1)
    throw new TdmsError('The file has values of more than one dimension, which the format does not allow.');
  const count = wholeNumber(cursor.u64());
  if (type === 'string') return { type, count, bytes: wholeNumber(cursor.u64()) };
  const size = sizeOf(type);
  if (size === undefined) throw new TdmsError(unread('a channel', type));
  return { type, count, bytes: wholeNumber(count * size) };
}

function readDaqmxIndex(cursor: ByteCursor, isDigital: boolean): RawIndex {
  const type = dataTypeOf(cursor.u32());
  if (cursor.u32() !== 1)
    throw new TdmsError('The file has values of more than one dimension, which the format does not allow.');
  const count = wholeNumber(cursor.u64());
  const scalers = many(cursor.u32(), () => readScaler(cursor, isDigital));
  const rowBytes = many(cursor.u32(), () => cursor.u32());
  if (scalers.length === 0 && count > 0) {
    throw new TdmsError('A channel of a measuring card says nothing of where its values lie.');
  }
  for (const { buffer, byteOffset, type: ofScaler } of scalers) {
    const row = rowBytes[buffer];
    if (row === undefined || byteOffset + (sizeOf(ofScaler) ?? 0) > row) {
      throw new TdmsError('The raw data of a channel lie outside the rows that they are part of.');
    }
  }
  return { type, count, daqmx: { scalers, rowBytes } };
}

function readScaler(cursor: ByteCursor, isDigital: boolean): Scaler {
  const type = daqmxTypeOf(cursor.u32());
  const buffer = cursor.u32();
  const offset = cursor.u32();
  cursor.skip(isDigital ? 1 : 4);
  const scaleId = cursor.u32();
  if (!isDigital) return { scaleId, type, buffer, byteOffset: offset };
  return { scaleId, type, buffer, byteOffset: Math.floor(offset / 8), bit: offset % 8 };
}

function many<Item>(count: number, read: () => Item): Item[] {
  if (count > MOST_SCALERS) throw new TdmsError('The raw data of a channel are in more parts than any card writes.');
  return Array.from({ length: count }, read);
}

function wholeNumber(value: number): number {
  if (!Number.isSafeInteger(value)) throw new TdmsError('The file announces more values than there can be.');
  return value;
}
