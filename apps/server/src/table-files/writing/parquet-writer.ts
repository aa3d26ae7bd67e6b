import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import type { ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import { GatheredPages } from './gathered-pages.ts';
import { columnPages } from './parquet/column-pages.ts';
import { RowGroups, type Schema } from './parquet/row-groups.ts';
import type { Sink } from './sink.ts';
import { fileNotes, type TypedField, typedColumns, typedFields } from './typed-columns.ts';

const TIMESTAMP = { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' } as const;

/** Parquet: each page of the export is a row group, but for those of few rows. */
export class ParquetWriter implements FormatWriter {
  readonly #plan: ExportPlan;
  readonly #sink: Sink;
  readonly #groups: RowGroups;
  readonly #breath: Breath;
  readonly #gathered = new GatheredPages();
  leftOut = 0;

  constructor(plan: ExportPlan, sink: Sink, breath: Breath) {
    this.#breath = breath;
    this.#plan = plan;
    this.#sink = sink;
    const codec = plan.isCompressed ? 'ZSTD' : 'UNCOMPRESSED';
    this.#groups = new RowGroups(schemaOf(typedFields(plan)), codec, fileNotes(plan), breath);
  }

  async page(page: ExportPage): Promise<void> {
    for (const group of this.#gathered.add(page)) await this.#group(group);
  }

  async #group(page: ExportPage): Promise<void> {
    const { columns, leftOut } = typedColumns(this.#plan, page);
    this.leftOut += leftOut;
    const breathe = () => this.#breath.take();
    const pages = columns.map((column) => {
      breathe();
      return columnPages(column, breathe);
    });
    this.#groups.add(page.timesMs.length, pages);
    await this.#sink.write(this.#groups.take());
  }

  async end(): Promise<void> {
    for (const group of this.#gathered.rest()) await this.#group(group);
    this.#groups.end();
    await this.#sink.write(this.#groups.take());
    await this.#sink.end();
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
