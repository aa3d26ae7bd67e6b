import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findTestData } from '../../../../server/src/testing/test-data.ts';
import { type Cell, cellAt, type OpenedDatabase, type QueryResult } from '../messages.ts';
import { quoteSqlName } from '../quote-name.ts';
import { type SyncRequests, startSyncRequests } from '../testing/sync-requests.ts';
import { DatabaseHost } from '../worker/database-host.ts';
import { loadSqlite } from './sqlite3.ts';

interface FileFacts {
  bytes: number;
  pageSize: number;
  encoding: string;
  tables: Record<string, number>;
  /** Rows, or the error of one that cannot be read. */
  views: Record<string, number | string>;
  integrity: string;
  openError?: string;
  withWal?: Record<string, number[]>;
}

const data = findTestData();
const folder = data === undefined ? '' : join(data, 'sqlite');
const facts: Record<string, FileFacts> =
  data === undefined ? {} : JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const LIMITS = { timeMs: 60_000, rows: 2_000_000, bytes: 400_000_000 };

describe.skipIf(data === undefined)('real, odd and broken databases', () => {
  let requests: SyncRequests;
  let host: DatabaseHost;

  beforeAll(async () => {
    requests = await startSyncRequests(folder);
    host = new DatabaseHost(loadSqlite, () => performance.now());
  });
  afterAll(() => requests.close());

  const open = async (name: string, wal?: string) => {
    const addressOf = (file: string) => `${requests.address}/${file}`;
    const source = { kind: 'portal', address: addressOf(name), walAddress: wal && addressOf(wal) } as const;
    return (await host.do({ kind: 'open', source }, () => undefined)) as OpenedDatabase;
  };
  const rowsOf = async (sql: string): Promise<Cell[][]> => {
    const { columns, rows } = (await host.do({ kind: 'query', sql, limits: LIMITS }, () => undefined)) as QueryResult;
    return Array.from({ length: rows }, (_, row) => columns.map((values) => cellAt(values, row)));
  };
  /** All rows as another SQLite reads them. */
  const otherRowsOf = (name: string, sql: string): Cell[][] => {
    const other = new DatabaseSync(join(folder, name), { readOnly: true });
    try {
      const statement = other.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return (statement.all() as unknown as Cell[][]).map((row) => row.map(asRead));
    } finally {
      other.close();
    }
  };
  const asRead = (cell: Cell): Cell =>
    typeof cell === 'bigint' && Number.isSafeInteger(Number(cell)) ? Number(cell) : cell;

  const whole = Object.entries(facts).filter(([, fact]) => fact.openError === undefined);

  test.each(whole)('%s has the facts that are written of it', async (name, fact) => {
    const opened = await open(name);
    expect([opened.sizeBytes, opened.encoding]).toEqual([fact.bytes, fact.encoding]);
    if (fact.bytes > 0) expect(opened.pageSize).toBe(fact.pageSize);
    const of = (kind: string) => opened.tables.filter((table) => table.kind === kind).map((table) => table.name);
    expect(of('table').sort()).toEqual(Object.keys(fact.tables).sort());
    expect(of('view').sort()).toEqual(Object.keys(fact.views).sort());
    for (const [table, rows] of Object.entries({ ...fact.tables, ...fact.views })) {
      const sql = `select count(*) from ${quoteSqlName(table)}`;
      if (typeof rows === 'number') expect([table, await rowsOf(sql)]).toEqual([table, [[rows]]]);
      else await expect(rowsOf(sql)).rejects.toThrow(rows.replace('error: ', ''));
    }
    expect(await rowsOf('pragma integrity_check')).toEqual([[fact.integrity]]);
  });

  test.each(whole.filter(([, { bytes }]) => bytes > 0))(
    '%s has the values that another SQLite reads',
    async (name, { tables, withWal }) => {
      await open(name, withWal && `${name}-wal`);
      for (const table of Object.keys(tables)) {
        const sql = `select * from ${quoteSqlName(table)}`;
        expect(await rowsOf(sql)).toEqual(otherRowsOf(name, sql));
      }
    },
  );

  test.each([
    [
      'chinook.sqlite',
      'select round(sum(Total), 2), min(InvoiceDate), count(*) from Invoice',
      [2328.6, '2021-01-01 00:00:00', 412],
    ],
    ['chinook.sqlite', 'select sum(Milliseconds) from Track', [1378778040]],
    [
      'chinook.sqlite',
      `select group_concat(c, ' ') from (select g.Name || ' ' || count(*) c from Track join Genre g using (GenreId) group by 1 = 1, g.Name order by count(*) desc limit 3)`,
      ['Rock 1297 Latin 579 Metal 374'],
    ],
    [
      'northwind.sqlite',
      `select round(sum(UnitPrice * Quantity * (1 - Discount)), 2) from ${quoteSqlName('Order Details')}`,
      [1265793.04],
    ],
    ['northwind.sqlite', 'select length(Photo) from Employees limit 1', [12_315]],
    [
      'field_history.sqlite',
      'select count(value), min(value), max(value) from history where data_item_id = 2',
      [5084, 4860626, 16837340],
    ],
    [
      'field_history.sqlite',
      'select count(*), count(value) from history where data_item_id between 5 and 8',
      [20_336, 0],
    ],
  ])('%s: %s', async (name, sql, row) => {
    await open(name);
    expect(await rowsOf(sql)).toEqual([row]);
  });

  test('a write-ahead log is read with its database when it is there, and told when it is not', async () => {
    const sql = 'select count(*), max(ts), sum(value) from reading';
    expect(await open('wal_pending.sqlite')).toMatchObject({ isWal: true, walPages: 0 });
    expect((await rowsOf(sql))[0]?.[0]).toBe(100);
    const opened = await open('wal_pending.sqlite', 'wal_pending.sqlite-wal');
    expect(opened.walPages).toBeGreaterThan(0);
    expect(await rowsOf(sql)).toEqual([facts['wal_pending.sqlite']?.withWal?.reading]);
    expect(await rowsOf('pragma integrity_check')).toEqual([['ok']]);
  });

  test('what is broken is told in SQLite’s words and in ours', async () => {
    await expect(open('bad_not_a_database.sqlite')).rejects.toThrow('This is not an SQLite database');
    await expect(open('bad_truncated.sqlite')).rejects.toThrow(
      'The file is cut short: it should have 1,007,616 bytes, and has 400,000. SQLite says: database disk image is malformed.',
    );
    await expect(open('wal_pending.sqlite-wal')).rejects.toThrow('it begins like the -wal file of a database');
    await expect(open('README.md')).rejects.toThrow('it begins like a text');
  });
});
