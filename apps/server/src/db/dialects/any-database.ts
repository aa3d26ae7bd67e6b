import type { Kysely } from 'kysely';

/**
 * A database handle whatever its tables are: for migrations, each of which is written against the schema of its own day,
 * and for what asks the engine itself.
 */
// biome-ignore lint/suspicious/noExplicitAny: Kysely knows no other way to say "whatever its tables are"
export type AnyDatabase = Kysely<any>;
