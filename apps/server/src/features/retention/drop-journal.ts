import { type Historian, HistoryUnavailableError, type SeriesKey } from '@telltale/historian';
import type { Kysely } from 'kysely';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import { databaseFaultOf } from '#db/database-faults.ts';
import type { Database } from '#db/schema.ts';
import { inTransaction } from '#db/transaction.ts';
import { type Journal, type JournalEntryInput, portalActor } from '#journal/journal.ts';
import { type BegunDrop, type PlannedDrop, RetentionDropRepository } from './retention-drop-repository.ts';

export interface DropJournalOptions {
  db: Kysely<Database>;
  historian: Historian;
  journal: Journal;
  clock: Clock;
  log: Log;
}

/**
 * Drops history, each time with its entry in the journal. The two are in two stores, so a drop is written down before it is
 * done, and forgotten in the transaction that writes the entry: an end of the process in between loses neither.
 */
export class DropJournal {
  readonly #options: DropJournalOptions;
  readonly #drops: RetentionDropRepository;
  /** Drops that the store could not do at once, and will. */
  readonly #promised = new Set<number>();

  constructor(options: DropJournalOptions) {
    this.#options = options;
    this.#drops = new RetentionDropRepository(options.db);
  }

  /**
   * Drops what is older than the time.
   * @throws HistoryUnavailableError
   */
  async drop(
    beforeMs: number,
    keys: readonly SeriesKey[] | undefined,
    why: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { historian, journal, clock, log } = this.#options;
    const points = await this.#countBefore(beforeMs, keys);
    const plan: PlannedDrop = { beforeMs, keys, points, why, begunMs: clock.now() };
    const begun = points === 0 ? undefined : await this.#begin(plan);
    let dropped: number;
    try {
      dropped = await historian.dropBefore(beforeMs, keys);
    } catch (error) {
      if (begun) await this.#keepIfPromised(begun, error);
      throw error;
    }
    const entry = entryOf({ ...plan, points: dropped });
    if (dropped > 0) log.info(entry.after, 'old history was dropped');
    if (begun) await this.#end(begun, dropped > 0 ? entry : undefined);
    else if (dropped > 0) await journal.append(entry);
  }

  /**
   * Writes the entries of drops whose process ended before it did. One that had not come to be done is forgotten: what is
   * too old by the settings of today is dropped anyway.
   */
  async finish(): Promise<void> {
    for (const begun of await this.#drops.list()) {
      if (this.#promised.has(begun.dropId)) {
        await this.#options.historian.dropBefore(begun.beforeMs, begun.keys);
        this.#promised.delete(begun.dropId);
        await this.#end(begun, entryOf(begun));
        continue;
      }
      // Late points may have come since.
      const isDone = (await this.#countBefore(begun.beforeMs, begun.keys)) < begun.points;
      await this.#end(begun, isDone ? entryOf(begun) : undefined);
    }
  }

  async #countBefore(beforeMs: number, keys: readonly SeriesKey[] | undefined): Promise<number> {
    const { historian } = this.#options;
    const all = keys ?? (await historian.latest()).map(({ key }) => key);
    return historian.countPoints({ keys: all, fromMs: Number.NEGATIVE_INFINITY, toMs: beforeMs - 1 });
  }

  /** Undefined where the database has no room: a drop is what makes some, and its entry waits in memory. */
  async #begin(plan: PlannedDrop): Promise<BegunDrop | undefined> {
    try {
      return await this.#drops.insert(plan);
    } catch (error) {
      if (databaseFaultOf(error) !== 'full') throw error;
      this.#options.log.warn({ err: error }, 'a drop of old history could not be written down before it is done');
      return undefined;
    }
  }

  async #keepIfPromised({ dropId }: BegunDrop, error: unknown): Promise<void> {
    if (error instanceof HistoryUnavailableError && error.mayHappen) this.#promised.add(dropId);
    else await this.#drops.delete(dropId);
  }

  /** Puts the entry into the journal, if there is one, and forgets the drop: both or neither. */
  async #end({ dropId }: BegunDrop, entry: JournalEntryInput | undefined): Promise<void> {
    await inTransaction(this.#options.db, async (trx) => {
      if (entry) await this.#options.journal.append(entry, trx);
      await this.#drops.within(trx).delete(dropId);
    });
  }
}

function entryOf({ beforeMs, points, why, begunMs: timeMs }: PlannedDrop): JournalEntryInput {
  const after = { before: new Date(beforeMs).toISOString(), points, ...why };
  return { kind: 'retention', what: 'old history dropped', after, by: portalActor, timeMs };
}
