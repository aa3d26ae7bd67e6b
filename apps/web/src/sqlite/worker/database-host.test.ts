import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSqlite } from '../engine/sqlite3.ts';
import {
  type Cell,
  cellAt,
  type LoadingStage,
  type OpenedDatabase,
  type QueryResult,
  type TablePreview,
} from '../messages.ts';
import { type SyncRequests, startSyncRequests } from '../testing/sync-requests.ts';
import { DatabaseHost } from './database-host.ts';

const LIMITS = { timeMs: 20_000, rows: 2_000_000, bytes: 400_000_000 };
let folder: string;
let requests: SyncRequests;
let host: DatabaseHost;
let clockMs: number | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-host-'));
  requests = await startSyncRequests(folder);
  host = new DatabaseHost(loadSqlite, () => clockMs ?? performance.now());
});

afterAll(async () => {
  await requests.close();
  rmSync(folder, { recursive: true });
});

const addressOf = (name: string) => `${requests.address}/${encodeURIComponent(name)}`;

async function open(name: string, wal?: string, stages: LoadingStage[] = []): Promise<OpenedDatabase> {
  const walAddress = wal === undefined ? undefined : addressOf(wal);
  const source = { kind: 'portal', address: addressOf(name), walAddress } as const;
  return (await host.do({ kind: 'open', source }, (stage) => stages.push(stage))) as OpenedDatabase;
}

const run = async (sql: string, limits = LIMITS) =>
  (await host.do({ kind: 'query', sql, limits }, () => undefined)) as QueryResult;

async function rowsOf(sql: string): Promise<Cell[][]> {
  const { columns, rows } = await run(sql);
  return Array.from({ length: rows }, (_, row) => columns.map((values) => cellAt(values, row)));
}

/** Makes a database of the folder with SQLite itself. */
function make(name: string, build: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(join(folder, name));
  build(database);
  database.close();
}

describe('a file of the portal', () => {
  beforeAll(() => {
    make('odd.sqlite', (database) => {
      database.exec(`create table "it's ""odd"""("" text, "Füllstand °C" real, "select" blob);
        insert into "it's ""odd""" values ('a' || char(0) || 'b', 1e999, x'00ff'), (null, -0.5, null);
        create table big(id integer primary key, v integer) strict;
        insert into big values (1, 9007199254740993), (2, 9223372036854775807), (3, -9223372036854775808), (4, 7);
        create table keyed(a text, b integer, primary key (b, a)) without rowid;
        insert into keyed values ('z', 1), ('a', 2);
        create view good as select v from big where id = 4;
        create view broken_view as select missing_column from big;`);
    });
  });

  test('virtual tables are read: trees of rectangles and full texts', async () => {
    make('virtual.sqlite', (database) => {
      database.exec(`create virtual table area using rtree(id, min_x, max_x, min_y, max_y);
        insert into area values (1, 0, 2, 0, 2), (2, 5, 9, 5, 9);
        create virtual table words using fts5(author, body);
        insert into words values ('ada', 'the choke is open'), ('ben', 'shut in');`);
    });
    const { tables } = await open('virtual.sqlite');
    expect(tables.filter(({ problem }) => problem !== undefined)).toEqual([]);
    expect(await rowsOf('select id from area where min_x < 3 and max_x > 1')).toEqual([[1]]);
    expect(await rowsOf(`select author from words where words match 'choke'`)).toEqual([['ada']]);
    await expect(run('insert into area values (3, 0, 1, 0, 1)')).rejects.toThrow('writing rows is refused');
    await expect(run(`delete from words`)).rejects.toThrow('deleting rows is refused');
  });

  test('is told by its tables and views, its encoding and pages, in three stages', async () => {
    const stages: LoadingStage[] = [];
    const opened = await open('odd.sqlite', undefined, stages);
    expect(stages).toEqual(['loading SQLite', 'fetching database', 'opening database']);
    expect(opened).toMatchObject({ encoding: 'UTF-8', pageSize: 4_096, isWal: false });
    expect(opened.tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['big', 'table'],
      [`it's "odd"`, 'table'],
      ['keyed', 'table'],
      ['broken_view', 'view'],
      ['good', 'view'],
    ]);
    expect(opened.tables[1]?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['', 'TEXT'],
      ['Füllstand °C', 'REAL'],
      ['select', 'BLOB'],
    ]);
    expect(opened.tables[3]?.problem).toBe('no such column: missing_column');
  });

  test('gives its values as they are: beyond 2^53, infinite, NULL, bytes, texts with anything in them', async () => {
    await open('odd.sqlite');
    expect(await rowsOf('select * from "it\'s ""odd"""')).toEqual([
      ['a\0b', Number.POSITIVE_INFINITY, Uint8Array.of(0, 255)],
      [null, -0.5, null],
    ]);
    expect(await rowsOf('select v from big order by id')).toEqual([
      [9007199254740993n],
      [9223372036854775807n],
      [-9223372036854775808n],
      [7],
    ]);
    expect(await rowsOf('select a from keyed')).toEqual([['z'], ['a']]);
    await expect(run('select * from broken_view')).rejects.toThrow('no such column: missing_column');
    expect(await rowsOf('select * from good; -- and nothing behind it')).toEqual([[7]]);
  });

  test.each([
    [`insert into big values (9, 9)`, 'writing rows'],
    ['update big set v = 1', 'changing rows'],
    ['delete from big', 'deleting rows'],
    ['create table more(a)', 'making or dropping tables, views or indexes'],
    ['drop table big', 'making or dropping tables, views or indexes'],
    ['alter table big add column x', 'changing a table'],
    [`attach 'other.sqlite' as other`, 'attaching another database'],
    [`vacuum into 'copy.sqlite'`, 'a statement that gives no rows'],
    ['begin', 'a transaction'],
    ['pragma user_version = 7', 'PRAGMA user_version with this argument'],
    ['pragma hard_heap_limit = 0', 'PRAGMA hard_heap_limit with this argument'],
    ['select 1; delete from big', 'deleting rows'],
  ])('%s is refused in words', async (sql, what) => {
    await open('odd.sqlite');
    await expect(run(sql)).rejects.toThrow(`The explorer only reads: ${what} is refused.`);
    expect(await rowsOf('select count(*) from big')).toEqual([[4]]);
  });

  test.each([
    ['', /nothing to run/],
    ['selec 1', /syntax error/],
    ['select * from nowhere', /no such table: nowhere/],
  ])('"%s" is told what is wrong with it', async (sql, words) => {
    await open('odd.sqlite');
    await expect(run(sql)).rejects.toThrow(words);
  });
});

