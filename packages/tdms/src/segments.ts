import type { ByteSource } from './byte-source.ts';
import { ByteCursor, EndOfBytes } from './format/byte-cursor.ts';
import { LEAD_IN_BYTES, type LeadIn, readLeadIn } from './format/lead-in.ts';
import { type Listed, ObjectList } from './format/object-list.ts';
import { type Layout, layOut, type Part } from './layout.ts';
import { TdmsError } from './tdms-error.ts';

/** Segments one after another that are laid out alike. */
export interface Stretch {
  readonly layout: Layout;
  /** Where the raw data of each segment begin, in bytes of the file. */
  readonly starts: number[];
  /** Whole chunks before each segment, and after the last. */
  readonly chunks: number[];
  /** A chunk that was not filled, after all whole ones. */
  tail?: { readonly start: number; readonly parts: readonly Part[] };
}

export interface Segments {
  readonly version: number;
  readonly count: number;
  readonly objects: ObjectList;
  readonly stretches: readonly Stretch[];
  /** What was wrong, and could be read over. */
  readonly faults: readonly string[];
}

/** Most of the descriptions are within what is read with a lead-in. */
const WINDOW_BYTES = 4_096;
const MOST_METADATA = 64 * 1024 * 1024;

/**
 * Reads what the file says of itself, and none of its values.
 * @param index the same without the values (`.tdms_index`), which is read in one go
 * @param signal ends it
 */
export async function readSegments(source: ByteSource, index?: ByteSource, signal?: AbortSignal): Promise<Segments> {
  const reader = new SegmentReader(source, index);
  while (await reader.next()) signal?.throwIfAborted();
  return reader;
}

class SegmentReader implements Segments {
  version = 0;
  count = 0;
  readonly objects = new ObjectList();
  readonly stretches: Stretch[] = [];
  readonly faults: string[] = [];
  readonly #fileBytes: number;
  readonly #text: ByteSource;
  readonly #isIndex: boolean;
  /** Of the segment that comes: in the file, and where its description is read. */
  #at = 0;
  #textAt = 0;
  #layout: { listed: readonly Listed[]; isInterleaved: boolean; layout: Layout } | undefined;

  constructor(source: ByteSource, index: ByteSource | undefined) {
    this.#fileBytes = source.size;
    this.#text = index ?? source;
    this.#isIndex = index !== undefined;
  }

  /** @returns whether there may be another */
  async next(): Promise<boolean> {
    if (this.#at >= this.#fileBytes || this.#textAt >= this.#text.size) return false;
    const window = await this.#text.read(this.#textAt, WINDOW_BYTES);
    if (window.length < LEAD_IN_BYTES) return this.#cut('The file ends within the beginning of a segment.');
    const leadIn = readLeadIn(window, this.#isIndex);
    const { metadataBytes, bytes } = leadIn;
    if (this.count === 0) this.version = leadIn.version;
    const start = this.#at + LEAD_IN_BYTES + metadataBytes;
    const end = Math.min(bytes === undefined ? this.#fileBytes : this.#at + LEAD_IN_BYTES + bytes, this.#fileBytes);
    const isCut = bytes === undefined || this.#at + LEAD_IN_BYTES + bytes > this.#fileBytes;
    if (start > this.#fileBytes) return this.#cut('The file ends within the description of its last segment.');
    if (start > end) throw new TdmsError('A segment is shorter than its own description.');
    if (leadIn.hasMetadata) {
      const isWhole = await this.#describe(leadIn, window, isCut);
      if (!isWhole) return this.#cut('The file ends within the description of its last segment.');
    } else if (this.count === 0) throw new TdmsError('The first segment has no description.');
    this.count++;
    if (leadIn.hasRawData) this.#addValues(leadIn, start, end, isCut);
    if (isCut) this.#say('The last segment is shorter than it should be: whoever wrote it was interrupted.');
    this.#at = end;
    this.#textAt = this.#isIndex ? this.#textAt + LEAD_IN_BYTES + metadataBytes : end;
    return !isCut;
  }

  /** @returns false: it ends early, in a segment that was not written to its end */
  async #describe(
    { metadataBytes, isBigEndian, isNewList }: LeadIn,
    window: Uint8Array,
    isCut: boolean,
  ): Promise<boolean> {
    if (metadataBytes > MOST_METADATA) throw new TdmsError('The description of a segment is longer than 64 MiB.');
    const whole = LEAD_IN_BYTES + metadataBytes;
    const bytes = whole <= window.length ? window.subarray(0, whole) : await this.#text.read(this.#textAt, whole);
    const cursor = new ByteCursor(bytes.subarray(LEAD_IN_BYTES), isBigEndian);
    try {
      this.objects.read(cursor, isNewList);
      return true;
    } catch (error) {
      if (isCut && error instanceof EndOfBytes) return false;
      throw error;
    }
  }

  #addValues({ isInterleaved, isBigEndian }: LeadIn, start: number, end: number, isCut: boolean): void {
    const layout = this.#layoutOf(isInterleaved, isBigEndian);
    const bytes = end - start;
    if (layout.chunkBytes === 0) {
      if (bytes > 0 && !isCut) throw new TdmsError('A segment has values of which nothing is described.');
      return;
    }
    const whole = Math.floor(bytes / layout.chunkBytes);
    let stretch = this.stretches.at(-1);
    if (stretch === undefined || stretch.layout !== layout || stretch.tail !== undefined) {
      stretch = { layout, starts: [], chunks: [0] };
      this.stretches.push(stretch);
    }
    const before = stretch.chunks.at(-1) ?? 0;
    if (whole > 0) {
      stretch.starts.push(start);
      stretch.chunks.push(before + whole);
    }
    const left = bytes - whole * layout.chunkBytes;
    if (left > 0) stretch.tail = { start: end - left, parts: layout.lastChunk(left, isCut) };
  }

  #layoutOf(isInterleaved: boolean, isBigEndian: boolean): Layout {
    const { listed } = this.objects;
    const last = this.#layout;
    const isSame =
      last?.listed === listed && last.isInterleaved === isInterleaved && last.layout.isBigEndian === isBigEndian;
    if (isSame) return last.layout;
    const layout = layOut(listed, isInterleaved, isBigEndian);
    this.#layout = { listed, isInterleaved, layout };
    return layout;
  }

  #cut(fault: string): false {
    this.#say(fault);
    return false;
  }

  #say(fault: string): void {
    this.faults.push(fault);
  }
}
