import type { UserId } from '@telltale/contract';
import type { SessionRecord } from './session-repository.ts';

/** The open sessions by everything they are looked up by. */
export class LiveSessions {
  readonly #byAuthId = new Map<string, SessionRecord>();
  readonly #byToken = new Map<string, SessionRecord>();
  readonly #byBrokerToken = new Map<string, SessionRecord>();
  readonly #byUser = new Map<UserId, Set<SessionRecord>>();

  add(session: SessionRecord): void {
    this.#byAuthId.set(session.authId, session);
    this.#byToken.set(session.tokenHash, session);
    this.#byBrokerToken.set(session.brokerTokenHash, session);
    const ofUser = this.#byUser.get(session.userId);
    if (ofUser) ofUser.add(session);
    else this.#byUser.set(session.userId, new Set([session]));
  }

  remove(authId: string): void {
    const session = this.#byAuthId.get(authId);
    if (!session) return;
    this.#byAuthId.delete(authId);
    this.#byToken.delete(session.tokenHash);
    this.#byBrokerToken.delete(session.brokerTokenHash);
    const ofUser = this.#byUser.get(session.userId);
    ofUser?.delete(session);
    if (ofUser?.size === 0) this.#byUser.delete(session.userId);
  }

  find(authId: string): SessionRecord | undefined {
    return this.#byAuthId.get(authId);
  }

  findByTokenHash(tokenHash: string): SessionRecord | undefined {
    return this.#byToken.get(tokenHash);
  }

  findByBrokerTokenHash(brokerTokenHash: string): SessionRecord | undefined {
    return this.#byBrokerToken.get(brokerTokenHash);
  }

  list(): SessionRecord[] {
    return [...this.#byAuthId.values()];
  }

  /** Newest first. */
  listOf(userId: UserId): SessionRecord[] {
    return [...(this.#byUser.get(userId) ?? [])].toSorted((a, b) => b.createdMs - a.createdMs);
  }
}
