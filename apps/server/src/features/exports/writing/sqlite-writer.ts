import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { scalingText } from '@telltale/domain';
import type { ExportColumn, ExportPage, ExportPlan } from '../export-plan.ts';
import type { FormatWriter } from './format-writer.ts';
import type { Sink } from './sink.ts';

/** Rows that one statement inserts: it takes less than half of what single ones take. */
const ROWS = 50;
const FIELDS = 4;
const PIECE_BYTES = 2 ** 20;

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
 * side (spec 3 §6). It is made in a file of its own, which the sink then gets: its first page is the last to be known.
 */
export class SqliteWriter implements FormatWriter {
  readonly leftOut = 0;
  readonly #path: string;
  readonly #sink: Sink;
  readonly #db: DatabaseSync;
  readonly #many: StatementSync;
  readonly #one: StatementSync;

  constructor(plan: ExportPlan, sink: Sink, path: string) {
    this.#path = path;
    this.#sink = sink;
    this.#db = new DatabaseSync(path);
    // A file that is not finished is thrown away, so nothing has to be rolled back.
    this.#db.exec('pragma page_size = 16384; pragma journal_mode = off; pragma synchronous = off');
    this.#db.exec(`${TABLES} begin`);
    const item = this.#db.prepare('insert into data_items values (?, ?, ?, ?, ?, ?, ?, ?)');
    for (const [index, column] of plan.columns.entries()) {
      const { assetId, asset, dataItemId, item: label, unit, of, scaling } = column;
      const scaled = scaling === undefined ? null : scalingText(scaling);
      item.run(index + 1, assetId, asset, dataItemId, label, unit, of, scaled);
    }
    for (const view of viewsOf(plan.columns)) this.#db.exec(view);
    const row = '(?, ?, ?, ?)';
    this.#one = this.#db.prepare(`insert or replace into history values ${row}`);
    this.#many = this.#db.prepare(`insert or replace into history values ${new Array(ROWS).fill(row).join(', ')}`);
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
    }
    for (; row < timesMs.length; row++) {
      this.#one.run(id, timesMs[row] as number, valueAt(row), qualities?.[row] ?? null);
    }
  }

  async end(): Promise<void> {
    this.#db.exec('commit');
    this.#db.close();
    const file = openSync(this.#path, 'r');
    try {
      const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);
      for (let length = readSync(file, piece); length > 0; length = readSync(file, piece)) {
        await this.#sink.write(piece.subarray(0, length));
      }
    } finally {
      closeSync(file);
    }
    rmSync(this.#path);
    await this.#sink.end();
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

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
