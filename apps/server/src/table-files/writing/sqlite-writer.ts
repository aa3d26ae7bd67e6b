import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { scalingText } from '@telltale/domain/scaling/scaling-text.ts';
import type { Breath } from '@telltale/historian/embedded/workers/breath.ts';
import type { ExportColumn, ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import type { Sink } from './sink.ts';
import { quoted, SqliteFile } from './sqlite-file.ts';

/** Rows that one statement inserts: it takes less than half of what single ones take. */
const ROWS = 50;
const FIELDS = 4;

const TABLES = `
  create table data_items (
    id integer primary key, asset_id integer not null, asset text not null, data_item_id integer not null,
    label text not null, unit text not null, function text, scaling text
  );
  create table history (
    id integer not null references data_items (id), time integer not null, value, quality integer,
    primary key (id, time)
  ) without rowid;`;

/**
 * A SQLite file: `data_items`, `history` (time in ms since 1970 UTC) and a view per asset with its data items side by
 * side (spec 3 §6).
 */
export class SqliteWriter implements FormatWriter {
  readonly leftOut = 0;
  readonly #file: SqliteFile;
  readonly #breath: Breath;
  readonly #many: StatementSync;
  readonly #one: StatementSync;

  constructor(plan: ExportPlan, sink: Sink, path: string, breath: Breath) {
    this.#breath = breath;
    this.#file = new SqliteFile(path, sink);
    const { db } = this.#file;
    db.exec(`${TABLES} begin`);
    const item = db.prepare('insert into data_items values (?, ?, ?, ?, ?, ?, ?, ?)');
    for (const [index, column] of plan.columns.entries()) {
      const { assetId, asset, dataItemId, item: label, unit, of, scaling } = column;
      const scaled = scaling === undefined ? null : scalingText(scaling);
      item.run(index + 1, assetId, asset, dataItemId, label, unit, of, scaled);
    }
    for (const view of viewsOf(plan.columns)) db.exec(view);
    const row = '(?, ?, ?, ?)';
    this.#one = db.prepare(`insert or replace into history values ${row}`);
    this.#many = db.prepare(`insert or replace into history values ${new Array(ROWS).fill(row).join(', ')}`);
  }

  async page(page: ExportPage): Promise<void> {
    if (page.kind !== 'long') throw new Error('A SQLite file is written from points of one series after the other.');
    const { column, timesMs, values, texts, qualities } = page;
    const id = column + 1;
    const fields: SQLInputValue[] = new Array(ROWS * FIELDS).fill(id);
    let row = 0;
    const valueAt = (index: number) => texts?.[index] ?? (values[index] as number);
    for (; row + ROWS <= timesMs.length; row += ROWS) {
      for (let i = 0; i < ROWS; i++) {
        fields[FIELDS * i + 1] = timesMs[row + i] as number;
        fields[FIELDS * i + 2] = valueAt(row + i);
        fields[FIELDS * i + 3] = qualities?.[row + i] ?? null;
      }
      this.#many.run(...fields);
      this.#breath.take();
    }
    for (; row < timesMs.length; row++) {
      this.#one.run(id, timesMs[row] as number, valueAt(row), qualities?.[row] ?? null);
    }
  }

  async end(): Promise<void> {
    this.#file.db.exec('commit');
    await this.#file.end();
  }
}

function viewsOf(columns: readonly ExportColumn[]): string[] {
  const taken = new Set(['data_items', 'history']);
  const assets = new Map<number, { name: string; ids: number[] }>();
  for (const [index, { assetId, asset }] of columns.entries()) {
    const known = assets.get(assetId);
    if (known) known.ids.push(index + 1);
    else assets.set(assetId, { name: nameOfView(asset, assetId, taken), ids: [index + 1] });
  }
  return [...assets.values()].map(({ name, ids }) => {
    const sides = ids.map((id) => {
      const header = columns[id - 1]?.name ?? '';
      return `max(case when id = ${id} then value end) as ${quoted(header)}`;
    });
    const time = `strftime('%Y-%m-%dT%H:%M:%fZ', time / 1000.0, 'unixepoch') as "Time"`;
    return `create view ${quoted(name)} as select ${time}, ${sides.join(', ')} from history where id in (${ids.join(', ')}) group by time`;
  });
}

/** Names of tables know no case, and SQLite keeps those of `sqlite_` to itself. */
function nameOfView(asset: string, assetId: number, taken: Set<string>): string {
  const plain = asset.trim() === '' || /^sqlite_/i.test(asset) ? `asset ${asset}`.trim() : asset;
  const name = taken.has(plain.toLowerCase()) ? `${plain} (${assetId})` : plain;
  taken.add(name.toLowerCase());
  return name;
}
