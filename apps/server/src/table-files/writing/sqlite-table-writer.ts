import type { SQLInputValue, StatementSync } from 'node:sqlite';
import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import type { ExportPage, ExportPlan, PlainTable } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import type { Sink } from './sink.ts';
import { quoted, SqliteFile } from './sqlite-file.ts';

/** A SQLite file with one table, whose columns are those of the plan; times are ISO 8601 in UTC. */
export class SqliteTableWriter implements FormatWriter {
  readonly leftOut = 0;
  readonly #file: SqliteFile;
  readonly #breath: Breath;
  readonly #isTime: boolean;
  readonly #row: StatementSync;

  constructor({ columns }: ExportPlan, { name, axis }: PlainTable, sink: Sink, path: string, breath: Breath) {
    this.#breath = breath;
    this.#file = new SqliteFile(path, sink);
    this.#isTime = axis.isTime;
    const { db } = this.#file;
    const declared = [
      `${quoted(axis.name)} ${axis.isTime ? 'text' : 'real'} not null`,
      ...columns.map((column) => `${quoted(column.name)} ${column.isText ? 'text' : 'real'}`),
    ];
    db.exec(`create table ${quoted(name)} (${declared.join(', ')}); begin`);
    this.#row = db.prepare(`insert into ${quoted(name)} values (${declared.map(() => '?').join(', ')})`);
  }

  async page(page: ExportPage): Promise<void> {
    if (page.kind !== 'wide') throw new Error('A table is written from rows.');
    const { timesMs, columns } = page;
    const fields: SQLInputValue[] = [null, ...columns.map(() => null)];
    for (let row = 0; row < timesMs.length; row++) {
      const at = timesMs[row] as number;
      fields[0] = this.#isTime ? new Date(at).toISOString() : at;
      for (const [index, { values, present, texts }] of columns.entries()) {
        const value = present?.[row] === 0 ? null : (texts?.[row] ?? (values[row] as number));
        fields[index + 1] = value;
      }
      this.#row.run(...fields);
      this.#breath.take();
    }
  }

  async end(): Promise<void> {
    this.#file.db.exec('commit');
    await this.#file.end();
  }
}
