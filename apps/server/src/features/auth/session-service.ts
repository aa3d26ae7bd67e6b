import { PROOF_MS, type UserId } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import { databaseFaultOf } from '#db/database-faults.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { portalActor } from '#journal/journal.ts';
import type { Topic } from '#news/topic.ts';
import { hashToken, randomToken } from '#random-token.ts';
import type { AccessChange, AccessSource } from './access-source.ts';
import { brokerTokenOf } from './broker-tokens.ts';
import { LiveSessions } from './live-sessions.ts';
import type { SessionChange } from './session-change.ts';
import { type SessionRecord, SessionRepository } from './session-repository.ts';
import { UnwrittenSessions } from './unwritten-sessions.ts';

/** How long a session lasts, milliseconds. */
export interface SessionLimits {
  /** Without use. */
  idleMs: number;
  /** However much it is used. */
  maxMs: number;
}

/** A session more ends the user's oldest one. */
const MAX_SESSIONS_PER_USER = 50;

/** Whose rights changed, or whose session ended; `everyone` when it cannot be said. `lapsed`: by time, nobody ended it. */
export type CallersChange = { authIds?: readonly string[]; everyone?: true; lapsed?: boolean };

export interface StartedSession {
  authId: string;
  /** For the cookie; kept nowhere. */
  token: string;
  brokerToken: string;
}

/**
 * Looks, within the unit that makes or renews a session, whether what its user proved it with still stands: hashing a
 * password takes a while, in which the password may have changed. Throws the refusal if it does not.
 */
export type StillStands = (unit: Work) => Promise<void>;

/** Sessions: rows that can be revoked, with everything that is asked at each request in memory. */
export class SessionService {
  readonly #work: UnitOfWork;
  readonly #repository: SessionRepository;
  readonly #access: AccessSource;
  readonly #clock: Clock;
  readonly #limits: SessionLimits;
  readonly #news: Topic<SessionChange>;
  readonly #live = new LiveSessions();
  readonly #listeners = new Set<(change: CallersChange) => void>();
  readonly #used = new Map<string, number>();
  /** Written by the next sweep that finds room. */
  readonly #unwritten: UnwrittenSessions;

