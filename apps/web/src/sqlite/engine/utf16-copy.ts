import { type StoredValue, TreeReader } from '../bytes/btree.ts';
import type { ByteSource } from '../bytes/byte-source.ts';
import { SqliteProblem } from '../problem.ts';
import { quoteSqlName } from '../quote-name.ts';
import type { Sqlite3 } from './sqlite3.ts';

type Connection = InstanceType<Sqlite3['oo1']['DB']>;

/** A copy is made in memory, which SQLite and the page share. */
export const MOST_COPIED_BYTES = 64_000_000;

interface Column {
  readonly name: string;
  /** Its place in the primary key, from 1; 0: none. */
  readonly key: number;
  readonly type: string;
  /** 0: a plain one, 2: calculated as it is read, 3: calculated and stored, 1: hidden. */
  readonly hidden: number;
}

/**
 * Copies a database whose texts are UTF-16 into one of UTF-8: the official build of SQLite for browsers reads no other. Tables are made by their own
 * statements and filled with the rows as they are stored; indexes, views and triggers follow.
 * @throws SqliteProblem for what the pages do not tell
 */
export function copyOfUtf16(source: ByteSource, encoding: string, sqlite3: Sqlite3, connection: Connection): void {
  const reader = new TreeReader(source, encoding);
  const schema = [...reader.rows(1)].map(({ values: [type, name, , root, sql] }) => ({
    type,
    name: String(name),
    root: Number(root),
    sql: typeof sql === 'string' ? sql : '',
  }));
  connection.exec('pragma ignore_check_constraints = 1; begin');
  for (const { type, name, root, sql } of schema) {
    // What SQLite keeps for itself is made by it; a virtual table has no rows of its own.
    if (type !== 'table' || root === 0 || name.startsWith('sqlite_')) continue;
    connection.exec(sql);
    fill(sqlite3, connection, name, reader, root);
  }
  for (const { type, sql } of schema) if (type !== 'table' && sql !== '') connection.exec(sql);
  connection.exec('commit');
}

function fill({ capi }: Sqlite3, connection: Connection, table: string, reader: TreeReader, root: number): void {
  const columns = columnsOf(connection, table);
  const isWithoutRowid = connection.selectValue('select wr from pragma_table_list where name = ?', table) === 1;
  const stored = columns.filter(({ hidden }) => hidden !== 2);
  if (isWithoutRowid) {
    // Stored by its key, and then the rest.
    stored.sort((a, b) => (a.key || Number.POSITIVE_INFINITY) - (b.key || Number.POSITIVE_INFINITY) || 0);
  }
  const keys = columns.filter(({ key }) => key > 0);
  const alias = !isWithoutRowid && keys.length === 1 && keys[0]?.type.toUpperCase() === 'INTEGER' ? keys[0] : undefined;
  const rowidName = ['_rowid_', 'rowid', 'oid'].find((name) => !columns.some((one) => one.name.toLowerCase() === name));
  const withRowid = !isWithoutRowid && alias === undefined ? rowidName : undefined;
  // Rows from before a column was added are shorter: that column has its default.
  const statements = new Map<number, { statement: ReturnType<Connection['prepare']>; places: number[] }>();
  try {
    for (const { rowid, values } of reader.rows(root)) {
      const prepared = statements.get(values.length) ?? prepare(values.length);
      statements.set(values.length, prepared);
      const bound: StoredValue[] = prepared.places.map((place) =>
        stored[place] === alias && alias !== undefined ? (rowid ?? null) : (values[place] ?? null),
      );
      if (withRowid !== undefined) bound.push(rowid ?? null);
      for (const [index, value] of bound.entries()) {
        const isReal = typeof value === 'object' && value !== null && 'real' in value;
        if (isReal) capi.sqlite3_bind_double(prepared.statement, index + 1, value.real);
        else prepared.statement.bind(index + 1, value);
      }
      prepared.statement.stepReset();
    }
  } catch (error) {
    if (error instanceof SqliteProblem) throw error;
    throw new SqliteProblem(`The table ${table} could not be converted from UTF-16.`, { cause: error });
  } finally {
    for (const { statement } of statements.values()) statement.finalize();
  }

  function prepare(count: number) {
    const places = [...stored.keys()].filter((place) => place < count && stored[place]?.hidden === 0);
    const names = places.map((place) => quoteSqlName(stored[place]?.name ?? ''));
    if (withRowid !== undefined) names.push(withRowid);
    const marks = names.map(() => '?').join(', ');
    const statement = connection.prepare(`insert into ${quoteSqlName(table)}(${names.join(', ')}) values (${marks})`);
    return { statement, places };
  }
}

function columnsOf(connection: Connection, table: string): Column[] {
  return connection
    .selectObjects('select name, type, pk, hidden from pragma_table_xinfo(?)', table)
    .map(({ name, type, pk, hidden }) => ({
      name: String(name),
      type: String(type ?? ''),
      key: Number(pk),
      hidden: Number(hidden),
    }));
}
