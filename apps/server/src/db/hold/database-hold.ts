import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { randomToken } from '#random-token.ts';
import { DatabaseAwayError } from '../database-faults.ts';
import { DatabaseUnusableError } from '../migrate.ts';
import {
  endOtherWork,
  endSession,
  type Holder,
  holderOf,
  holdName,
  nameSession,
  tryToHold,
  workName,
} from './hold-sessions.ts';
import { refuseLentSessions } from './pooled-sessions.ts';
import { HOLD_TIMES, type HoldTimes, waitForLock } from './wait-for-lock.ts';

const CONNECT_MS = 10_000;

export interface HoldOptions {
  /** Hears once that another portal has the database now: nothing can be read or written here any more. */
  onTaken?: () => void;
  /** Hears of a portal that had the database and was taken for dead. */
  onSilent?: (holder: Holder) => void;
  times?: HoldTimes;
}

/**
 * That a PostgreSQL database has one portal. It holds an advisory lock in a session of its own and shows there that it
 * lives. Who finds it silent ends that session and every other one of it, and each new one is refused unless the lock
 * is still held: a portal that was frozen, or cut off, and comes back can change nothing (decision 0377).
 */
export class DatabaseHold {
  readonly #url: string;
  readonly #times: HoldTimes;
  readonly #onTaken: () => void;
  readonly #onSilent: (holder: Holder) => void;
  readonly #id = randomToken().slice(0, 16);
  readonly #released = new AbortController();
  /** Undefined while the way to the database is cut. */
  #session: pg.Client | undefined;
  #pid = 0;
  #revision: number | undefined;
  #isTaken = false;

  private constructor(
    url: string,
    { onTaken = () => undefined, onSilent = () => undefined, times = HOLD_TIMES }: HoldOptions,
  ) {
    this.#url = url;
    this.#times = times;
    this.#onTaken = onTaken;
    this.#onSilent = onSilent;
  }

  /**
   * Takes a database, from a portal that shows no life too; that takes a while.
   * @throws DatabaseUnusableError when a portal that lives has it, or a pooler would make the lock worthless
   */
  static async take(url: string, options: HoldOptions = {}): Promise<DatabaseHold> {
    await refuseLentSessions(url, CONNECT_MS);
    const hold = new DatabaseHold(url, options);
    const session = await hold.#connect();
    try {
      await waitForLock(session, tryToHold, { times: hold.#times, onSilent: hold.#onSilent });
      await hold.#holdBy(session);
    } catch (error) {
      await session.end();
      throw error;
    }
    return hold;
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Counts that the database has this portal now. Called once, when it is up to date. */
  async begin(): Promise<void> {
    const session = this.#session;
    if (!session) throw new DatabaseAwayError();
    const { rows } = await session.query<{ revision: string }>(
      `insert into database_holds (hold_id, revision) values (1, 1)
       on conflict (hold_id) do update set revision = database_holds.revision + 1 returning revision`,
    );
    this.#revision = Number(rows[0]?.revision);
    // Nodes that were here find on their return that they are none any more.
    await session.query('delete from cluster_nodes');
  }

  /**
   * Looks at each new connection before it is used. It gets its name first: who takes the database ends the sessions of
   * that name after the lock is free, so each of them is either ended or refused here.
   */
  async admit(connection: pg.ClientBase): Promise<void> {
    await nameSession(connection, workName(this.#id));
    const holder = await holderOf(connection);
    if (holder?.pid !== this.#pid || holder.name !== holdName(this.#id)) throw new DatabaseAwayError();
  }

  /** Lets others have the database. */
  async release(): Promise<void> {
    this.#released.abort();
    const session = this.#session;
    this.#session = undefined;
    // Before the connection ends, which PostgreSQL notices in its own time.
    await session?.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await session?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const session = new pg.Client({ connectionString: this.#url, connectionTimeoutMillis: CONNECT_MS });
    session.on('error', () => this.#lost(session));
    session.on('end', () => this.#lost(session));
    await session.connect();
    return session;
  }

  /** From the moment that the lock is had: nobody else works there, and who looks finds that this portal lives. */
  async #holdBy(session: pg.Client): Promise<void> {
    await nameSession(session, holdName(this.#id));
    if (!(await endOtherWork(session, this.#id))) {
      throw new DatabaseUnusableError(
        'TELLTALE_DATABASE_URL: the database still runs a command of another Telltale. Start again in a moment.',
      );
    }
    this.#pid = (await holderOf(session))?.pid ?? 0;
    this.#session = session;
    void this.#beat(session);
  }

  async #beat(session: pg.Client): Promise<void> {
    const { signal } = this.#released;
    while (!signal.aborted && this.#session === session) {
      await wait(this.#times.beatMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || this.#session !== session) return;
      await session.query('select 1').catch(() => this.#lost(session));
    }
  }

  #lost(session: pg.Client): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    session.end().catch(() => undefined);
    void this.#regain();
  }

  /** PostgreSQL was restarted, or the way to it was cut: the database is ours still if nobody has had it meanwhile. */
  async #regain(): Promise<void> {
    const { signal } = this.#released;
    while (!signal.aborted && !this.#session && !this.#isTaken) {
      let session: pg.Client | undefined;
      try {
        session = await this.#connect();
        if (await this.#canHaveAgain(session)) await this.#holdBy(session);
        else this.#taken();
      } catch {
        // It does not answer yet, or answers that it is starting: what the health check says meanwhile.
      }
      if (signal.aborted || !this.#session) await session?.end().catch(() => undefined);
      if (!this.#session) await wait(this.#times.lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #canHaveAgain(session: pg.Client): Promise<boolean> {
    const holder = await holderOf(session);
    // PostgreSQL has not noticed yet that the way was cut.
    if (holder?.name === holdName(this.#id)) await endSession(session, holder.pid);
    if (!(await tryToHold(session))) return false;
    const { rows } = await session.query<{ revision: string }>('select revision from database_holds');
    return Number(rows[0]?.revision) === this.#revision;
  }

  #taken(): void {
    this.#isTaken = true;
    this.#onTaken();
  }
}
