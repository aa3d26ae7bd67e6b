import type { Sqlite3 } from './sqlite3.ts';

/** Pragmas that only tell; with an argument where that names what they tell of. */
const TELLING = new Set([
  ...['table_info', 'table_xinfo', 'table_list', 'index_list', 'index_info', 'index_xinfo', 'foreign_key_list'],
  ...['foreign_key_check', 'integrity_check', 'quick_check', 'database_list', 'collation_list', 'function_list'],
  ...['module_list', 'pragma_list', 'compile_options'],
]);
/** Pragmas that tell without an argument, and change something with one. */
const TELLING_ALONE = new Set([
  ...['page_size', 'page_count', 'freelist_count', 'user_version', 'application_id', 'schema_version'],
  ...['journal_mode', 'auto_vacuum', 'data_version'],
]);

const ONLY_READS = 'The explorer only reads:';
const SCHEMA = 'making or dropping tables, views or indexes';

/** What the last refused statement would have done, in words. */
export interface ReadOnlyGuard {
  refusal: string | undefined;
}

/**
 * Lets a connection read and nothing else: whatever writes, attaches another database or changes a setting is refused as it is
 * prepared, and said in words.
 */
export function guardConnection({ capi }: Sqlite3, connection: number): ReadOnlyGuard {
  const guard: ReadOnlyGuard = { refusal: undefined };
  const words: Readonly<Record<number, string>> = {
    [capi.SQLITE_INSERT]: 'writing rows',
    [capi.SQLITE_UPDATE]: 'changing rows',
    [capi.SQLITE_DELETE]: 'deleting rows',
    [capi.SQLITE_ATTACH]: 'attaching another database',
    [capi.SQLITE_DETACH]: 'detaching a database',
    [capi.SQLITE_TRANSACTION]: 'a transaction',
    [capi.SQLITE_SAVEPOINT]: 'a savepoint',
    [capi.SQLITE_ALTER_TABLE]: 'changing a table',
    [capi.SQLITE_REINDEX]: 'building an index',
    [capi.SQLITE_ANALYZE]: 'writing statistics',
  };
  const mayPragma = (name: string, argument: string | 0) =>
    TELLING.has(name.toLowerCase()) || (argument === 0 && TELLING_ALONE.has(name.toLowerCase()));

  capi.sqlite3_set_authorizer(
    connection,
    (_context, action, first, second) => {
      if (action === capi.SQLITE_SELECT || action === capi.SQLITE_READ || action === capi.SQLITE_RECURSIVE) return 0;
      if (action === capi.SQLITE_FUNCTION) return 0;
      if (action === capi.SQLITE_PRAGMA && mayPragma(first || '', second)) return 0;
      const isSchema = first === 'sqlite_master' || first === 'sqlite_temp_master';
      const what =
        action === capi.SQLITE_PRAGMA ? `PRAGMA ${first || ''} with this argument` : isSchema ? SCHEMA : words[action];
      // The first one names what was written; what follows from it is told by SQLite's own words.
      guard.refusal ??= `${ONLY_READS} ${what ?? SCHEMA} is refused.`;
      return capi.SQLITE_DENY;
    },
    0,
  );
  return guard;
}
