import type { Migration } from 'kysely/migration';

/**
 * A database handle whatever its tables are: for migrations, each of which is written against the schema of its own day,
 * and for what asks the engine itself. It is what Kysely gives a migration.
 */
export type AnyDatabase = Parameters<Migration['up']>[0];
