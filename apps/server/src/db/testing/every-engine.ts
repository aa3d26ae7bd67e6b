import { Kysely, sql } from 'kysely';
import { afterAll } from 'vitest';
import { openDatabase } from '../database.ts';
import { postgresDialect } from '../dialects/postgres-dialect.ts';
import { migrate } from '../migrate.ts';
import { openSqliteForTest, type TestDatabase } from './databases.ts';
import { type PostgresForTest, startPostgresForTest } from './postgres.ts';

export interface TestEngine {
  engine: 'SQLite' | 'PostgreSQL';
  /** An empty, migrated database. */
  open(): Promise<TestDatabase>;
}

const MIGRATED = 'migrated';

/**
 * The engines that every repository is held to: `describe.each(everyEngine())('… on $engine', ({ open }) => …)`. A
 * PostgreSQL is started for the test file when its first test asks for it.
 */
export function everyEngine(): TestEngine[] {
  let postgres: Promise<PostgresForTest> | undefined;
  let number = 0;
  afterAll(async () => (await postgres)?.stop());
  return [
    { engine: 'SQLite', open: openSqliteForTest },
    {
      engine: 'PostgreSQL',
      async open() {
        postgres ??= startMigrated();
        const server = await postgres;
        const name = `test_${++number}`;
        await run(server, `create database ${name} template ${MIGRATED}`);
        const db = openDatabase({ url: server.urlOf(name) });
        return {
          db,
          async close() {
            await db.destroy();
            await run(server, `drop database ${name} with (force)`);
          },
        };
      },
    },
  ];
}

/** Migrates once; each test gets a copy. */
async function startMigrated(): Promise<PostgresForTest> {
  const server = await startPostgresForTest();
  await run(server, `create database ${MIGRATED}`);
  const db = openDatabase({ url: server.urlOf(MIGRATED) });
  await migrate(db);
  await db.destroy();
  return server;
}

async function run(server: PostgresForTest, command: string): Promise<void> {
  const db = new Kysely<never>({ dialect: postgresDialect(server.urlOf('postgres'), () => undefined) });
  try {
    await sql.raw(command).execute(db);
  } finally {
    await db.destroy();
  }
}
