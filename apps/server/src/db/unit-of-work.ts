import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely } from 'kysely';
import { type Caller, isCaller } from '#http/caller.ts';
import { HttpError } from '#http/errors.ts';
import { type Actor, actorOf, type Journal, type JournalEntryInput, portalActor } from '#journal/journal.ts';
import type { Topic } from '#news/topic.ts';
import { inTime } from '#pause.ts';
import { DatabaseAwayError } from './database-faults.ts';
import { AsyncLock } from './dialects/async-lock.ts';
import { Turns } from './dialects/turns.ts';
import type { Database } from './schema.ts';
import { inTransaction, type TransactionOptions } from './transaction.ts';
import { type Told, toldOf, type UnitSharing } from './unit-sharing.ts';

type NewEntry = Omit<JournalEntryInput, 'by'> & { by?: Actor };
type RepositoryClass<R> = new (db: Kysely<Database>) => R;

export interface UnitOfWorkOptions extends Omit<TransactionOptions, 'isolation'> {
  /** With the other nodes of the portal; undefined: it is one process. */
  sharing?: UnitSharing | undefined;
  /** How long who asks for a change is kept waiting where there are other nodes (tests). */
  within?: Within;
}

interface Within {
  /** Until it has committed and its effects begin here. */
  readonly changedWithinMs: number;
  /** From then on, until everybody knows it. */
  readonly knownWithinMs: number;
}

const WITHIN: Within = { changedWithinMs: 60_000, knownWithinMs: 20_000 };

/** What happens once a change has committed. */
type Effect = () => unknown;

interface Collected {
  readonly entries: JournalEntryInput[];
  readonly effects: Effect[];
  readonly told: Told[];
}

/** The repositories of one database or of one transaction. */
export class Records {
  readonly #db: Kysely<Database>;
  readonly #repositories = new Map<RepositoryClass<unknown>, unknown>();

  constructor(db: Kysely<Database>) {
    this.#db = db;
  }

  /** The repository that reads and writes there; the same one each time. */
  of<R>(repository: RepositoryClass<R>): R {
    const kept = this.#repositories.get(repository);
    if (kept) return kept as R;
    const made = new repository(this.#db);
    this.#repositories.set(repository, made);
    return made;
  }
}

/** One change under way: its transaction, what the journal will say of it, and what happens once it has committed. */
export class Work extends Records {
  /** In whose name it is made. */
  readonly by: Actor;
  readonly #collected: Collected;

  constructor(db: Kysely<Database>, by: Actor, collected: Collected) {
    super(db);
    this.by = by;
    this.#collected = collected;
  }

  /** What the journal says of it, in the name of who makes the change; kept with the change or not at all. */
  note(entry: NewEntry): void {
    this.#collected.entries.push({ by: this.by, ...entry });
  }

  /**
   * Tells everybody who keeps some of it in memory, at every node, once the unit has committed. What is told is data alone.
   */
  tell<News>(topic: Topic<News>, data: NoInfer<News>): void {
    this.#collected.told.push({ topic: topic.name, data });
    this.#collected.effects.push(() => topic.publish(data));
  }

  /**
   * Begun here once the unit has committed, in the order of these calls and before the next unit; who runs the unit waits for
   * what is not done at once.
   */
  afterCommit(effect: Effect): void {
    this.#collected.effects.push(effect);
  }
}

/**
 * How the portal changes what it keeps in the database: what reads, checks and writes runs as one unit, whose effects are
 * published once it has committed. Units run one after the other, in the order in which they were asked for, so a rule
 * that looks at several records holds, and what is kept in memory hears of changes in the order in which they were made.
 * Nothing slow belongs into one: passwords are hashed, bodies received and histories read before or after it.
 */
export class UnitOfWork {
  /** What has committed, for whoever only reads: it waits for no change under way. */
  readonly committed: Records;
  readonly #db: Kysely<Database>;
  readonly #journal: Journal;
  readonly #options: TransactionOptions;
  readonly #sharing: UnitSharing | undefined;
  readonly #within: Within;
  readonly #turns = new AsyncLock();
  readonly #current = new AsyncLocalStorage<Work>();
  #publishing: Promise<void> | undefined;

