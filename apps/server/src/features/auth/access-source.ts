import type { UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';

/** What a session or token takes over from its user. */
export type UserAccess = Omit<Caller, 'authId' | 'proof'>;

export type AccessChange = { users: readonly UserId[] } | { ended: readonly UserId[] } | { everyone: true };

/** Where rights come from; the access feature is one. */
export interface AccessSource {
  accessOf(userId: UserId): Promise<UserAccess | undefined>;
  subscribe(listener: (change: AccessChange) => void): () => void;
}
