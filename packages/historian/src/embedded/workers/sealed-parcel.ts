import type { SeriesKey } from '../../port.ts';
import { ByteReader, ByteWriter } from '../bytes.ts';
import type { Piece } from '../piece.ts';

/** Sealed points of one series as they arrive at the writing thread. */
export interface ParcelItem {
  key: SeriesKey;
  blobs: Uint8Array[];
}

/** Puts the pieces of many series into one buffer: thousands of small arrays are slow to hand to a thread. */
export function packParcel(items: readonly { key: SeriesKey; pieces: readonly Piece[] }[]): Uint8Array<ArrayBuffer> {
  const out = new ByteWriter(items.length * 1200 + 64);
  out.varint(items.length);
  for (const { key, pieces } of items) {
    out.varint(key);
    out.varint(pieces.length);
    for (const { bytes } of pieces) {
      out.varint(bytes.length);
      // Blobs are read as 32-bit words: keep them where those may begin.
      out.padTo4();
      out.raw(bytes);
    }
  }
  return out.copy();
}

export function unpackParcel(parcel: Uint8Array): ParcelItem[] {
  const input = new ByteReader(parcel);
  const items: ParcelItem[] = [];
  for (let left = input.varint(); left > 0; left--) {
    const key = input.varint();
    const blobs: Uint8Array[] = [];
    for (let blobsLeft = input.varint(); blobsLeft > 0; blobsLeft--) {
      const length = input.varint();
      input.at = Math.ceil(input.at / 4) * 4;
      blobs.push(input.raw(length));
    }
    items.push({ key, blobs });
  }
  return items;
}
