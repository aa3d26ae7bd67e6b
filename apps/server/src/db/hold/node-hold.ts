import type pg from 'pg';
import { databaseConflictOf } from '../database-conflicts.ts';
import { DatabaseAwayError } from '../database-faults.ts';
import { DatabaseUnusableError } from '../migrate.ts';
import { OLDEST_POSTGRES, refuseUnfit } from './fit-postgres.ts';
import { endNode, endStrayWork, holdersOf, holdName, nameSession, tryToShare, workName } from './hold-sessions.ts';
import { KeptSession } from './kept-session.ts';
import { refuseLentSessions } from './pooled-sessions.ts';
import type { Session } from './session.ts';
import { HOLD_TIMES, type HoldTimes, waitForLock } from './wait-for-lock.ts';

/** A database that does not answer for so long is away. */
const LOOK_MS = 10_000;
/** Key of the lock that a node has while it joins: "TELL", "JOIN". */
const JOIN = [0x54454c4c, 0x4a4f494e] as const;
/** A database is brought up to date meanwhile, and a node that stands still in it is ended by its machine, not by time. */
const JOIN_MS = 60_000;

/** What nodes of one portal have in common, by what it is: each as a text that tells it from another. */
export type Prints = Readonly<Record<string, string>>;

/** A node that is gone and did not say that it goes. */
export interface LostNode {
  readonly name: string;
  readonly version: string;
  readonly lostAt: Date;
}

/** A node as its row in the database has it. */
export interface NodeRow {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly prints: Prints;
}

export interface NodeHoldOptions {
  id: string;
  /** Hears once that another node has ended this one: nothing can be read or written here any more. */
  onTaken?: () => void;
  times?: HoldTimes;
}

/**
 * That a node is one of a PostgreSQL database's. It holds the advisory lock of the one portal together with the other nodes,
 * in a session of its own, and has a row that says whether it was ended. Who ends it writes that down first and then ends
 * its sessions, so a node that was frozen can change nothing when it goes on (decision 0418).
 */
export class NodeHold {
  readonly id: string;
  readonly #kept: KeptSession;
  #hasBegun = false;

  private constructor(url: string, { id, onTaken = () => undefined, times = HOLD_TIMES }: NodeHoldOptions) {
    this.id = id;
    this.#kept = new KeptSession({ url, times, onTaken, takeAgain: (session) => this.#takeAgain(session) });
  }

