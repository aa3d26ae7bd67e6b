import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '../database.ts';
import { migrate } from '../migrate.ts';
import { type PostgresForTest, startPostgresForTest } from './postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the test files of a run ask for the databases that they share. */
    databasesOfRun: string;
  }
}

/** The database of the run's PostgreSQL that each test's own is a copy of. */
export const MIGRATED = 'migrated';

/**
 * What takes long to make and can be copied is made once a run, when the first test file asks: a migrated SQLite file
 * (`GET /sqlite` answers its path), and a PostgreSQL with a migrated database (`GET /postgres` answers the server's
 * address, to which the name of a database is added). Vitest
 * calls this before the first file, and what it answers after the last.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'telltale-run-'));
  let sqlite: Promise<string> | undefined;
  let postgres: Promise<PostgresForTest> | undefined;
  const answers: Readonly<Record<string, () => Promise<string>>> = {
    '/sqlite': () => {
      sqlite ??= migratedFile(folder);
      return sqlite;
    },
    '/postgres': async () => {
      postgres ??= migratedPostgres();
      return (await postgres).urlOf('');
    },
  };
  const server = createServer((request, reply) => {
    const answer = answers[request.url ?? ''] ?? (() => Promise.reject(new Error(`There is no ${request.url}.`)));
    answer().then(
      (text) => reply.end(text),
      (error: unknown) => reply.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('databasesOfRun', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    // Who asked for one that could not be made has been told why.
    await postgres?.then(
      (started) => started.stop(),
      () => undefined,
    );
    await rm(folder, { recursive: true, force: true });
  };
}

async function migratedFile(folder: string): Promise<string> {
  const file = join(folder, 'migrated.db');
  const db = openDatabase({ file });
  await migrate(db);
  await db.destroy();
  return file;
}

async function migratedPostgres(): Promise<PostgresForTest> {
  const server = await startPostgresForTest();
  await server.run(`create database ${MIGRATED}`);
  const db = openDatabase({ url: server.urlOf(MIGRATED) });
  await migrate(db);
  await db.destroy();
  return server;
}