  constructor(
    work: UnitOfWork,
    repository: SessionRepository,
    access: AccessSource,
    clock: Clock,
    news: Topic<SessionChange>,
    limits: SessionLimits,
  ) {
    this.#work = work;
    this.#repository = repository;
    this.#unwritten = new UnwrittenSessions(repository);
    this.#access = access;
    this.#clock = clock;
    this.#limits = limits;
    this.#news = news;
    news.subscribe((change) => this.#follow(change));
    access.subscribe((change) => void this.#accessChanged(change));
  }

  /** Reads the sessions that were open when the portal stopped. */
  async load(): Promise<void> {
    for (const session of await this.#repository.list()) this.#live.add(session);
    await this.endExpired();
  }

  /** @throws what `stillStands` does; then there is no session */
  async start(
    userId: UserId,
    from: { address: string; userAgent: string },
    stillStands: StillStands,
  ): Promise<StartedSession> {
    const token = randomToken();
    const brokerToken = brokerTokenOf(token);
    const now = this.#clock.now();
    const session: SessionRecord = {
      authId: randomToken(),
      tokenHash: hashToken(token),
      brokerTokenHash: hashToken(brokerToken),
      userId,
      createdMs: now,
      lastUsedMs: now,
      provedMs: now,
      address: from.address,
      userAgent: from.userAgent.slice(0, 255),
    };
    await this.#open(session, stillStands);
    const surplus = this.#live.listOf(userId).slice(MAX_SESSIONS_PER_USER);
    if (surplus.length > 0) await this.end(surplus.map((old) => old.authId));
    return { authId: session.authId, token, brokerToken };
  }

  /**
   * The user of a session has proved anew who they are.
   * @returns whether the session is still there
   * @throws what `stillStands` does
   */
  async prove(authId: string, stillStands: StillStands): Promise<boolean> {
    const provedMs = this.#clock.now();
    return this.#work.run(portalActor, async (unit) => {
      await stillStands(unit);
      if (!this.#live.find(authId)) return false;
      await unit.of(SessionRepository).setProved(authId, provedMs);
      unit.tell(this.#news, { kind: 'proved', authId, provedMs });
      return true;
    });
  }

  /** Until when the last proof of a session counts, ms; undefined when it does not. */
  freshUntil(authId: string): number | undefined {
    const session = this.#live.find(authId);
    return session && this.#isFresh(session) ? session.provedMs + PROOF_MS : undefined;
  }

  /** Whether a session is still there. */
  isOpen(authId: string): boolean {
    const session = this.#live.find(authId);
    return session !== undefined && !this.#isExpired(session);
  }

  /** The session of a cookie; using it keeps it from going idle. */
  findByToken(token: string): SessionRecord | undefined {
    const session = this.#live.findByTokenHash(hashToken(token));
    if (!session || this.#isExpired(session)) return undefined;
    session.lastUsedMs = this.#clock.now();
    this.#used.set(session.authId, session.lastUsedMs);
    return session;
  }

  async callerForToken(token: string): Promise<Caller | undefined> {
    const session = this.findByToken(token);
    return session && this.#callerOf(session);
  }

  /** Who a live connection belongs to; undefined once its session has ended. */
  async callerForBrokerToken(token: string): Promise<Caller | undefined> {
    const session = this.#live.findByBrokerTokenHash(hashToken(token));
    return session && !this.#isExpired(session) ? this.#callerOf(session) : undefined;
  }

  /** Who a session belongs to; undefined once it has ended. */
  async callerFor(authId: string): Promise<Caller | undefined> {
    const session = this.#live.find(authId);
    return session && !this.#isExpired(session) ? this.#callerOf(session) : undefined;
  }

  /** Newest first. */
  listOf(userId: UserId): readonly SessionRecord[] {
    return this.#live.listOf(userId).filter((session) => !this.#isExpired(session));
  }

  /** Ends sessions and, through the listeners, their live connections. */
  async end(authIds: readonly string[], lapsed = false): Promise<void> {
    if (authIds.length === 0) return;
    if (!this.#work.isShared) return this.#endHere(authIds, lapsed);
    await this.#work.run(portalActor, async (unit) => {
      await unit.of(SessionRepository).delete(authIds);
      unit.tell(this.#news, { kind: 'ended', authIds, lapsed });
    });
  }

  /** With the change that deletes their rows: every session of a user but one is over. */
  endOthers(unit: Work, userId: UserId, keptAuthId: string): void {
    const others = this.#live.listOf(userId).filter(({ authId }) => authId !== keptAuthId);
    const authIds = others.map(({ authId }) => authId);
    if (authIds.length > 0) unit.tell(this.#news, { kind: 'ended', authIds, lapsed: false });
  }

  /** Ends what has gone idle or too old, and writes down when the others were used; called once a minute. */
  async endExpired(): Promise<void> {
    if (this.#work.isShared) await this.#readUses();
    const expired = this.#live.list().filter((session) => this.#isExpired(session));
    await this.end(
      expired.map((session) => session.authId),
      true,
    );
    await this.#unwritten.deleteEnded();
    await this.#unwritten.save();
    const uses = [...this.#used].map(([authId, lastUsedMs]) => ({ authId, lastUsedMs }));
    this.#used.clear();
    if (uses.length === 0) return;
    await this.#work.run(portalActor, (unit) => unit.of(SessionRepository).setLastUsed(uses));
  }

  /** Hears whose rights changed and whose session ended, after it is so. Answers a function that ends this. */
  onAccessChanged(listener: (change: CallersChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Units run one after the other, and what one brings is known before the next begins: a change of the password finds
   * the session here and ends it, or the session finds the change.
   */
  async #open(session: SessionRecord, stillStands: StillStands): Promise<void> {
    let stands = false;
    try {
      await this.#work.run(portalActor, async (unit) => {
        stands = false;
        await stillStands(unit);
        stands = true;
        await unit.of(SessionRepository).insert(session);
        unit.tell(this.#news, { kind: 'began', session });
      });
    } catch (error) {
      // A full disk must not lock out who could make room on it: the session then ends with the process.
      if (!stands || databaseFaultOf(error) !== 'full') throw error;
      await this.#news.publish({ kind: 'began', session });
      this.#unwritten.keep(session);
    }
  }

  /** Ends them at once, whether or not their rows can be deleted now. */
  async #endHere(authIds: readonly string[], lapsed: boolean): Promise<void> {
    this.#unwritten.end(authIds);
    void this.#news.publish({ kind: 'ended', authIds, lapsed });
    await this.#unwritten.deleteEnded();
  }

  /** Sessions may be used at other nodes, which write that down once a minute. */
  async #readUses(): Promise<void> {
    for (const { authId, lastUsedMs } of await this.#repository.list()) {
      const session = this.#live.find(authId);
      if (session) session.lastUsedMs = Math.max(session.lastUsedMs, lastUsedMs);
    }
  }

  #follow(change: SessionChange): void {
    if (change.kind === 'began') this.#live.add(change.session);
    else if (change.kind === 'ended') this.#removeHere(change.authIds, change.lapsed);
    else {
      const session = this.#live.find(change.authId);
      if (session) session.provedMs = change.provedMs;
    }
  }

  #removeHere(authIds: readonly string[], lapsed: boolean): void {
    for (const authId of authIds) {
      this.#live.remove(authId);
      this.#used.delete(authId);
      this.#unwritten.forget(authId);
    }
    this.#tell(lapsed ? { authIds, lapsed } : { authIds });
  }

  async #callerOf(session: SessionRecord): Promise<Caller | undefined> {
    const access = await this.#access.accessOf(session.userId);
    return access && { ...access, authId: session.authId, proof: this.#isFresh(session) ? 'fresh' : 'session' };
  }

  #isExpired(session: SessionRecord): boolean {
    const now = this.#clock.now();
    return now - session.lastUsedMs > this.#limits.idleMs || now - session.createdMs > this.#limits.maxMs;
  }

  /** A clock that was set back must not keep a proof alive. */
  #isFresh({ provedMs }: SessionRecord): boolean {
    return Math.abs(this.#clock.now() - provedMs) < PROOF_MS;
  }

  #tell(change: CallersChange): void {
    for (const listener of this.#listeners) listener(change);
  }

  async #accessChanged(change: AccessChange): Promise<void> {
    if ('ended' in change) {
      const ended = change.ended.flatMap((userId) => this.#live.listOf(userId));
      const authIds = ended.map((session) => session.authId);
      // Every node hears of it, and ends what it knows.
      if (authIds.length > 0) await this.#endHere(authIds, false);
      return;
    }
    if ('everyone' in change) this.#tell({ everyone: true });
    else {
      const changed = change.users.flatMap((userId) => this.#live.listOf(userId));
      this.#tell({ authIds: changed.map((session) => session.authId) });
    }
  }
}
