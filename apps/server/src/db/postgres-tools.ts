import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import pg from 'pg';
import { DatabaseUnusableError } from './migrate.ts';

const ANSWER_MS = 10_000;
/** Of packages that bring both tools. */
const PACKAGE = 'postgresql-client';
/** What to do where the version of the server is not known. */
export const INSTALL_TOOLS = advice("of the server's version");

type Tool = 'pg_dump' | 'pg_restore';

/**
 * What keeps PostgreSQL's own tools here from copying or reading records, and what to do; undefined: nothing.
 * @param server its version, which `pg_dump` must not be older than; undefined: any will do
 */
export async function lackOfTools(tools: readonly Tool[], server?: string): Promise<string | undefined> {
  const found = await Promise.all(tools.map(async (tool) => ({ tool, major: await majorOf(tool) })));
  const needed = server === undefined ? undefined : Number.parseInt(server, 10);
  const install = needed === undefined ? INSTALL_TOOLS : advice(`${needed} or newer`);
  const missing = found.filter(({ major }) => major === undefined).map(({ tool }) => tool);
  if (missing.length > 0) return `${missing.join(' and ')} cannot be run here. ${install}`;
  const old = found.find(({ major = 0 }) => needed !== undefined && major < needed);
  return old && `${old.tool} is of version ${old.major}, and PostgreSQL of ${needed}. ${install}`;
}

/** @throws DatabaseUnusableError when it cannot be asked */
export async function versionOfServer(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version ?? '';
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DatabaseUnusableError(`TELLTALE_DATABASE_URL: the database cannot be used: ${reason}`, { cause });
  } finally {
    await client.end().catch(() => undefined);
  }
}

function advice(which: string): string {
  return `Install ${PACKAGE} ${which}, or set PATH to where it is.`;
}

/** Undefined: it cannot be run. Debian has a wrapper in its place that fails where no version is installed. */
async function majorOf(tool: Tool): Promise<number | undefined> {
  const said = await promisify(execFile)(tool, ['--version']).catch(() => undefined);
  const major = /\) (\d+)/.exec(said?.stdout ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}
