import { quoteSqlName } from '../quote-name.ts';
import type { Sqlite3 } from './sqlite3.ts';

/** What a database of people has is a handful. */
const MOST_TABLES = 1_000;

/**
 * Connects the virtual tables of a database before its connection is guarded: an R-Tree prepares what it would write with as it is
 * connected, which the guard refuses. It is never run: the file is opened to be read.
 */
export function connectVirtualTables({ SQLite3Error }: Sqlite3, connection: InstanceType<Sqlite3['oo1']['DB']>): void {
  const attempt = (run: () => void) => {
    try {
      run();
    } catch (error) {
      // What cannot be connected, or read at all, is told when it is listed.
      if (!(error instanceof SQLite3Error)) throw error;
    }
  };
  attempt(() => {
    const names = connection.selectValues(
      `select name from sqlite_schema where type = 'table' and sql like 'create virtual table%' limit ${MOST_TABLES}`,
    );
    for (const name of names) attempt(() => connection.exec(`select 1 from ${quoteSqlName(String(name))} limit 0`));
  });
}