describe('limits', () => {
  const ENDLESS = 'with recursive n(i) as (select 1 union all select i + 1 from n) select';

  test('what never ends is stopped by the clock, and the next query runs', async () => {
    await open('odd.sqlite');
    clockMs = 0;
    const limits = { ...LIMITS, timeMs: 5_000 };
    const ticking = new DatabaseHost(loadSqlite, () => (clockMs = (clockMs ?? 0) + 100));
    await ticking.do({ kind: 'open', source: { kind: 'none' } }, () => undefined);
    const sql = `${ENDLESS} count(*) from n`;
    await expect(ticking.do({ kind: 'query', sql, limits }, () => undefined)).rejects.toThrow(
      'The query took longer than 5 seconds and was stopped.',
    );
    expect(await ticking.do({ kind: 'query', sql: 'select 1', limits }, () => undefined)).toMatchObject({ rows: 1 });
    clockMs = undefined;
  });

  test('what takes all memory is stopped', async () => {
    await open('odd.sqlite');
    await expect(run(`select group_concat(hex(zeroblob(40000000))) from big, keyed`)).rejects.toThrow(
      /more memory|too big/,
    );
    expect(await rowsOf('select 1')).toEqual([[1]]);
  });

  test('more rows or bytes than may be had are cut, and it is said', async () => {
    await open('odd.sqlite');
    expect(await run(`${ENDLESS} i from n`, { ...LIMITS, rows: 5 })).toMatchObject({ rows: 5, cut: 'rows' });
    expect(await run(`${ENDLESS} zeroblob(1000) from n`, { ...LIMITS, bytes: 10_000 })).toMatchObject({
      rows: 10,
      cut: 'bytes',
    });
  });
});

describe('how much of a file is read', () => {
  const GIGABYTES = 2 * 1024 ** 3;

  beforeAll(() => {
    make('huge.sqlite', (database) =>
      database.exec(`create table history(ts integer primary key, label text, value real);
        with recursive n(i) as (select 0 union all select i + 1 from n where i < 99999)
        insert into history select 1600000000 + i, 'item ' || (i % 7), i / 4.0 from n;
        create index by_label on history(label, ts);`),
    );
    // Pages that nothing leads to make 2 GB of it; they take no room on the disk.
    const file = openSync(join(folder, 'huge.sqlite'), 'r+');
    ftruncateSync(file, GIGABYTES);
    const pages = Buffer.alloc(4);
    pages.writeUInt32BE(GIGABYTES / 4_096);
    writeSync(file, pages, 0, 4, 28);
    closeSync(file);
  });

  test('opening 2 GB and looking something up takes under 5 MB, reading a table few requests', async () => {
    const before = requests.bytes;
    const opened = await open('huge.sqlite');
    expect(opened.sizeBytes).toBe(GIGABYTES);
    expect(await rowsOf(`select ts, value from history where label = 'item 3' order by ts desc limit 2`)).toEqual([
      [1600099998, 24999.5],
      [1600099991, 24997.75],
    ]);
    const first = requests.bytes - before;
    expect(first).toBeLessThan(1_000_000);
    const asked = requests.requests;
    expect(await rowsOf('select count(*), sum(value) from history not indexed')).toEqual([[100_000, 1249987500]]);
    expect(requests.bytes - before).toBeLessThan(8_000_000);
    expect(requests.requests - asked).toBeLessThan(20);
  });
});

