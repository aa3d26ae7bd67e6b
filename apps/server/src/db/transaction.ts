import type { Kysely, Transaction } from 'kysely';
import { DatabaseBusyError, databaseConflictOf } from './database-conflicts.ts';
import { DatabaseAwayError, databaseFaultOf } from './database-faults.ts';
import type { Database } from './schema.ts';

export interface TransactionOptions {
  /** How PostgreSQL keeps it apart from others. SQLite has one writer at a time, which is the stricter of the two. */
  isolation?: 'read committed' | 'serializable';
  /** Waits before an attempt is made again; the first such wait is 1. */
  pause?: (attempt: number) => Promise<void>;
}

const MAX_ATTEMPTS = 10;
const PAUSE_MS = 5;
const MAX_PAUSE_MS = 200;

/** Longer each time, and not the same for two who met. */
function jitter(attempt: number): Promise<void> {
  const limitMs = Math.min(PAUSE_MS * 2 ** attempt, MAX_PAUSE_MS);
  return new Promise((resolve) => setTimeout(resolve, Math.random() * limitMs));
}

/**
 * One transaction, made again from its beginning when the database broke it off for the sake of another one. This is the
 * ground that `UnitOfWork` stands on; by itself it is for what devices and the portal bring in bulk, where nothing that
 * was read decides what is written and nobody waits for an order between two.
 * @param apply may run several times: it changes nothing but the database
 * @throws DatabaseBusyError when it was broken off each time; DatabaseAwayError that says so when the database went away
 * while it was to keep it
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  apply: (transaction: Transaction<Database>) => Promise<T>,
  { isolation = 'read committed', pause = jitter }: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    let isCommitting = false;
    try {
      return await db
        .transaction()
        .setIsolationLevel(isolation)
        .execute(async (transaction) => {
          const result = await apply(transaction);
          isCommitting = true;
          return result;
        });
    } catch (error) {
      if (isCommitting && databaseFaultOf(error) === 'away') {
        throw new DatabaseAwayError({ mayBeKept: true, cause: error });
      }
      if (databaseConflictOf(error) !== 'contended') throw error;
      if (attempt === MAX_ATTEMPTS) {
        throw new DatabaseBusyError('A transaction was broken off for another one each time.', { cause: error });
      }
      await pause(attempt);
    }
  }
}
