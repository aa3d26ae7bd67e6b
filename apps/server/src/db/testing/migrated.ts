import { randomUUID } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { MIGRATED } from './databases-of-run.ts';
import { runOnPostgres } from './postgres.ts';

/** Puts an empty, migrated SQLite database at this path. */
export async function copyMigratedFile(to: string): Promise<void> {
  await copyFile(await askRun('/sqlite'), to);
}

/** An empty, migrated database of the run's PostgreSQL. */
export async function createMigratedDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = await askRun('/postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = (command: string) => runOnPostgres(`${server}postgres`, command);
  // Copied as files it takes half the time of a copy that is logged.
  await run(`create database ${name} template ${MIGRATED} strategy file_copy`);
  return { url: `${server}${name}`, drop: () => run(`drop database ${name} with (force)`) };
}

/** Not by `fetch`, which tests put their own in the place of. */
async function askRun(path: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<[number | undefined, string]>();
  get(`${inject('databasesOfRun')}${path}`, { agent: false }, (reply) => {
    text(reply).then((body) => resolve([reply.statusCode, body]), reject);
  }).on('error', reject);
  const [status, body] = await promise;
  if (status !== 200) throw new Error(body);
  return body;
}
