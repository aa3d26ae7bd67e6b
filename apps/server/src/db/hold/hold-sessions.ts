import type { Session } from './session.ts';

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
  /** It is the whole portal, and no node among others. */
  readonly isAlone: boolean;
}

/** Takes the lock for the session, or answers that another one has it. */
export async function tryToHold(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [...LOCK]);
  return rows[0]?.held === true;
}

/** Takes the lock with other nodes of the same portal, or answers that a portal of one process has it. */
export async function tryToShare(session: Session): Promise<boolean> {
  const { rows } = await session.query<{ held: boolean }>('select pg_try_advisory_lock_shared($1, $2) as held', [
    ...LOCK,
  ]);
  return rows[0]?.held === true;
}

/** Who holds the database of the session; undefined: nobody. Of several nodes the one that spoke last. */
export async function holderOf(session: Session): Promise<Holder | undefined> {
  return (await holdersOf(session))[0];
}

/** Who holds the database of the session: one portal, or the nodes of one. */
export async function holdersOf(session: Session): Promise<Holder[]> {
  const { rows } = await session.query<{
    pid: number;
    name: string;
    address: string | null;
    beat: string | null;
    quiet_ms: string | null;
    isAlone: boolean;
  }>(
    `select l.pid, a.application_name as name, host(a.client_addr) as address, a.state_change::text as beat,
       extract(epoch from clock_timestamp() - a.state_change) * 1000 as quiet_ms,
       l.mode = 'ExclusiveLock' as "isAlone"
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = $2 and l.objsubid = 2 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())
     order by a.state_change desc nulls last`,
    [...LOCK],
  );
  return rows.map(({ quiet_ms, ...row }) => ({ ...row, quietMs: Number(quiet_ms) }));
}

export async function nameSession(session: Session, name: string): Promise<void> {
  await session.query(`select set_config('application_name', $1, false)`, [name]);
}

/** Ends a session and waits until it has ended; false: it would not. */
export async function endSession(session: Session, pid: number): Promise<boolean> {
  const { rows } = await session.query<{ ended: boolean }>(`select pg_terminate_backend($1, $2) as ended`, [
    pid,
    END_MS,
  ]);
  return rows[0]?.ended === true;
}

/** Ends the sessions in which portals other than this one work; false: one of them would not. */
export async function endOtherWork(session: Session, id: string): Promise<boolean> {
  const { rows } = await session.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $2) as ended from pg_stat_activity
     where datname = current_database() and application_name like 'telltale work %' and application_name <> $1`,
    [workName(id), END_MS],
  );
  return rows.every(({ ended }) => ended);
}

/** Ends the sessions in which nodes work that hold the database no longer; false: one of them would not. */
export async function endStrayWork(session: Session): Promise<boolean> {
  const living = (await holdersOf(session)).map(({ name }) => name.replace(holdName(''), workName('')));
  return endWork(session, `application_name like 'telltale work %' and application_name <> all($2::text[])`, living);
}

/** Ends everything that a node has at the database; false: some of it would not. */
export async function endNode(session: Session, id: string): Promise<boolean> {
  // The hold first: a connection that is made from here on is refused by the node itself.
  const isHoldEnded = await endWork(session, 'application_name = any($2::text[])', [holdName(id)]);
  return (await endWork(session, 'application_name = any($2::text[])', [workName(id)])) && isHoldEnded;
}

async function endWork(session: Session, which: string, names: readonly string[]): Promise<boolean> {
  const { rows } = await session.query<{ ended: boolean }>(
    `select pg_terminate_backend(pid, $1) as ended from pg_stat_activity
     where datname = current_database() and ${which}`,
    [END_MS, names],
  );
  return rows.every(({ ended }) => ended);
}
