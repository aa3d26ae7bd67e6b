import type { SeriesKey } from '../../port.ts';
import { countOf, startOf } from '../codec/points-codec.ts';
import { isWithin, type Piece } from '../points/piece.ts';

/** Its pages take memory only once they are written to. */
const PARCEL_BYTES = 2 * 2 ** 20;
/** f64 series, u32 number of blobs. */
const ITEM_BYTES = 12;
/** u32 length, f64 time of the last point; then the blob, zeros up to a multiple of 4: it is read as 32-bit words. */
const BLOB_BYTES = 12;

function bytesFor(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + BLOB_BYTES + Math.ceil(bytes.length / 4) * 4, ITEM_BYTES);
}

/**
 * Sealed points of many series on their way to the chunks, in memory that the writing thread sees, too. It is used again
 * and again: as arrays of their own, blobs of 200 bytes cost four times their length, and a burst left that behind.
 */
export class Parcel {
  readonly memory: SharedArrayBuffer;
  readonly #bytes: Uint8Array<SharedArrayBuffer>;
  readonly #view: DataView<SharedArrayBuffer>;
  #length = 0;
  /** What was added, in order. */
  items: { key: SeriesKey; releasesLogFile: number }[] = [];
  /** Points in it. */
  points = 0;

  /** @param first what it must have room for at least */
  constructor(first: readonly Piece[]) {
    this.memory = new SharedArrayBuffer(Math.max(PARCEL_BYTES, bytesFor(first)));
    this.#bytes = new Uint8Array(this.memory);
    this.#view = new DataView(this.memory);
  }

  /** Bytes that were written. */
  get length(): number {
    return this.#length;
  }

  /** Whether it is as large as others, so that it can be used for anything. */
  get isUsual(): boolean {
    return this.memory.byteLength === PARCEL_BYTES;
  }

  hasRoom(pieces: readonly Piece[]): boolean {
    return this.#length + bytesFor(pieces) <= this.memory.byteLength;
  }

  /** Copies the pieces, oldest writing first; answers their place. */
  add(key: SeriesKey, pieces: readonly Piece[], releasesLogFile: number): number {
    const place = this.#length;
    this.#view.setFloat64(place, key, true);
    this.#view.setUint32(place + 8, pieces.length, true);
    let at = place + ITEM_BYTES;
    for (const { bytes, endMs, count } of pieces) {
      this.#view.setUint32(at, bytes.length, true);
      this.#view.setFloat64(at + 4, endMs, true);
      this.#bytes.set(bytes, at + BLOB_BYTES);
      at += BLOB_BYTES + Math.ceil(bytes.length / 4) * 4;
      this.points += count;
    }
    this.#length = at;
    this.items.push({ key, releasesLogFile });
    return place;
  }

  /** Those pieces at a place that reach into a range of times (inclusive), copied. */
  piecesAt(place: number, fromMs: number, toMs: number): Piece[] {
    const pieces: Piece[] = [];
    let at = place + ITEM_BYTES;
    for (let left = this.#view.getUint32(place + 8, true); left > 0; left--) {
      const length = this.#view.getUint32(at, true);
      const blob = this.#bytes.subarray(at + BLOB_BYTES, at + BLOB_BYTES + length);
      const span = { startMs: startOf(blob), endMs: this.#view.getFloat64(at + 4, true) };
      if (isWithin(span, fromMs, toMs)) pieces.push({ ...span, count: countOf(blob), bytes: new Uint8Array(blob) });
      at += BLOB_BYTES + Math.ceil(length / 4) * 4;
    }
    return pieces;
  }

  /** Makes it empty; nobody may read it any more. */
  clear(): void {
    this.#length = 0;
    this.items = [];
    this.points = 0;
  }
}

/** Sealed points of one series as they arrive at the writing thread. */
export interface ParcelItem {
  key: SeriesKey;
  blobs: Uint8Array[];
}

let received = new Uint8Array(0);

/** What lies in the first bytes of a parcel, by series: neighbours in the index are written together. */
export function* unpackParcel(memory: SharedArrayBuffer, length: number): Generator<ParcelItem> {
  if (received.length < length) received = new Uint8Array(memory.byteLength);
  received.set(new Uint8Array(memory, 0, length));
  const view = new DataView(received.buffer);
  const after = (at: number): number => at + BLOB_BYTES + Math.ceil(view.getUint32(at, true) / 4) * 4;
  const places: number[] = [];
  for (let at = 0; at < length; ) {
    places.push(at);
    let left = view.getUint32(at + 8, true);
    for (at += ITEM_BYTES; left > 0; left--) at = after(at);
  }
  places.sort((a, b) => view.getFloat64(a, true) - view.getFloat64(b, true));
  for (const place of places) {
    const blobs: Uint8Array[] = [];
    let at = place + ITEM_BYTES;
    for (let left = view.getUint32(place + 8, true); left > 0; left--) {
      blobs.push(received.subarray(at + BLOB_BYTES, at + BLOB_BYTES + view.getUint32(at, true)));
      at = after(at);
    }
    yield { key: view.getFloat64(place, true), blobs };
  }
}
