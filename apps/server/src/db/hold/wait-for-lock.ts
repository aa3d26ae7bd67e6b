import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnusableError } from '../migrate.ts';
import { endSession, type Holder, holderOf } from './hold-sessions.ts';
import type { Session } from './session.ts';

export interface HoldTimes {
  /** So often who holds a database shows that it lives. */
  beatMs: number;
  /** Who has shown nothing for so long is taken for dead. */
  quietMs: number;
  /** So often is looked whether a database has become free, or is there again. */
  lookMs: number;
  /** A database that answers neither a sign of life nor a new connection for so long each is away, 15 s unless it is said. */
  answerMs?: number;
}

export const HOLD_TIMES: HoldTimes = { beatMs: 2_000, quietMs: 15_000, lookMs: 250 };

export interface WaitOptions {
  times: HoldTimes;
  /** Hears of a portal that had the database and was taken for dead. */
  onSilent: (holder: Holder) => void;
}

/**
 * Takes the lock of a database as soon as it is free, from holders that show no life too.
 * @throws DatabaseUnusableError when one that lives has it
 */
export async function waitForLock(
  session: Session,
  tryToTake: (session: Session) => Promise<boolean>,
  { times, onSilent }: WaitOptions,
): Promise<void> {
  const firsts = new Map<number, string | null>();
  while (!(await tryToTake(session))) {
    const holder = await holderOf(session);
    if (holder !== undefined) {
      const first = firsts.get(holder.pid) ?? holder.beat;
      firsts.set(holder.pid, first);
      if (holder.beat === null || holder.beat !== first) throw inUse(holder);
    }
    if (holder === undefined || holder.quietMs <= times.quietMs) {
      await wait(times.lookMs);
      continue;
    }
    onSilent(holder);
    await endSession(session, holder.pid);
  }
}

function inUse({ address }: Holder): DatabaseUnusableError {
  const where = address === null ? '' : ` at ${address}`;
  return new DatabaseUnusableError(
    `TELLTALE_DATABASE_URL: another Telltale${where} is using this database. Stop it first.`,
  );
}
