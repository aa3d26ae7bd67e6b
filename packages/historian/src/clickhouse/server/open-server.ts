import { HistoryFolderError } from '../../embedded/folder/folder.ts';
import { HistoryUnavailableError } from '../../port.ts';
import { Connection, lineOf, ServerRefusedError } from './connection.ts';
import { HistoryRefusedError, HistoryServerError } from './history-server-error.ts';
import type { HistoryTarget } from './history-url.ts';
import { NativeFormatError } from './native-format.ts';
import { TABLES_FORMAT, type Tables, tablesOf } from './tables.ts';

/** The oldest release that what is asked here was written for: it still gets repairs, and keeps deleted points apart. */
export const OLDEST_VERSION = '24.8';

/** A start that is not answered within this ends. */
export const START_WITHIN_MS = 20_000;

/** A server that is ready: reached, new enough, with the tables. */
export interface HistoryServer {
  connection: Pick<Connection, 'select' | 'selectLong' | 'command' | 'commandLong' | 'insert' | 'close'>;
  tables: Tables;
  version: string;
}

/**
 * Looks whether the server can be used and makes the tables that are missing.
 * @throws HistoryServerError with one line that says what to do
 */
export async function openHistoryServer(target: HistoryTarget): Promise<HistoryServer> {
  const probe = await Connection.to(target, START_WITHIN_MS);
  try {
    const version = await versionOf(probe);
    const tables = tablesOf(target);
    await prepareTables(probe, tables);
    return { connection: await Connection.to(target), tables, version };
  } catch (error) {
    throw describeFor(target, error);
  } finally {
    await probe.close();
  }
}

/** @throws HistoryServerError */
export async function versionOf(connection: Connection): Promise<string> {
  const [version] = (await connection.select('SELECT version() AS version')).texts('version');
  return refuseOldVersion(version ?? '');
}

/** @throws HistoryServerError */
export function refuseOldVersion(version: string): string {
  if (!/^\d+\.\d+/.test(version)) throw new HistoryServerError('what answers there is no ClickHouse');
  if (!isOlder(version, OLDEST_VERSION)) return version;
  throw new HistoryServerError(`ClickHouse ${version} is too old: it must be ${OLDEST_VERSION} or newer`);
}

function isOlder(version: string, than: string): boolean {
  const [year = 0, month = 0] = version.split('.').map(Number);
  const [thanYear = 0, thanMonth = 0] = than.split('.').map(Number);
  return year < thanYear || (year === thanYear && month < thanMonth);
}

/** Made once; whoever may write but make no tables finds them made by somebody else. */
async function prepareTables(connection: Connection, { definitions, ...tables }: Tables): Promise<void> {
  const { points, marks, owners, summaries } = tables;
  const needed = [points, marks, owners, ...(summaries === null ? [] : [summaries])];
  const missing: string[] = [];
  for (const table of needed) if (!(await isThere(connection, table))) missing.push(table);
  if (missing.length > 0) for (const definition of definitions) await connection.command(definition);
  const format = await formatOf(connection, marks);
  if (format < TABLES_FORMAT)
    await connection.command(`INSERT INTO ${marks} (name, value) VALUES ('format', ${TABLES_FORMAT})`);
}

/** @throws HistoryServerError when a newer version has written what is there */
export async function refuseNewerTables(connection: Connection, { marks }: Tables): Promise<void> {
  if (await isThere(connection, marks)) await formatOf(connection, marks);
}

async function isThere(connection: Connection, table: string): Promise<boolean> {
  const [there] = (await connection.select(`EXISTS TABLE ${table}`)).bytes('result');
  return there === 1;
}

/** 0: nothing says it. */
async function formatOf(connection: Connection, marks: string): Promise<number> {
  const newest = `SELECT max(value) AS format FROM ${marks} WHERE name = 'format'`;
  const format = (await connection.select(newest)).numbers('format')[0] ?? 0;
  if (format <= TABLES_FORMAT) return format;
  throw new HistoryServerError('its history was written by a newer version of Telltale: start that version');
}

/** ClickHouse's codes. */
const UNKNOWN_DATABASE = 81;
const WRONG_PASSWORD: ReadonlySet<number> = new Set([192, 193, 194, 516]);
const NOT_ALLOWED: ReadonlySet<number> = new Set([164, 497]);

/** What a portal does there. */
export const RIGHTS = 'SELECT, INSERT, ALTER DELETE, CREATE TABLE';

export const lacksRights = ({ username, database }: Pick<HistoryTarget, 'username' | 'database'>): string =>
  `the user ${username} lacks rights: GRANT ${RIGHTS} ON ${database}.* TO ${username}`;

/** What is wrong, in a line for whoever set it up; neither password nor more of the server's own words than help. */
export function describeFor({ url, username, database }: HistoryTarget, error: unknown): Error {
  if (error instanceof HistoryServerError || !(error instanceof Error)) return error as Error;
  const cause = { cause: error };
  if (error instanceof ServerRefusedError) {
    const { code } = error;
    if (WRONG_PASSWORD.has(code)) {
      return new HistoryRefusedError(`ClickHouse at ${url} refuses the user ${username} or the password`, cause);
    }
    if (code === UNKNOWN_DATABASE) {
      const advice = `make it first: CREATE DATABASE ${database}`;
      return new HistoryRefusedError(`ClickHouse at ${url} has no database ${database}: ${advice}`, cause);
    }
    if (NOT_ALLOWED.has(code)) {
      const lacks = lacksRights({ username, database });
      return new HistoryRefusedError(`${lacks} (${error.message})`, cause);
    }
    return new HistoryServerError(`ClickHouse at ${url} cannot be used: ${error.message}`, cause);
  }
  if (error instanceof HistoryUnavailableError) {
    if (error.cause instanceof NativeFormatError)
      return new HistoryServerError(`what answers at ${url} is no ClickHouse`, cause);
    const reason = error.cause instanceof Error ? lineOf(error.cause) : error.message;
    return new HistoryServerError(`ClickHouse at ${url} does not answer: ${reason}`, cause);
  }
  if (error instanceof HistoryFolderError) return error;
  return new HistoryServerError(`ClickHouse at ${url} cannot be used: ${lineOf(error)}`, cause);
}
