import pg from 'pg';
import { DatabaseUnfitError } from '../migrate.ts';

/** @throws DatabaseUnfitError when a lock of a session would be worth nothing */
export async function refuseLentSessions(url: string, withinMs: number): Promise<void> {
  if (await keepsSessions(url, withinMs)) return;
  throw new DatabaseUnfitError(
    'TELLTALE_DATABASE_URL: the pooler there lends sessions out for a transaction. Set pool_mode=session for this database, or name PostgreSQL itself.',
  );
}

/**
 * Whether what stands between the portal and PostgreSQL gives each connection a session of its own. A pooler that lends a
 * session for a transaction or a statement says nothing of it: two connections take turns, and it shows when they are
 * given one session, or one of them is given two. Reads only.
 * @returns false when the portal could not hold a database over it: its lock would be that of whoever comes next
 */
export async function keepsSessions(url: string, withinMs: number): Promise<boolean> {
  const clients = [0, 1].map(
    () => new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs, query_timeout: withinMs }),
  );
  for (const client of clients) client.on('error', () => undefined);
  try {
    for (const client of clients) await client.connect();
    const [one, other] = clients as [pg.Client, pg.Client];
    const first = await sessionOf(one);
    const second = await sessionOf(other);
    // A pool that lends the session that was used last has given both the same; one that goes round gives two in a row
    // two different ones.
    const again = [await sessionOf(one), await sessionOf(one), await sessionOf(other)];
    return first !== second && again.join() === [first, first, second].join();
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

async function sessionOf(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}
