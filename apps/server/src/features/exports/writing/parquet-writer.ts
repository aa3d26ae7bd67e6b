import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter as Encoder } from 'hyparquet-writer';
import type { ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import type { Sink } from './sink.ts';
import { type TypedColumn, type TypedField, typedColumns, typedFields } from './typed-columns.ts';

type Schema = ConstructorParameters<typeof Encoder>[0]['schema'];

const DELTAS = 'DELTA_BINARY_PACKED' as const;
/** Lists of a name repeated that are kept for the next page: four of them are in use at a time. */
const MOST_NAMES = 8;
const INT32 = 2 ** 32;
const TIMESTAMP = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Parquet: each page of the export is a row group. */
export class ParquetWriter implements FormatWriter {
  readonly #plan: ExportPlan;
  readonly #sink: Sink;
  readonly #bytes = new ByteWriter(2 ** 20);
  readonly #encoder: Encoder;
  readonly #names = new Map<string, string[]>();
  leftOut = 0;

  constructor(plan: ExportPlan, sink: Sink) {
    this.#plan = plan;
    this.#sink = sink;
    this.#encoder = new Encoder({
      writer: this.#bytes,
      schema: schemaOf(typedFields(plan)),
      codec: plan.isCompressed ? 'ZSTD' : 'UNCOMPRESSED',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      statistics: false,
      createdBy: 'Telltale',
    });
  }

  async page(page: ExportPage): Promise<void> {
    const { columns, leftOut } = typedColumns(this.#plan, page);
    this.leftOut += leftOut;
    const columnData = columns.map((column) => this.#sourceOf(column));
    // A group is small enough to be one page; to find where another would begin, each value would be looked at.
    await this.#encoder.write({ columnData, rowGroupSize: page.timesMs.length, pageSize: 0 });
    await this.#flush();
  }

  async end(): Promise<void> {
    await this.#encoder.finish();
    await this.#flush();
    await this.#sink.end();
  }

  #sourceOf(column: TypedColumn) {
    const { name } = column;
    // Steps between times are mostly alike, and of measured numbers the upper bytes.
    if (column.type === 'time') return { name, data: bigIntsOf(column.values), encoding: DELTAS };
    if (column.type === 'quality') return { name, data: Int32Array.from(column.values), encoding: DELTAS };
    if (column.type === 'name') return { name, data: this.#repeated(column.value, column.length) };
    if (column.type === 'text') return { name, data: column.values };
    return { name, data: withNulls(column.values, column.present), encoding: 'BYTE_STREAM_SPLIT' as const };
  }

  /** The page before most often had the same. */
  #repeated(value: string, length: number): string[] {
    const known = this.#names.get(value);
    if (known?.length === length) return known;
    const values = new Array<string>(length).fill(value);
    if (this.#names.size > MOST_NAMES) this.#names.clear();
    this.#names.set(value, values);
    return values;
  }

  async #flush(): Promise<void> {
    await this.#sink.write(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

function schemaOf(fields: readonly TypedField[]): Schema {
  const columns = fields.map(({ name, type }): Schema[number] => {
    if (type === 'time') return { name, type: 'INT64', repetition_type: 'REQUIRED', logical_type: TIMESTAMP };
    if (type === 'quality') return { name, type: 'INT32', repetition_type: 'REQUIRED' };
    if (type === 'number') return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
    const repetition = type === 'name' ? 'REQUIRED' : 'OPTIONAL';
    return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: repetition };
  });
  return [{ name: 'history', num_children: columns.length }, ...columns];
}

/** Times in milliseconds as whole numbers of 64 bits, by their halves: `BigInt` makes an object of each. */
function bigIntsOf(timesMs: Float64Array): BigInt64Array {
  const whole = new BigInt64Array(timesMs.length);
  const halves = new Int32Array(whole.buffer);
  for (let i = 0; i < timesMs.length; i++) {
    const timeMs = timesMs[i] as number;
    const upper = Math.floor(timeMs / INT32);
    halves[2 * i] = (timeMs - upper * INT32) | 0;
    halves[2 * i + 1] = upper;
  }
  return whole;
}

function withNulls(values: Float64Array, present: Uint8Array | null) {
  if (present === null) return values;
  const list = new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i++) list[i] = present[i] === 0 ? null : (values[i] as number);
  return list;
}
