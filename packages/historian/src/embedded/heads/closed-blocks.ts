import { countOf, startOf } from '../codec/points-codec.ts';
import { isWithin, type Piece } from '../points/piece.ts';
import { grown } from './grown.ts';

const PAGE_BYTES = 65_536;
const PAGE_SHIFT = 16;
/** Places are multiples of this: few sizes, so that what one series gives back fits the next. */
const UNIT = 64;
/** Behind a place: u32 place of the next blob plus one (0: none), u32 length, f64 time of the last point. */
const HEAD_BYTES = 16;

/** A blob longer than a page can hold; strings only. */
interface LargePiece {
  piece: Piece;
  /** How many blobs of the pages stand before it. */
  after: number;
}

/**
 * The encoded blocks of each series, in order of time, in shared pages: an array object for each would take as much
 * memory as its bytes. The places of a series form a chain.
 */
export class ClosedBlocks {
  readonly #pages: { bytes: Uint8Array; view: DataView }[] = [];
  /** Free places by size in units. */
  readonly #free: number[][] = [];
  #pageUsed = PAGE_BYTES;
  #first = new Int32Array(1024);
  #last = new Int32Array(1024);
  #bytes = new Int32Array(1024);
  #points = new Int32Array(1024);
  #startsMs = new Float64Array(1024);
  readonly #large = new Map<number, LargePiece[]>();

  /** Makes room for so many series. */
  grow(size: number): void {
    this.#first = grown(new Int32Array(size), this.#first);
    this.#last = grown(new Int32Array(size), this.#last);
    this.#bytes = grown(new Int32Array(size), this.#bytes);
    this.#points = grown(new Int32Array(size), this.#points);
    this.#startsMs = grown(new Float64Array(size), this.#startsMs);
  }

  bytesOf(index: number): number {
    return this.#bytes[index] as number;
  }

  pointsOf(index: number): number {
    return this.#points[index] as number;
  }

  /** Time of the first point; there must be one. */
  startOf(index: number): number {
    return this.#startsMs[index] as number;
  }

  /** Adds a blob that ends at a time; its bytes are copied. */
  add(index: number, endMs: number, count: number, blob: Uint8Array<ArrayBuffer>): void {
    if (this.#points[index] === 0) this.#startsMs[index] = startOf(blob);
    this.#points[index] = (this.#points[index] as number) + count;
    this.#bytes[index] = (this.#bytes[index] as number) + blob.length;
    const units = unitsFor(blob.length);
    if (units * UNIT > PAGE_BYTES) {
      const large = this.#large.get(index) ?? [];
      this.#large.set(index, large);
      const piece = { startMs: startOf(blob), endMs, count, bytes: blob.slice() };
      large.push({ piece, after: this.#placesOf(index).length });
      return;
    }
    const place = this.#take(units);
    const { bytes, view } = this.#page(place);
    const at = (place * UNIT) & (PAGE_BYTES - 1);
    view.setUint32(at, 0, true);
    view.setUint32(at + 4, blob.length, true);
    view.setFloat64(at + 8, endMs, true);
    bytes.set(blob, at + HEAD_BYTES);
    const last = (this.#last[index] as number) - 1;
    if (last < 0) this.#first[index] = place + 1;
    else this.#page(last).view.setUint32((last * UNIT) & (PAGE_BYTES - 1), place + 1, true);
    this.#last[index] = place + 1;
  }

  /** The blocks of a series; they share the memory of the pages, and so are good until the next change. */
  borrow(index: number): Piece[] {
    const pieces = this.#placesOf(index).map((place) => this.#read(place));
    for (const [i, { piece, after }] of (this.#large.get(index) ?? []).entries()) pieces.splice(after + i, 0, piece);
    return pieces;
  }

  /** The blocks of a series that reach into a range of times (inclusive), copied. */
  piecesOf(index: number, fromMs: number, toMs: number): Piece[] {
    const pieces = this.borrow(index).filter((piece) => isWithin(piece, fromMs, toMs));
    return pieces.map((piece) => ({ ...piece, bytes: piece.bytes.slice() }));
  }

  clear(index: number): void {
    for (const place of this.#placesOf(index)) {
      const at = (place * UNIT) & (PAGE_BYTES - 1);
      this.#freeOf(unitsFor(this.#page(place).view.getUint32(at + 4, true))).push(place);
    }
    this.#first[index] = 0;
    this.#last[index] = 0;
    this.#bytes[index] = 0;
    this.#points[index] = 0;
    if (this.#large.size > 0) this.#large.delete(index);
  }

  #placesOf(index: number): number[] {
    const places: number[] = [];
    for (let place = (this.#first[index] as number) - 1; place >= 0; ) {
      places.push(place);
      place = this.#page(place).view.getUint32((place * UNIT) & (PAGE_BYTES - 1), true) - 1;
    }
    return places;
  }

  #read(place: number): Piece {
    const { bytes, view } = this.#page(place);
    const at = (place * UNIT) & (PAGE_BYTES - 1);
    const from = at + HEAD_BYTES;
    const blob = bytes.subarray(from, from + view.getUint32(at + 4, true));
    return { startMs: startOf(blob), endMs: view.getFloat64(at + 8, true), count: countOf(blob), bytes: blob };
  }

  #page(place: number): { bytes: Uint8Array; view: DataView } {
    return this.#pages[(place * UNIT) >>> PAGE_SHIFT] as { bytes: Uint8Array; view: DataView };
  }

  #freeOf(units: number): number[] {
    const free = this.#free[units] ?? [];
    this.#free[units] = free;
    return free;
  }

  #take(units: number): number {
    const known = this.#freeOf(units).pop();
    if (known !== undefined) return known;
    if (this.#pageUsed + units * UNIT > PAGE_BYTES) {
      const bytes = new Uint8Array(PAGE_BYTES);
      this.#pages.push({ bytes, view: new DataView(bytes.buffer) });
      this.#pageUsed = 0;
    }
    const place = ((this.#pages.length - 1) * PAGE_BYTES + this.#pageUsed) / UNIT;
    this.#pageUsed += units * UNIT;
    return place;
  }
}

function unitsFor(bytes: number): number {
  return Math.ceil((bytes + HEAD_BYTES) / UNIT);
}
