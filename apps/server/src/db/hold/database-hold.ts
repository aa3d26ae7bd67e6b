import type pg from 'pg';
import { randomToken } from '#random-token.ts';
import { DatabaseAwayError } from '../database-faults.ts';
import { DatabaseUnusableError } from '../migrate.ts';
import { OLDEST_POSTGRES, refuseUnfit } from './fit-postgres.ts';
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
import { KeptSession } from './kept-session.ts';
import { refuseLentSessions } from './pooled-sessions.ts';
import type { Session } from './session.ts';
import { HOLD_TIMES, type HoldTimes, waitForLock } from './wait-for-lock.ts';

/** A database that does not answer for so long is away. */
const LOOK_MS = 10_000;

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
  readonly #id = randomToken().slice(0, 16);
  readonly #kept: KeptSession;
  #pid = 0;
  #revision: number | undefined;

  private constructor(url: string, times: HoldTimes, onTaken: () => void) {
    this.#kept = new KeptSession({ url, times, onTaken, takeAgain: (session) => this.#takeAgain(session) });
  }

  /**
   * Takes a database, from a portal that shows no life too; that takes a while.
   * @throws DatabaseUnusableError when a portal that lives has it, or a pooler would make the lock worthless
   */
  static async take(url: string, options: HoldOptions = {}): Promise<DatabaseHold> {
    const { onTaken = () => undefined, onSilent = () => undefined, times = HOLD_TIMES } = options;
    await refuseLentSessions(url, LOOK_MS);
    const hold = new DatabaseHold(url, times, onTaken);
    await hold.#kept.begin(async (session) => {
      await refuseUnfit(session, OLDEST_POSTGRES.alone);
      await waitForLock(session, tryToHold, { times, onSilent });
      await hold.#clear(session);
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

  /** Counts that the database has this portal now. Called once, when it is up to date. */
  async begin(): Promise<void> {
    const session = this.#kept.open;
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
  release(): Promise<void> {
    return this.#kept.release();
  }

  /** From the moment that the lock is had: nobody else works there, and who looks finds that this portal lives. */
  async #clear(session: Session): Promise<void> {
    await nameSession(session, holdName(this.#id));
    if (!(await endOtherWork(session, this.#id))) {
      throw new DatabaseUnusableError(
        'TELLTALE_DATABASE_URL: the database still runs a command of another Telltale. Start again in a moment.',
      );
    }
    this.#pid = (await holderOf(session))?.pid ?? 0;
  }

  /** The database is ours still if nobody has had it meanwhile. */
  async #takeAgain(session: Session): Promise<boolean> {
    const holder = await holderOf(session);
    // PostgreSQL has not noticed yet that the way was cut.
    if (holder?.name === holdName(this.#id)) await endSession(session, holder.pid);
    if (!(await tryToHold(session))) return false;
    const { rows } = await session.query<{ revision: string }>('select revision from database_holds');
    if (Number(rows[0]?.revision) !== this.#revision) return false;
    await this.#clear(session);
    return true;
  }
}
