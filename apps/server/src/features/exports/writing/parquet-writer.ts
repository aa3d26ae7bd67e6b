import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter as Encoder } from 'hyparquet-writer';
import type { ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import type { Sink } from './sink.ts';
import { type TypedColumn, type TypedField, typedColumns, typedFields } from './typed-columns.ts';

type Schema = ConstructorParameters<typeof Encoder>[0]['schema'];

const TIMESTAMP = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Parquet: each page of the export is a row group. */
export class ParquetWriter implements FormatWriter {
  readonly #plan: ExportPlan;
  readonly #sink: Sink;
  readonly #bytes = new ByteWriter(2 ** 20);
  readonly #encoder: Encoder;
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
    await this.#encoder.write({ columnData: columns.map(sourceOf), rowGroupSize: page.timesMs.length });
    await this.#flush();
  }

  async end(): Promise<void> {
    await this.#encoder.finish();
    await this.#flush();
    await this.#sink.end();
  }

  async #flush(): Promise<void> {
    await this.#sink.write(this.#bytes.getBytes());
    this.#bytes.index = 0;
  }
}

function schemaOf(fields: readonly TypedField[]): Schema {
  const columns = fields.map(({ name, type }): Schema[number] => {
    if (type === 'time') return { name, type: 'INT64', repetition_type: 'REQUIRED', logical_type: TIMESTAMP };
    if (type === 'quality') return { name, type: 'INT32', repetition_type: 'OPTIONAL' };
    if (type === 'number') return { name, type: 'DOUBLE', repetition_type: 'OPTIONAL' };
    return { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' };
  });
  return [{ name: 'history', num_children: columns.length }, ...columns];
}

function sourceOf(column: TypedColumn) {
  const { name, type } = column;
  // Steps between times are mostly alike, and of measured numbers the upper bytes.
  if (type === 'time') {
    return { name, data: BigInt64Array.from(column.values, BigInt), encoding: 'DELTA_BINARY_PACKED' as const };
  }
  if (type === 'text') return { name, data: column.values };
  const data = withNulls(column.values, column.present);
  return type === 'number' ? { name, data, encoding: 'BYTE_STREAM_SPLIT' as const } : { name, data };
}

function withNulls(values: Float64Array | Uint8Array, present: Uint8Array | null) {
  if (values instanceof Float64Array && present === null) return values;
  const list = new Array<number | null>(values.length);
  for (let i = 0; i < values.length; i++) list[i] = present !== null && present[i] === 0 ? null : (values[i] as number);
  return list;
}
