import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseAwayError } from '../database-faults.ts';
import { type Session, SharedSession } from './session.ts';
import type { HoldTimes } from './wait-for-lock.ts';

const CONNECT_MS = 10_000;
const ANSWER_MS = 15_000;

export interface KeptSessionOptions {
  url: string;
  times: HoldTimes;
  /** Takes the lock again after the way was cut; false: others have had the database meanwhile. */
  takeAgain: (session: Session) => Promise<boolean>;
  /** Hears once that the database is lost for good. */
  onTaken: () => void;
}

/**
 * The session at PostgreSQL by which a portal holds its database: it shows there that it lives, and is made anew when
 * the way was cut or PostgreSQL was restarted.
 */
export class KeptSession {
  readonly #options: KeptSessionOptions;
  readonly #released = new AbortController();
  /** Undefined while the way to the database is cut. */
  #session: SharedSession | undefined;
  #isTaken = false;
  #whenSilent: () => void = () => undefined;

  constructor(options: KeptSessionOptions) {
    this.#options = options;
  }

  get isTaken(): boolean {
    return this.#isTaken;
  }

  /** Whether the database is held just now. */
  get isOpen(): boolean {
    return this.#session !== undefined;
  }

  /** @throws DatabaseAwayError while the way to the database is cut */
  get open(): Session {
    if (!this.#session) throw new DatabaseAwayError();
    return this.#session;
  }

  /** Called when the server does not answer though no connection was cut: others wait there in vain, too. */
  onSilent(listener: () => void): void {
    this.#whenSilent = listener;
  }

  /** Connects and keeps the session from when `take` has the lock by it. */
  async begin(take: (session: Session) => Promise<void>): Promise<void> {
    const session = await this.#connect();
    try {
      await take(session);
    } catch (error) {
      await session.end();
      throw error;
    }
    this.#keep(session);
  }

  /** Lets others have the database; `last` is done before, if the session is there. */
  async release(last: (session: Session) => Promise<unknown> = async () => undefined): Promise<void> {
    this.#released.abort();
    const session = this.#session;
    this.#session = undefined;
    if (!session) return;
    // What PostgreSQL does not answer any more ends with the session.
    await last(session).catch(() => undefined);
    // Before the connection ends, which PostgreSQL notices in its own time.
    await session.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await session.end().catch(() => undefined);
  }

  async #connect(withinMs = CONNECT_MS): Promise<SharedSession> {
    const client = new pg.Client({ connectionString: this.#options.url, connectionTimeoutMillis: withinMs });
    const session = new SharedSession(client);
    client.on('error', () => this.#lost(session));
    client.on('end', () => this.#lost(session));
    await client.connect();
    return session;
  }

  #keep(session: SharedSession): void {
    this.#session = session;
    void this.#beat(session);
  }

  async #beat(session: SharedSession): Promise<void> {
    const { signal } = this.#released;
    while (!signal.aborted && this.#session === session) {
      await wait(this.#options.times.beatMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || this.#session !== session) return;
      const answer = session.query('select 1').then(
        () => true,
        () => this.#lost(session),
      );
      while (this.#session === session && !(await this.#isAnswered(answer))) {
        // Another question may be under way in the session: a new connection tells whether the server answers at all.
        if ((await this.#isThere()) || this.#session !== session) continue;
        this.#lost(session);
        this.#whenSilent();
      }
    }
  }

  async #isAnswered(answer: Promise<unknown>): Promise<boolean> {
    const { answerMs = ANSWER_MS } = this.#options.times;
    const { signal } = this.#released;
    const isOver = wait(answerMs, false, { signal, ref: false }).catch(() => true);
    return Promise.race([answer.then(() => true), isOver]);
  }

  /** Whether the server says something to a newcomer, be it that it lets nobody more in. */
  async #isThere(): Promise<boolean> {
    try {
      const session = await this.#connect(this.#options.times.answerMs ?? ANSWER_MS);
      // Its farewell is not waited for: that needs an answer, too.
      session.end().catch(() => undefined);
      return true;
    } catch (error) {
      return error instanceof pg.DatabaseError;
    }
  }

  #lost(session: SharedSession): void {
    if (this.#session !== session) return;
    this.#session = undefined;
    session.end().catch(() => undefined);
    void this.#regain();
  }

  async #regain(): Promise<void> {
    const { signal } = this.#released;
    const { times, takeAgain } = this.#options;
    while (!signal.aborted && !this.#session && !this.#isTaken) {
      let session: SharedSession | undefined;
      try {
        session = await this.#connect();
        if (!(await takeAgain(session))) this.#taken();
        else if (!signal.aborted) this.#keep(session);
      } catch {
        // It does not answer yet, or answers that it is starting: what the health check says meanwhile.
      }
      if (this.#session !== session) await session?.end().catch(() => undefined);
      if (!this.#session) await wait(times.lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  #taken(): void {
    this.#isTaken = true;
    this.#options.onTaken();
  }
}
