import { type DataType, sizeOf } from './format/data-types.ts';
import type { Listed } from './format/object-list.ts';
import type { Scaler } from './format/raw-index.ts';
import { TdmsError } from './tdms-error.ts';

/** Values that lie at equal distances. */
export interface Piece {
  readonly type: DataType;
  /** Of the first value, from the beginning of the chunk. */
  readonly offset: number;
  /** Bytes from one value to the next. */
  readonly stride: number;
  readonly scaleId?: number;
  readonly bit?: number;
}

/** A channel's share in each chunk. */
export interface Part {
  readonly path: string;
  readonly type: DataType;
  readonly count: number;
  /** One, but for a channel of a measuring card that is made of several raw values. */
  readonly pieces: readonly Piece[];
  /** Where its texts are: the length of all. */
  readonly textBytes?: number;
}

/** How the values of a segment lie; the same object for segments that are laid out alike. */
export interface Layout {
  readonly parts: readonly Part[];
  readonly chunkBytes: number;
  readonly isBigEndian: boolean;
  /**
   * The parts of a last chunk that was not filled.
   * @param isCut the file ends there, rather than its writer having ended the chunk
   */
  readonly lastChunk: (bytes: number, isCut: boolean) => Part[];
}

export function layOut(listed: readonly Listed[], isInterleaved: boolean, isBigEndian: boolean): Layout {
  const isOfCard = listed.some(({ index }) => index.daqmx !== undefined);
  if (isOfCard) return cardRows(listed, isBigEndian);
  return isInterleaved ? interleaved(listed, isBigEndian) : oneAfterAnother(listed, isBigEndian);
}

function oneAfterAnother(listed: readonly Listed[], isBigEndian: boolean): Layout {
  let chunkBytes = 0;
  const sizes: number[] = [];
  const parts = listed.map(({ path, index: { type, count, bytes = 0 } }): Part => {
    const piece = { type, offset: chunkBytes, stride: sizeOf(type) ?? 4 };
    chunkBytes += bytes;
    sizes.push(bytes);
    return { path, type, count, pieces: [piece], ...(type === 'string' ? { textBytes: bytes } : {}) };
  });
  const share = (bytes: number) => parts.map(({ count }) => Math.floor((count * bytes) / chunkBytes));
  const inTurn = (bytes: number) => {
    let left = bytes;
    return parts.map(({ count, pieces }, n) => {
      const own = Math.min(left, sizes[n] ?? 0);
      left -= own;
      return own === sizes[n] ? count : Math.floor(own / (pieces[0]?.stride ?? 1));
    });
  };
  const lastChunk = (bytes: number, isCut: boolean) => {
    const counts = isCut ? inTurn(bytes) : share(bytes);
    let offset = 0;
    return parts.map((part, n): Part => {
      // A part of a chunk of texts cannot be told from its end, which comes first.
      const count = part.type === 'string' ? 0 : (counts[n] ?? 0);
      const pieces = part.pieces.map((piece) => ({ ...piece, offset }));
      offset += part.type === 'string' ? (sizes[n] ?? 0) : count * (pieces[0]?.stride ?? 0);
      return { ...part, count, pieces };
    });
  };
  return { parts, chunkBytes, isBigEndian, lastChunk };
}

function interleaved(listed: readonly Listed[], isBigEndian: boolean): Layout {
  const count = listed[0]?.index.count ?? 0;
  let stride = 0;
  const offsets = listed.map(({ index: { type, count: own } }) => {
    const size = sizeOf(type);
    if (size === undefined)
      throw new TdmsError('Texts stand between interleaved values, which the format does not allow.');
    if (own !== count)
      throw new TdmsError('Interleaved channels are of different lengths, which the format does not allow.');
    stride += size;
    return stride - size;
  });
  const parts = listed.map(
    ({ path, index: { type } }, n): Part => ({
      path,
      type,
      count,
      pieces: [{ type, offset: offsets[n] ?? 0, stride }],
    }),
  );
  const lastChunk = (bytes: number) => parts.map((part) => ({ ...part, count: Math.floor(bytes / stride) }));
  return { parts, chunkBytes: stride * count, isBigEndian, lastChunk };
}

/** Rows of one measuring card after those of another, all of the same number of bytes. */
function cardRows(listed: readonly Listed[], isBigEndian: boolean): Layout {
  const rowBytes = listed[0]?.index.daqmx?.rowBytes ?? [];
  const rows = rowBytes.map(() => 0);
  for (const { index } of listed) {
    const { daqmx } = index;
    if (daqmx === undefined) throw new TdmsError('Values of a measuring card stand among others, which is not read.');
    if (daqmx.rowBytes.join() !== rowBytes.join()) {
      throw new TdmsError('Channels of a measuring card contradict each other in how wide its rows are.');
    }
    for (const { buffer } of daqmx.scalers) rows[buffer] = Math.max(rows[buffer] ?? 0, index.count);
  }
  let chunkBytes = 0;
  const begins = rowBytes.map((width, buffer) => {
    chunkBytes += width * (rows[buffer] ?? 0);
    return chunkBytes - width * (rows[buffer] ?? 0);
  });
  const pieceOf = ({ type, buffer, byteOffset, scaleId, bit }: Scaler): Piece => ({
    type,
    offset: (begins[buffer] ?? 0) + byteOffset,
    stride: rowBytes[buffer] ?? 0,
    scaleId,
    ...(bit === undefined ? {} : { bit }),
  });
  const parts = listed.map(({ path, index }): Part => {
    const pieces = index.daqmx?.scalers.map(pieceOf) ?? [];
    return { path, type: index.type, count: index.count, pieces };
  });
  const lastChunk = (bytes: number) => {
    const left = rowBytes.map((width, buffer) => {
      const ofBuffer = Math.max(0, bytes - (begins[buffer] ?? 0));
      return width === 0 ? 0 : Math.min(rows[buffer] ?? 0, Math.floor(ofBuffer / width));
    });
    return parts.map((part, n): Part => {
      const buffers = listed[n]?.index.daqmx?.scalers.map(({ buffer }) => left[buffer] ?? 0) ?? [];
      return { ...part, count: Math.min(part.count, ...buffers) };
    });
  };
  return { parts, chunkBytes, isBigEndian, lastChunk };
}
