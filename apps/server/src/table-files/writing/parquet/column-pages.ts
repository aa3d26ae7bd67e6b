import type { TypedColumn } from '../typed-columns.ts';
import { wholeTimes } from '../whole-times.ts';
import { ByteList } from './byte-list.ts';
import { hybridRuns, oneRun, widthOf } from './byte-runs.ts';
import { timeDeltas } from './time-deltas.ts';

/** One page of one column, as Parquet has it before it is compressed. */
export interface ColumnPage {
  readonly encoding: 'PLAIN' | 'DELTA_BINARY_PACKED' | 'RLE_DICTIONARY' | 'BYTE_STREAM_SPLIT';
  readonly body: Uint8Array;
  /** What the numbers in the body stand for. */
  readonly dictionary?: { readonly count: number; readonly bytes: Uint8Array };
  /** Where there is something; empty in columns that always have something. */
  readonly levels: Uint8Array;
  readonly nulls: number;
}

/** Texts of which there are so few on a page are written once, and by number. */
const MOST_KNOWN_TEXTS = 256;
const DOUBLE_BYTES = 8;
const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();

export function columnPage(column: TypedColumn): ColumnPage {
  if (column.type === 'time') return timesPage(column.values);
  if (column.type === 'quality') return qualitiesPage(column.values);
  if (column.type === 'name') return namePage(column.value, column.length);
  if (column.type === 'text') return textsPage(column.values, column.length);
  return numbersPage(column.values, column.present);
}

function timesPage(timesMs: Float64Array): ColumnPage {
  const deltas = timeDeltas(timesMs);
  if (deltas !== undefined) {
    return { encoding: 'DELTA_BINARY_PACKED', body: deltas, levels: NO_BYTES, nulls: 0 };
  }
  const body = new Uint8Array(wholeTimes(timesMs).buffer);
  return { encoding: 'PLAIN', body, levels: NO_BYTES, nulls: 0 };
}

/** Most often all of a page are good. */
function qualitiesPage(qualities: Uint8Array): ColumnPage {
  const numbers = new Map<number, number>();
  const indexes = new Uint8Array(qualities.length);
  let last = -1;
  let number = 0;
  for (let i = 0; i < qualities.length; i++) {
    const quality = qualities[i] as number;
    if (quality !== last) {
      number = numbers.get(quality) ?? numbers.size;
      numbers.set(quality, number);
      last = quality;
    }
    indexes[i] = number;
  }
  const bytes = new Uint8Array(Int32Array.from(numbers.keys()).buffer);
  const dictionary = { count: numbers.size, bytes };
  return { encoding: 'RLE_DICTIONARY', body: byNumber(indexes, numbers.size), dictionary, levels: NO_BYTES, nulls: 0 };
}

function namePage(name: string, length: number): ColumnPage {
  const bytes = new ByteList();
  writeText(bytes, name);
  const dictionary = { count: 1, bytes: bytes.toBytes() };
  const body = concat(Uint8Array.of(0), oneRun(0, length, 0));
  return { encoding: 'RLE_DICTIONARY', body, dictionary, levels: NO_BYTES, nulls: 0 };
}

function textsPage(texts: readonly (string | null)[] | null, length: number): ColumnPage {
  if (texts === null) return { encoding: 'PLAIN', body: NO_BYTES, levels: oneRun(0, length, 1), nulls: length };
  const present = texts.filter((text) => text !== null);
  const nulls = length - present.length;
  const levels = nulls === 0 ? oneRun(1, length, 1) : hybridRuns(Uint8Array.from(texts, presence), 1);
  const numbers = new Map<string, number>();
  for (const text of present) {
    if (numbers.size > MOST_KNOWN_TEXTS) break;
    if (!numbers.has(text)) numbers.set(text, numbers.size);
  }
  const list = new ByteList();
  if (numbers.size > MOST_KNOWN_TEXTS || numbers.size === 0) {
    for (const text of present) writeText(list, text);
    return { encoding: 'PLAIN', body: list.toBytes(), levels, nulls };
  }
  for (const text of numbers.keys()) writeText(list, text);
  const indexes = Uint8Array.from(present, (text) => numbers.get(text) as number);
  const dictionary = { count: numbers.size, bytes: list.toBytes() };
  return { encoding: 'RLE_DICTIONARY', body: byNumber(indexes, numbers.size), dictionary, levels, nulls };
}

const presence = (text: string | null) => (text === null ? 0 : 1);

/** Measured numbers have most of their upper bytes in common, so bytes of one place stand together. */
function numbersPage(values: Float64Array, present: Uint8Array | null): ColumnPage {
  const count = present === null ? values.length : present.reduce((sum, is) => sum + is, 0);
  const source = present === null ? values : values.filter((_, i) => present[i] !== 0);
  const levels = present === null ? oneRun(1, values.length, 1) : hybridRuns(present, 1);
  const bytes = new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const body = new Uint8Array(bytes.length);
  for (let place = 0; place < DOUBLE_BYTES; place++) {
    for (let i = 0, from = place, to = place * count; i < count; i++, from += DOUBLE_BYTES) {
      body[to++] = bytes[from] as number;
    }
  }
  return { encoding: 'BYTE_STREAM_SPLIT', body, levels, nulls: values.length - count };
}

/** The numbers of a dictionary's entries, behind how many bits each has. */
function byNumber(indexes: Uint8Array, entries: number): Uint8Array {
  const width = widthOf(entries - 1);
  const body = entries === 1 ? oneRun(0, indexes.length, 0) : hybridRuns(indexes, width);
  return concat(Uint8Array.of(width), body);
}

function writeText(list: ByteList, text: string): void {
  const bytes = encoder.encode(text);
  const { length } = bytes;
  list.bytes(Uint8Array.of(length, length >> 8, length >> 16, length >> 24));
  list.bytes(bytes);
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}
