import { ADMIN_MODIFY, type AdminId, ownership, type UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema.ts';
import type { Caller, Visibility } from '#http/caller.ts';
import { conflict } from '#http/errors.ts';
import { actorOf, type Journal } from '#journal/journal.ts';
import { GroupRepository } from './group-repository.ts';
import { LinkRepository } from './link-repository.ts';
import { OwnershipRepository } from './ownership-repository.ts';
import { RecordRepository } from './record-repository.ts';
import { UnitTree } from './unit-tree.ts';

/** What this feature asks of the rights that users have at this moment; the access feature knows them. */
export interface Rights {
  accessOf(
    userId: UserId,
  ): Promise<{ readonly permissions: ReadonlySet<number>; readonly visibility: Visibility } | undefined>;
  /** Called after a change has committed: rights are looked up anew, sessions end. */
  changed(change: { users: readonly UserId[] } | { ended: readonly UserId[] } | { everyone: true }): void;
}

interface Note {
  what: string;
  before?: unknown;
  after?: unknown;
}

/** One change under way: its transaction, what the journal will say of it, and who must look at their rights again. */
export class Step {
  readonly db: Kysely<Database>;
  readonly caller: Caller;
  readonly tables: OwnershipRepository;
  readonly groups: GroupRepository;
  readonly records: RecordRepository;
  readonly links: LinkRepository;
  readonly notes: Note[] = [];
  readonly touched = new Set<UserId>();
  readonly ended = new Set<UserId>();
  touchesEveryone = false;

  constructor(db: Kysely<Database>, caller: Caller) {
    this.db = db;
    this.caller = caller;
    this.tables = new OwnershipRepository(db);
    this.groups = new GroupRepository(db);
    this.records = new RecordRepository(db);
    this.links = new LinkRepository(db);
  }

  /** A change without a note changed nothing: nobody hears of it. */
  note(what: string, before?: unknown, after?: unknown): void {
    this.notes.push({ what, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) });
  }

  touch(userIds: Iterable<number>): void {
    for (const userId of userIds) this.touched.add(userId as UserId);
  }
}

interface Options {
  /** It may take rights away, or move who has them: what must never happen is looked for once it is done. */
  takesAway: boolean;
}

const ROOT = ownership.ROOT_ADMIN_ID as AdminId;

/**
 * Changes of ownership, one after the other: each is one transaction with its journal entries, and takes effect at once
 * when it has committed. Rules that look at several records hold, since nobody changes these meanwhile.
 */
export class OwnershipChanges {
  readonly #db: Kysely<Database>;
  readonly #journal: Journal;
  readonly #rights: Rights;
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<Database>, journal: Journal, rights: Rights) {
    this.#db = db;
    this.#journal = journal;
    this.#rights = rights;
  }

  run<T>(caller: Caller, options: Options, apply: (step: Step) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#run(caller, options, apply));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #run<T>(caller: Caller, { takesAway }: Options, apply: (step: Step) => Promise<T>): Promise<T> {
    const { step, result } = await this.#db.transaction().execute(async (trx) => {
      const step = new Step(trx, caller);
      const holders = takesAway ? await step.records.listHolders() : new Set<UserId>();
      const result = await apply(step);
      if (takesAway && step.notes.length > 0) {
        await refuseWhatMustNotBe(step);
        const still = await step.records.listHolders();
        for (const userId of holders) if (!still.has(userId)) step.ended.add(userId);
      }
      const by = actorOf(caller);
      await this.#journal.appendAll(
        step.notes.map((note) => ({ kind: 'access', ...note, by })),
        trx,
      );
      return { step, result };
    });
    this.#tell(step);
    return result;
  }

  #tell(step: Step): void {
    if (step.notes.length === 0) return;
    if (step.touchesEveryone) this.#rights.changed({ everyone: true });
    else if (step.touched.size > 0) this.#rights.changed({ users: [...step.touched] });
    // Losing the last permission ends the sessions at once (spec 3 §4).
    if (step.ended.size > 0) this.#rights.changed({ ended: [...step.ended] });
  }
}

/** @throws HttpError 409 when nobody could administer the portal any more, or a group would hold users from above it */
async function refuseWhatMustNotBe({ records, tables }: Step): Promise<void> {
  if ((await records.countAbleHolders(ROOT, ADMIN_MODIFY)) === 0) {
    throw conflict('The last administrator who can log in must stay one. Make another one first.');
  }
  const strangers = await records.listMembersOfOtherUnits();
  if (strangers.length === 0) return;
  const units = new UnitTree(await tables.listUnits());
  const stray = strangers.filter((member) => !units.within(member.groupAdminId).has(member.userAdminId));
  if (stray.length === 0) return;
  throw conflict(
    'A user group holds users of its own admin unit and of the units below it. Take these out of their groups first.',
    { members: stray.slice(0, 20).map(({ username, userGroupName }) => ({ username, userGroupName })) },
  );
}
