import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { DatabaseUnusableError } from './migrate.ts';

/** Nobody holds a table for so long who does not hang. */
const LOCK_WAIT_MS = 30_000;

/**
 * Copies a database by PostgreSQL's own tool.
 * @returns false where that is not installed
 * @throws DatabaseUnusableError in the tool's own words
 */
export async function dumpPostgres(url: string, file: string): Promise<boolean> {
  const { target, password } = apart(url);
  const options = ['--format=custom', `--lock-wait-timeout=${LOCK_WAIT_MS}`, '--file', file, '--dbname', target];
  const child = spawn('pg_dump', options, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) },
  });
  const said = text(child.stderr);
  const code = await new Promise<number | null | undefined>((done) => {
    child.on('error', () => done(undefined));
    child.on('close', done);
  });
  if (code === undefined) return false;
  if (code !== 0) {
    throw new DatabaseUnusableError(`pg_dump failed: ${(await said).trim() || `it ended with ${code}`}`);
  }
  return true;
}

/** What stands on a command line every user of the machine may read. */
function apart(url: string): { target: string; password?: string } {
  const target = new URL(url);
  if (target.password === '') return { target: url };
  const password = decodeURIComponent(target.password);
  target.password = '';
  return { target: target.href, password };
}
