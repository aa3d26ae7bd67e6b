import { Connection, ServerRefusedError } from './connection.ts';
import { HistoryServerError } from './history-server-error.ts';
import type { HistoryTarget } from './history-url.ts';
import {
  describeFor,
  lacksRights,
  RIGHTS,
  refuseNewerTables,
  refuseOldVersion,
  START_WITHIN_MS,
  versionOf,
} from './open-server.ts';
import { tablesOf } from './tables.ts';

/**
 * Looks at the server and changes nothing there.
 * @returns its version, and how far its clock is ahead
 * @throws HistoryServerError with one line that says what to do
 */
export async function examineHistoryServer(
  target: HistoryTarget,
  now: () => number,
): Promise<{ version: string; apartMs: number }> {
  const connection = await Connection.to(target, START_WITHIN_MS);
  try {
    const sql = 'SELECT version() AS version, toInt64(toUnixTimestamp64Milli(now64(3))) AS now';
    const table = await connection.select(sql);
    const version = refuseOldVersion(table.texts('version')[0] ?? '');
    if (!(await hasRights(connection, target.database))) throw new HistoryServerError(lacksRights(target));
    await refuseNewerTables(connection, tablesOf(target));
    return { version, apartMs: (table.numbers('now')[0] ?? 0) - now() };
  } catch (error) {
    throw describeFor(target, error);
  } finally {
    await connection.close();
  }
}

/**
 * Looks, before a start changes anything, whether it will be able to read what is at the server.
 * @throws HistoryServerError when it does not answer, is too old, or a newer version has written there
 */
export async function refuseNewerHistoryServer(target: HistoryTarget): Promise<void> {
  const connection = await Connection.to(target, START_WITHIN_MS);
  try {
    await versionOf(connection);
    await refuseNewerTables(connection, tablesOf(target));
  } catch (error) {
    throw describeFor(target, error);
  } finally {
    await connection.close();
  }
}

const SYNTAX_ERROR = 62;

async function hasRights(connection: Connection, database: string): Promise<boolean> {
  try {
    return (await connection.text(`CHECK GRANT ${RIGHTS} ON \`${database}\`.*`)) !== '0';
  } catch (error) {
    // Releases of 24 cannot be asked; a start finds out.
    if (error instanceof ServerRefusedError && error.code === SYNTAX_ERROR) return true;
    throw error;
  }
}
