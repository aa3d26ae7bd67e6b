import type { SessionRecord } from './session-repository.ts';

/** What became of sessions. */
export type SessionChange =
  | { kind: 'began'; session: SessionRecord }
  | { kind: 'proved'; authId: string; provedMs: number }
  /** `lapsed`: by time, nobody ended them. */
  | { kind: 'ended'; authIds: readonly string[]; lapsed: boolean };