  constructor(
    db: Kysely<Database>,
    journal: Journal,
    { sharing, within = WITHIN, ...options }: UnitOfWorkOptions = {},
  ) {
    this.committed = new Records(db);
    this.#db = db;
    this.#journal = journal;
    this.#sharing = sharing;
    this.#within = within;
    this.#options = { ...options, isolation: 'serializable' };
  }

  /**
   * Runs a change as one unit.
   * @param by whose name the journal has it in
   * @param apply runs again, with a new `Work`, when the database broke the transaction off: it changes nothing but by it
   * @throws DatabaseBusyError when its turn did not come in time, or the database broke it off each time
   * @throws DatabaseAwayError where there are other nodes, when the database did not answer in time; HttpError 503 when it is
   * kept, and somebody did not hear of it in time
   */
  async run<T>(by: Caller | Actor, apply: (work: Work) => Promise<T>): Promise<T> {
    if (this.#current.getStore()) {
      throw new Error(
        'A unit of work was begun within another one, for which it would wait: hand the work on instead.',
      );
    }
    const actor = isCaller(by) ? actorOf(by) : by;
    const release = await this.#turns.acquire();
    const change = this.#change(actor, apply, release);
    if (!this.#sharing) {
      const { result, known } = await change;
      await known();
      return result;
    }
    const { changedWithinMs, knownWithinMs } = this.#within;
    const { result, known } = await inTime(change, changedWithinMs, () => new DatabaseAwayError({ mayBeKept: true }));
    await inTime(known(), knownWithinMs, unknownToSome);
    return result;
  }

  /** Its effects begin and its turn ends whether or not somebody waits for it still. */
  async #change<T>(actor: Actor, apply: (work: Work) => Promise<T>, release: () => void) {
    const sharing = this.#sharing;
    try {
      sharing?.begins();
      const { result, entries, effects, ids } = await inTransaction(
        this.#db,
        (trx) => this.#attempt(trx, actor, apply),
        this.#options,
      );
      const started: Promise<unknown>[] = [];
      const begin = async () => {
        this.#journal.kept(entries);
        started.push(...(await this.#publish(effects)));
      };
      await (sharing ? sharing.settle(ids, begin) : begin());
      const known = async () => {
        await Promise.all(started);
        await sharing?.heardByAll(ids);
      };
      return { result, known };
    } finally {
      sharing?.ended();
      release();
    }
  }

  /** Whether other nodes change the same records. */
  get isShared(): boolean {
    return this.#sharing !== undefined;
  }

  /** Tells everybody of something that no unit has changed. Resolves when they have heard it. */
  announce<News>(topic: Topic<News>, data: NoInfer<News>): Promise<void> {
    if (this.#sharing === undefined) return topic.publish(data);
    return this.run(portalActor, async (unit) => unit.tell(topic, data));
  }

  /**
   * Resolves at once, or when the effects of a unit of many have all begun: who keeps in memory what they tell of shows
   * such a unit as a whole or not yet.
   */
  async published(): Promise<void> {
    while (this.#publishing) await this.#publishing;
  }

  /** Begins effects in their order, with turns for others where they are many. */
  async #publish(effects: readonly Effect[]): Promise<Promise<unknown>[]> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#publishing = promise;
    const turns = new Turns();
    const started: Promise<unknown>[] = [];
    for (const effect of effects) {
      started.push(begun(effect));
      if (turns.isDue) await turns.give();
    }
    this.#publishing = undefined;
    resolve();
    return started;
  }

  async #attempt<T>(trx: Kysely<Database>, by: Actor, apply: (work: Work) => Promise<T>) {
    const collected: Collected = { entries: [], effects: [], told: [] };
    const sharing = this.#sharing;
    await sharing?.takeTurn(trx);
    const work = new Work(trx, by, collected);
    const result = await this.#current.run(work, () => apply(work));
    if (collected.entries.length > 0) await this.#journal.appendAll(collected.entries, trx);
    const { entries, effects, told } = collected;
    const ids = (await sharing?.write(trx, [...toldOf(entries), ...told])) ?? [];
    return { result, entries, effects, ids };
  }
}

const unknownToSome = () =>
  new HttpError(
    503,
    'not-heard',
    'This was kept, but a part of the portal does not say that it knows it. Look whether it counts before you do it again.',
  );

/** Who runs the unit hears of a failure once all effects have begun. */
function begun(effect: Effect): Promise<unknown> {
  const done = (async () => effect())();
  done.catch(() => undefined);
  return done;
}