  /** @throws DatabaseUnusableError when a portal of one process has the database, or a pooler lends sessions out */
  static async take(url: string, options: NodeHoldOptions): Promise<NodeHold> {
    await refuseLentSessions(url, LOOK_MS);
    const hold = new NodeHold(url, options);
    const { times = HOLD_TIMES } = options;
    await hold.#kept.begin(async (session) => {
      await refuseUnfit(session, OLDEST_POSTGRES.node);
      await waitForLock(session, tryToShare, { times, onSilent: () => undefined });
      // From here on who looks finds that this node lives.
      await nameSession(session, holdName(hold.id));
      if (await endStrayWork(session)) return;
      throw new DatabaseUnusableError(
        'TELLTALE_DATABASE_URL: the database still runs a command of another Telltale. Start again in a moment.',
      );
    });
    return hold;
  }

  get isTaken(): boolean {
    return this.#kept.isTaken;
  }

  /** Hears when the server answers nobody any more, though no connection was cut. */
  onSilent(listener: () => void): void {
    this.#kept.onSilent(listener);
  }

  /**
   * Joins the others, one node after the other.
   * @param join hears of the nodes that live, brings the database up to date and answers what this node is
   */
  async begin(join: (living: readonly NodeRow[]) => Promise<Omit<NodeRow, 'id'>>): Promise<void> {
    const session = this.#kept.open;
    await session.query(`set lock_timeout = ${JOIN_MS}`);
    try {
      await session.query('select pg_advisory_lock($1, $2)', [...JOIN]);
    } catch (error) {
      // What breaks the way meanwhile says itself what it is.
      if (databaseConflictOf(error) !== 'contended') throw error;
      throw new DatabaseUnusableError('Another node has been joining for a minute. Start again in a moment.', {
        cause: error,
      });
    }
    try {
      const living = await this.#living(session);
      const row = await join(living);
      // All of them may have gone at once: who comes first finds who is not there.
      await session.query(
        'update cluster_nodes set lost_at = clock_timestamp() where not ended and lost_at is null and node_id <> all($1)',
        [living.map(({ id }) => id)],
      );
      await session.query('insert into cluster_nodes (node_id, name, version, prints) values ($1, $2, $3, $4)', [
        this.id,
        row.name,
        row.version,
        JSON.stringify(row.prints),
      ]);
      // Who had the database alone and was cut off from it finds that somebody was here.
      await session.query(
        `insert into database_holds (hold_id, revision) values (1, 1)
         on conflict (hold_id) do update set revision = database_holds.revision + 1`,
      );
      this.#hasBegun = true;
    } finally {
      await session.query('select pg_advisory_unlock($1, $2)', [...JOIN]).catch(() => undefined);
    }
  }

  /** The nodes that hold the database now, this one among them once it has begun. */
  living(): Promise<NodeRow[]> {
    return this.#living(this.#kept.open);
  }

  /** Those that are gone without having said so in the last week, and of whose name no node has begun since. */
  async lost(): Promise<LostNode[]> {
    const { rows } = await this.#kept.open.query<{ name: string; version: string; lost_at: Date }>(
      `select name, version, lost_at from (
         select distinct on (name) name, version, lost_at from cluster_nodes order by name, joined_at desc
       ) newest where lost_at > clock_timestamp() - interval '7 days' order by name`,
    );
    return rows.map(({ name, version, lost_at }) => ({ name, version, lostAt: lost_at }));
  }

  /** By how much the clock of PostgreSQL's machine is ahead of the given time, ms. */
  async clockAheadOf(now: () => number): Promise<number> {
    const before = now();
    const { rows } = await this.#kept.open.query<{ ms: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as ms',
    );
    return Number(rows[0]?.ms) - (before + now()) / 2;
  }

  /**
   * Ends another node, for good: it may be the same one that hangs and wakes up later.
   * @throws DatabaseUnusableError when a session of it would not end
   */
  async end(id: string): Promise<void> {
    const session = this.#kept.open;
    // Written down first: a session that it makes again afterwards finds that it has been ended.
    await session.query(
      `update cluster_nodes set ended = true,
         lost_at = case when ended then lost_at else coalesce(lost_at, clock_timestamp()) end
       where node_id = $1`,
      [id],
    );
    if (!(await endNode(session, id))) throw new DatabaseUnusableError(`The sessions of the node ${id} do not end.`);
  }

  /** Looks at each new connection before it is used; see `DatabaseHold.admit`. */
  async admit(connection: pg.ClientBase): Promise<void> {
    await nameSession(connection, workName(this.id));
    const holders = await holdersOf(connection);
    if (!holders.some(({ name }) => name === holdName(this.id)) || !this.#kept.isOpen) throw new DatabaseAwayError();
  }

  async release(): Promise<void> {
    const isNode = this.#hasBegun && !this.isTaken;
    await this.#kept.release(async (session) => {
      if (isNode) await session.query('update cluster_nodes set ended = true where node_id = $1', [this.id]);
    });
  }

  async #living(session: Session): Promise<NodeRow[]> {
    const table = await session.query<{ found: string | null }>(`select to_regclass('cluster_nodes')::text as found`);
    if (table.rows[0]?.found === null) return [];
    const holding = (await holdersOf(session)).map(({ name }) => name.slice(holdName('').length));
    const { rows } = await session.query<{ node_id: string; name: string; version: string; prints: string }>(
      'select node_id, name, version, prints from cluster_nodes where not ended and node_id = any($1) order by node_id',
      [holding],
    );
    return rows.map(({ node_id, prints, ...row }) => ({ id: node_id, ...row, prints: JSON.parse(prints) as Prints }));
  }

  /** The name comes before the look: who ends this node ends sessions of its name after writing that it has ended. */
  async #takeAgain(session: Session): Promise<boolean> {
    if (!(await tryToShare(session))) return false;
    await nameSession(session, holdName(this.id));
    const { rows } = await session.query<{ ended: boolean }>(
      'update cluster_nodes set lost_at = case when ended then lost_at end where node_id = $1 returning ended',
      [this.id],
    );
    return rows[0]?.ended === false;
  }
}
