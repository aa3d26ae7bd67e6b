import type { TypedColumn } from '../typed-columns.ts';
import { wholeTimes } from '../whole-times.ts';
import { ByteList } from './byte-list.ts';
import { hybridRuns, oneRun, widthOf } from './byte-runs.ts';
import { timeDeltas } from './time-deltas.ts';

/** One page of one column, as Parquet has it before it is compressed. */
export interface ColumnPage {
  readonly rows: number;
  readonly encoding: 'PLAIN' | 'DELTA_BINARY_PACKED' | 'RLE_DICTIONARY' | 'BYTE_STREAM_SPLIT';
  readonly body: Uint8Array;
  /** Where there is something; empty in columns that always have something. */
  readonly levels: Uint8Array;
  readonly nulls: number;
}

/** A column of a row group. */
export interface ColumnPages {
  /** What the numbers in the pages stand for. */
  readonly dictionary?: { readonly count: number; readonly bytes: Uint8Array };
  /** Encoded one by one as they are asked for. */
  readonly pages: Iterable<ColumnPage>;
}

/** Rows of a page of numbers or times: what is encoded and compressed at once takes a fraction of a millisecond (decision 0479). */
const ROWS_OF_PAGE = 8_192;
/** Texts of which there are so few on a page are written once, and by number. */
const MOST_KNOWN_TEXTS = 256;
const DOUBLE_BYTES = 8;
const NO_BYTES = new Uint8Array(0);
const encoder = new TextEncoder();

/** @param breathe called between pieces of the work that is done at once */
export function columnPages(column: TypedColumn, breathe: () => void): ColumnPages {
  if (column.type === 'time') return { pages: timesPages(column.values, breathe) };
  if (column.type === 'quality') return qualitiesPage(column.values);
  if (column.type === 'name') return namePage(column.value, column.length);
  if (column.type === 'text') return textsPage(column.values, column.length);
  return { pages: numbersPages(column.values, column.present) };
}

/** Steps, or else the times themselves: one of the two in all of a group. */
function timesPages(timesMs: Float64Array, breathe: () => void): ColumnPage[] {
  const parts = [...partsOf(timesMs)];
  const bare = { levels: NO_BYTES, nulls: 0 };
  const steps = parts.flatMap((part): ColumnPage[] => {
    breathe();
    const body = timeDeltas(part);
    return body === undefined ? [] : [{ rows: part.length, encoding: 'DELTA_BINARY_PACKED', body, ...bare }];
  });
  if (steps.length === parts.length) return steps;
  return parts.map((part): ColumnPage => {
    return { rows: part.length, encoding: 'PLAIN', body: new Uint8Array(wholeTimes(part).buffer), ...bare };
  });
}

function* partsOf<Values extends Float64Array | Uint8Array>(values: Values): Generator<Values> {
  for (let from = 0; from < values.length; from += ROWS_OF_PAGE) {
    yield values.subarray(from, from + ROWS_OF_PAGE) as Values;
  }
}

function* numbersPages(values: Float64Array, present: Uint8Array | null): Generator<ColumnPage> {
  const presence = present === null ? undefined : partsOf(present);
  for (const part of partsOf(values)) yield numbersPage(part, presence?.next().value ?? null);
}

/** Most often all of a page are good. */
function qualitiesPage(qualities: Uint8Array): ColumnPages {
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
  const body = byNumber(indexes, numbers.size);
  const page = { rows: qualities.length, encoding: 'RLE_DICTIONARY', body, levels: NO_BYTES, nulls: 0 } as const;
  return { dictionary, pages: [page] };
}

function namePage(name: string, length: number): ColumnPages {
  const bytes = new ByteList();
  writeText(bytes, name);
  const dictionary = { count: 1, bytes: bytes.toBytes() };
  const body = concat(Uint8Array.of(0), oneRun(0, length, 0));
  const page = { rows: length, encoding: 'RLE_DICTIONARY', body, levels: NO_BYTES, nulls: 0 } as const;
  return { dictionary, pages: [page] };
}

function textsPage(texts: readonly (string | null)[] | null, length: number): ColumnPages {
  const plain = { rows: length, encoding: 'PLAIN' } as const;
  if (texts === null) return { pages: [{ ...plain, body: NO_BYTES, levels: oneRun(0, length, 1), nulls: length }] };
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
    return { pages: [{ ...plain, body: list.toBytes(), levels, nulls }] };
  }
  for (const text of numbers.keys()) writeText(list, text);
  const indexes = Uint8Array.from(present, (text) => numbers.get(text) as number);
  const dictionary = { count: numbers.size, bytes: list.toBytes() };
  const body = byNumber(indexes, numbers.size);
  return { dictionary, pages: [{ rows: length, encoding: 'RLE_DICTIONARY', body, levels, nulls }] };
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
  return { rows: values.length, encoding: 'BYTE_STREAM_SPLIT', body, levels, nulls: values.length - count };
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
