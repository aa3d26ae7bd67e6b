import { zstdCompressSync } from 'node:zlib';
import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import { ByteWriter } from 'hyparquet-writer';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import type { ColumnPage, ColumnPages } from './column-pages.ts';

type FileMetaData = Parameters<typeof writeMetadata>[1];
type RowGroup = FileMetaData['row_groups'][number];
type ColumnChunk = RowGroup['columns'][number];
export type Schema = FileMetaData['schema'];
type Codec = 'ZSTD' | 'UNCOMPRESSED';

const MAGIC = 0x31524150;

/**
 * A Parquet file of row groups whose columns are encoded already, page by page. Headers and the metadata at the end are
 * written by hyparquet-writer; its own columns look at every value as an object (decision 0233).
 */
export class RowGroups {
  readonly #schema: Schema;
  readonly #codec: Codec;
  readonly #notes: ReadonlyMap<string, string>;
  readonly #breath: Breath;
  readonly #bytes = new ByteWriter(2 ** 20);
  readonly #groups: RowGroup[] = [];
  #rows = 0n;

  /** @param notes what the file says of itself, by key */
  constructor(schema: Schema, codec: Codec, notes: ReadonlyMap<string, string>, breath: Breath) {
    this.#breath = breath;
    this.#schema = schema;
    this.#codec = codec;
    this.#notes = notes;
    this.#bytes.appendUint32(MAGIC);
  }

  /** @param pages of all columns, in the order of the schema */
  add(rows: number, pages: readonly ColumnPages[]): void {
    const fields = this.#schema.slice(1);
    const columns = pages.map((column, at) => this.#chunk(fields[at] as Schema[number], rows, column));
    const sum = (size: 'total_uncompressed_size' | 'total_compressed_size') =>
      columns.reduce((total, { meta_data }) => total + (meta_data?.[size] ?? 0n), 0n);
    this.#rows += BigInt(rows);
    this.#groups.push({
      columns,
      total_byte_size: sum('total_uncompressed_size'),
      num_rows: BigInt(rows),
      total_compressed_size: sum('total_compressed_size'),
    });
  }

  end(): void {
    const metadata = {
      version: 2,
      created_by: 'Telltale',
      schema: this.#schema,
      num_rows: this.#rows,
      row_groups: this.#groups,
      key_value_metadata: Array.from(this.#notes, ([key, value]) => ({ key, value })),
    };
    // Its length is what is written behind it.
    writeMetadata(this.#bytes, { ...metadata, metadata_length: 0 });
    this.#bytes.appendUint32(MAGIC);
  }

  /** What is there since the last time; used again for what comes next. */
  take(): Uint8Array {
    const bytes = this.#bytes.getBytes();
    this.#bytes.index = 0;
    return bytes;
  }

  #chunk({ name, type }: Schema[number], rows: number, { dictionary, pages }: ColumnPages): ColumnChunk {
    if (type === undefined) throw new Error('A column of a Parquet file has a type.');
    const start = this.#bytes.offset;
    let uncompressed = dictionary === undefined ? 0 : this.#dictionary(dictionary);
    const dataStart = this.#bytes.offset;
    const encodings = new Set<ColumnPage['encoding'] | 'RLE'>(dictionary === undefined ? [] : ['PLAIN']);
    for (const page of pages) {
      encodings.add(page.encoding);
      uncompressed += this.#page(page);
      this.#breath.take();
    }
    return {
      file_offset: BigInt(start),
      meta_data: {
        type,
        encodings: [...encodings.add('RLE')],
        path_in_schema: [name],
        codec: this.#codec,
        num_values: BigInt(rows),
        total_uncompressed_size: BigInt(uncompressed),
        total_compressed_size: BigInt(this.#bytes.offset - start),
        data_page_offset: BigInt(dataStart),
        ...(dictionary === undefined ? {} : { dictionary_page_offset: BigInt(start) }),
      },
    };
  }

  /** @returns its bytes before they were compressed, with the header */
  #dictionary({ count, bytes }: NonNullable<ColumnPages['dictionary']>): number {
    const body = this.#compressed(bytes);
    const start = this.#bytes.offset;
    writePageHeader(this.#bytes, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: bytes.length,
      compressed_page_size: body.length,
      dictionary_page_header: { num_values: count, encoding: 'PLAIN' },
    });
    const header = this.#bytes.offset - start;
    this.#bytes.appendBytes(body);
    return header + bytes.length;
  }

  #page({ rows, encoding, body, levels, nulls }: ColumnPage): number {
    const isCompressed = body.length > 0 && this.#codec !== 'UNCOMPRESSED';
    const bytes = isCompressed ? this.#compressed(body) : body;
    const start = this.#bytes.offset;
    writePageHeader(this.#bytes, {
      type: 'DATA_PAGE_V2',
      uncompressed_page_size: levels.length + body.length,
      compressed_page_size: levels.length + bytes.length,
      data_page_header_v2: {
        num_values: rows,
        num_nulls: nulls,
        num_rows: rows,
        encoding,
        definition_levels_byte_length: levels.length,
        repetition_levels_byte_length: 0,
        is_compressed: isCompressed,
      },
    });
    const header = this.#bytes.offset - start;
    this.#bytes.appendBytes(levels);
    this.#bytes.appendBytes(bytes);
    return header + levels.length + body.length;
  }

  #compressed(bytes: Uint8Array): Uint8Array {
    this.#breath.take();
    return this.#codec === 'ZSTD' ? zstdCompressSync(bytes) : bytes;
  }
}