describe('texts in UTF-16', () => {
  test.each(['UTF-16le', 'UTF-16be'])('%s: every kind of table, row and value is read', async (encoding) => {
    const name = `${encoding}.sqlite`;
    make(name, (database) =>
      database.exec(`pragma encoding = '${encoding}'; pragma page_size = 512;
        create table plain(a, "Füllstand °C" text, n integer check (n > 0));
        insert into plain(rowid, a, n) values (-5, 1.5, 1), (9007199254740993, x'00ff', 2), (300, -129, 3), (70000, 1e308, 4), (70001, 2.0, 5), (70002, -0.0, 6);
        alter table plain add column later text default 'since then';
        insert into plain(a, later) values (null, 'now');
        create table long(id integer primary key, words text, twice text generated always as (words || words), kept int as (id * 2) stored);
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
        insert into long(id, words) select i * 3, replace(hex(zeroblob(i * 5)), '00', '液') from n;
        create table keyed(a text, b integer, c text, primary key (c, a)) without rowid;
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
        insert into keyed select 'k' || i, i, printf('%050d', i % 7) from n;
        create index by_words on long(words);
        create view both as select words, a from long join plain on plain.rowid = long.id;`),
    );
    const opened = await open(name);
    expect(opened).toMatchObject({ encoding, pageSize: 512 });
    expect(opened.tables.map((table) => table.name)).toEqual(['keyed', 'long', 'plain', 'both']);
    const other = new DatabaseSync(join(folder, name), { readOnly: true });
    for (const sql of [
      'select rowid, *, typeof(a), typeof(n) from plain order by rowid',
      'select *, kept from long order by id',
      'select * from keyed order by c, a',
      'select * from both',
      `select count(*) from long where words > '液'`,
    ]) {
      const statement = other.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      const rows = (statement.all() as unknown as Cell[][]).map((row) =>
        row.map((cell) => (typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell)),
      );
      expect(await rowsOf(sql)).toEqual(rows);
    }
    other.close();
    await expect(run('delete from plain')).rejects.toThrow('The explorer only reads');
  });

  test('pages that contradict one another are told', async () => {
    make('torn.sqlite', (database) =>
      database.exec(`pragma encoding = 'UTF-16le'; create table t(a); insert into t values (1)`),
    );
    const file = openSync(join(folder, 'torn.sqlite'), 'r+');
    writeSync(file, Buffer.alloc(100, 0xee), 0, 100, 4_096);
    closeSync(file);
    await expect(open('torn.sqlite')).rejects.toThrow('malformed');
  });
});

test('a preview has 100 rows and 15 distinct values a column, of the first 10,000 rows', async () => {
  make('preview.sqlite', (database) =>
    database.exec(`create table t(i integer, word text);
      with recursive n(i) as (select 0 union all select i + 1 from n where i < 10999)
      insert into t select i, case when i < 10500 then 'w' || (i % 3) else 'late' end from n;`),
  );
  await open('preview.sqlite');
  const preview = (await host.do({ kind: 'preview', table: 't', limits: LIMITS }, () => undefined)) as TablePreview;
  expect(preview.result.rows).toBe(100);
  expect(preview.distinct).toEqual([Array.from({ length: 15 }, (_, index) => index), ['w0', 'w1', 'w2']]);
  expect([preview.lookedAt, preview.isWhole]).toEqual([10_000, false]);
});

describe('what is no whole database', () => {
  test.each([
    ['picture', Buffer.from('\x89PNG\r\n\x1a\n0000', 'latin1'), 'it begins like a PNG picture'],
    ['page', Buffer.from('<!doctype html><p>Not found'), 'it begins like a text'],
    ['log', Buffer.from('377f0682002de218', 'hex'), 'it begins like the -wal file of a database'],
    ['encrypted', Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 197 + 13) % 256)), 'or it is encrypted'],
  ])('a %s named .sqlite is told by what it is', async (name, bytes, words) => {
    writeFileSync(join(folder, `${name}.sqlite`), bytes);
    await expect(open(`${name}.sqlite`)).rejects.toThrow(words);
  });

  test('an empty file has no tables', async () => {
    writeFileSync(join(folder, 'empty.sqlite'), '');
    expect(await open('empty.sqlite')).toMatchObject({ tables: [], sizeBytes: 0 });
  });

  test('a file that is gone is told', async () => {
    await expect(open('gone.sqlite')).rejects.toThrow('no such file any more');
  });
});
