import type { Duplex } from 'node:stream';
import { PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { DatabaseAwayError } from '../database-faults.ts';
import type { DatabaseHold } from '../hold/database-hold.ts';
import { oneAtATime } from './one-at-a-time.ts';

const INT8 = 20;
const NUMERIC = 1700;

/** Times and ids are int8: as numbers, like on SQLite. They stay below 2^53. */
const types: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === INT8 || oid === NUMERIC) return (text: string) => Number(text);
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
} as pg.CustomTypesConfig;

/**
 * Kysely's dialect for PostgreSQL.
 * @param onError hears of connections that break while idle; without a listener the process would end
 * @param hold what says whether a new connection may be used
 */
export function postgresDialect(
  url: string,
  onError: (error: Error) => void,
  hold?: Pick<DatabaseHold, 'admit' | 'onSilent'>,
): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: 10,
    connectionTimeoutMillis: 10_000,
    async onConnect(client: pg.ClientBase) {
      // One that breaks between two statements of a transaction tells nobody else; the next statement fails for it.
      client.on('error', onError);
      await hold?.admit(client);
    },
  });
  pool.on('error', onError);
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  hold?.onSilent(() => {
    for (const client of open) streamOf(client).destroy();
  });
  return new PostgresDialect({ pool: tellingPool(pool) });
}

/** To end what waits for a server that does not answer: `end()` would wait for its answer, too. */
const streamOf = (client: pg.PoolClient) => (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** The pool, whose errors say when it is the way to the database that is to blame. */
function tellingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect().catch(told);
      const known = clients.get(client);
      if (known) return known;
      const made = tellingClient(client);
      clients.set(client, made);
      return made;
    },
  };
}

function tellingClient(client: pg.PoolClient): PostgresPoolClient {
  // What a unit of work asks for at once is asked one after the other: it has one connection.
  const inTurn = oneAtATime();
  // Nothing here reads by cursors, which are what the second form of `query` is for.
  const query: unknown = (sql: string, parameters: unknown[]) =>
    inTurn(() => client.query(sql, parameters)).catch(told);
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) };
}

/** PostgreSQL's own errors have a kind of their own, and so have mistakes of ours: a plain one is the connection's. */
const OF_WAY: ReadonlySet<string> = new Set(['Error', 'AggregateError']);

function told(error: unknown): never {
  throw error instanceof Error && OF_WAY.has(error.name) ? new DatabaseAwayError({ cause: error }) : error;
}
