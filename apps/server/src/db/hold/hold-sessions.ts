import type pg from 'pg';

/** Key of the advisory lock that the one portal of a database holds: "TELL", "TALE". */
const LOCK = [0x54454c4c, 0x54414c45] as const;
const END_MS = 5_000;

export const holdName = (id: string) => `telltale hold ${id}`;
export const workName = (id: string) => `telltale work ${id}`;

/** The session that holds a database, as PostgreSQL tells it. */
export interface Holder {
  readonly pid: number;
  readonly name: string;
  /** Where it connects from; null: over a socket of the machine. */
  readonly address: string | null;
  /** When it last said something, by the clock of PostgreSQL; another value is another sign of life. */
  readonly beat: string | null;
  readonly quietMs: number;
}

/** Takes the lock for the session, or answers that another one has it. */
export async function tryToHold(session: pg.ClientBase): Promise<boolean> {
  const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [...LOCK]);
  return rows[0]?.held === true;
}

/** Who holds the database of the session; undefined: nobody. */
export async function holderOf(session: pg.ClientBase): Promise<Holder | undefined> {
  const { rows } = await session.query<{
    pid: number;
    name: string;
    address: string | null;
    beat: string | null;
    quiet_ms: string | null;
  }>(
    `select l.pid, a.application_name as name, host(a.client_addr) as address, a.state_change::text as beat,
       extract(epoch from clock_timestamp() - a.state_change) * 1000 as quiet_ms
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.objsubid = 2 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [...LOCK],
  );
  const [row] = rows;
  return row && { pid: row.pid, name: row.name, address: row.address, beat: row.beat, quietMs: Number(row.quiet_ms) };
}

export async function nameSession(session: pg.ClientBase, name: string): Promise<void> {
  await session.query(`select set_config('application_name', $1, false)`, [name]);
}

/** Ends a session and waits until it has ended; false: it would not. */
export async function endSession(session: pg.ClientBase, pid: number): Promise<boolean> {
  const { rows } = await session.query<{ ended: boolean }>(`select pg_terminate_backend($1, $2) as ended`, [
    pid,
    END_MS,
  ]);
  return rows[0]?.ended === true;
}

/** Ends the sessions in which portals other than this one work; false: one of them would not. */
export async function endOtherWork(session: pg.ClientBase, id: string): Promise<boolean> {
  const { rows } = await session.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $2) as ended from pg_stat_activity
     where datname = current_database() and application_name like 'telltale work %' and application_name <> $1`,
    [workName(id), END_MS],
  );
  return rows.every(({ ended }) => ended);
}
