import {
  AsyncByteQueue,
  Field,
  Float64,
  Int32,
  makeData,
  RecordBatch,
  RecordBatchStreamWriter,
  Schema,
  Struct,
  TimestampMillisecond,
  Utf8,
  vectorFromArray,
} from 'apache-arrow';
import type { ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import { GatheredPages } from './gathered-pages.ts';
import type { Sink } from './sink.ts';
import { fileNotes, type TypedColumn, type TypedField, typedColumns, typedFields } from './typed-columns.ts';
import { wholeTimes } from './whole-times.ts';

/** Takes down what Arrow writes, which it would otherwise keep until somebody reads it. */
class Pieces extends AsyncByteQueue {
  taken: Uint8Array[] = [];

  override write(piece: Uint8Array): void {
    this.taken.push(piece);
  }
}

/** An Arrow IPC stream: each page of the export is a record batch, but for those of few rows. */
export class ArrowWriter implements FormatWriter {
  readonly #plan: ExportPlan;
  readonly #sink: Sink;
  readonly #schema: Schema;
  readonly #pieces = new Pieces();
  readonly #writer = new RecordBatchStreamWriter();
  readonly #gathered = new GatheredPages();
  leftOut = 0;

  constructor(plan: ExportPlan, sink: Sink) {
    this.#plan = plan;
    this.#sink = sink;
    this.#schema = new Schema(
      typedFields(plan).map(({ name, type }) => new Field(name, typeOf(type), type !== 'time')),
      fileNotes(plan),
    );
    this.#writer.reset(this.#pieces, this.#schema);
  }

  async page(page: ExportPage): Promise<void> {
    for (const batch of this.#gathered.add(page)) await this.#batch(batch);
  }

  async #batch(page: ExportPage): Promise<void> {
    const { columns, leftOut } = typedColumns(this.#plan, page);
    this.leftOut += leftOut;
    const children = columns.map(dataOf);
    const struct = makeData({ type: new Struct(this.#schema.fields), length: page.timesMs.length, children });
    this.#writer.write(new RecordBatch(this.#schema, struct));
    await this.#flush();
  }

  async end(): Promise<void> {
    for (const batch of this.#gathered.rest()) await this.#batch(batch);
    this.#writer.finish();
    await this.#flush();
    await this.#sink.end();
  }

  async #flush(): Promise<void> {
    const pieces = this.#pieces.taken;
    this.#pieces.taken = [];
    for (const piece of pieces) await this.#sink.write(piece);
  }
}

function typeOf(type: TypedField['type']) {
  if (type === 'time') return new TimestampMillisecond('UTC');
  if (type === 'number') return new Float64();
  return type === 'quality' ? new Int32() : new Utf8();
}

function dataOf(column: TypedColumn) {
  if (column.type === 'time') {
    return makeData({ type: new TimestampMillisecond('UTC'), data: wholeTimes(column.values) });
  }
  if (column.type === 'quality') return makeData({ type: new Int32(), data: Int32Array.from(column.values) });
  if (column.type === 'number') {
    const { values, present } = column;
    const { length } = values;
    return makeData({ type: new Float64(), length, data: values, ...(present && bitmapOf(present)) });
  }
  const { length } = column;
  if (column.type === 'name') return repeated(column.value, length);
  const texts = column.values ?? new Array<string | null>(length).fill(null);
  const [data] = vectorFromArray(texts, new Utf8()).data;
  if (!data) throw new Error('A vector is of one piece.');
  return data;
}

/** The same text for every row. */
function repeated(text: string, length: number) {
  const bytes = Buffer.from(text);
  const data = Buffer.alloc(bytes.length * length, bytes);
  const valueOffsets = Int32Array.from({ length: length + 1 }, (_, i) => i * bytes.length);
  return makeData({ type: new Utf8(), length, data, valueOffsets });
}

/** A bit for each value, the lowest first: 0 is null. */
function bitmapOf(present: Uint8Array): { nullBitmap: Uint8Array; nullCount: number } {
  const nullBitmap = new Uint8Array(Math.ceil(present.length / 8));
  let count = 0;
  for (let i = 0; i < present.length; i++) {
    if (present[i] === 0) continue;
    count++;
    nullBitmap[i >> 3] = (nullBitmap[i >> 3] as number) | (1 << (i & 7));
  }
  return { nullBitmap, nullCount: present.length - count };
}
