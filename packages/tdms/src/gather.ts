import { epochMs } from './format/byte-cursor.ts';
import type { DataType } from './format/data-types.ts';
import { extendedNumber } from './format/extended.ts';
import type { Piece } from './layout.ts';

/** Types whose values are numbers, times in milliseconds since 1970 among them, and true and false as 1 and 0. */
export type NumberType = Exclude<DataType, 'string' | 'complex64' | 'complex128' | 'fixed' | 'daqmx'>;

type Take = (view: DataView, at: number, isLittle: boolean) => number;

const takes: Readonly<Record<NumberType, Take>> = {
  int8: (view, at) => view.getInt8(at),
  int16: (view, at, isLittle) => view.getInt16(at, isLittle),
  int32: (view, at, isLittle) => view.getInt32(at, isLittle),
  int64: (view, at, isLittle) => Number(view.getBigInt64(at, isLittle)),
  uint8: (view, at) => view.getUint8(at),
  uint16: (view, at, isLittle) => view.getUint16(at, isLittle),
  uint32: (view, at, isLittle) => view.getUint32(at, isLittle),
  uint64: (view, at, isLittle) => Number(view.getBigUint64(at, isLittle)),
  float32: (view, at, isLittle) => view.getFloat32(at, isLittle),
  float64: (view, at, isLittle) => view.getFloat64(at, isLittle),
  extended: extendedNumber,
  boolean: (view, at) => (view.getUint8(at) === 0 ? 0 : 1),
  timestamp: (view, at, isLittle) =>
    isLittle
      ? epochMs(view.getBigInt64(at + 8, true), view.getBigUint64(at, true))
      : epochMs(view.getBigInt64(at, false), view.getBigUint64(at + 8, false)),
};

/** Arrays that the machine reads as they lie, where values stand one after another in its own byte order. */
const packed = {
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const;

const isLittleMachine = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** Whether values lie one after another as the machine has them. */
function isPacked(
  { byteOffset }: Uint8Array,
  at: number,
  { type, stride, bit }: Pick<Piece, 'type' | 'stride' | 'bit'>,
  isBigEndian: boolean,
): boolean {
  if (!(type in packed) || bit !== undefined) return false;
  const { BYTES_PER_ELEMENT: size } = packed[type as keyof typeof packed];
  return stride === size && (byteOffset + at) % size === 0 && (isLittleMachine !== isBigEndian || size === 1);
}

/** The values where they lie, where they lie there as they are wanted; undefined: they are to be gathered. */
export function viewed(
  bytes: Uint8Array,
  at: number,
  count: number,
  piece: Pick<Piece, 'type' | 'stride' | 'bit'>,
  isBigEndian: boolean,
): Float64Array | undefined {
  if (piece.type !== 'float64' || !isPacked(bytes, at, piece, isBigEndian)) return undefined;
  return new Float64Array(bytes.buffer, bytes.byteOffset + at, count);
}

/**
 * Values that lie in `bytes` at equal distances.
 * @param at of the first
 * @param into from its index `to` on
 */
export function gather(
  bytes: Uint8Array,
  at: number,
  count: number,
  piece: Pick<Piece, 'type' | 'stride' | 'bit'>,
  isBigEndian: boolean,
  into: Float64Array,
  to: number,
): void {
  const type = piece.type as NumberType;
  if (isPacked(bytes, at, piece, isBigEndian)) {
    const kind = packed[type as keyof typeof packed];
    into.set(new kind(bytes.buffer as ArrayBuffer, bytes.byteOffset + at, count), to);
    return;
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const take = takes[type];
  const { stride, bit } = piece;
  for (let n = 0; n < count; n++) {
    const value = take(view, at + n * stride, !isBigEndian);
    into[to + n] = bit === undefined ? value : Math.floor(value / 2 ** bit) % 2;
  }
}
