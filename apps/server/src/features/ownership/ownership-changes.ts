import { ADMIN_MODIFY, type AdminId, ownership, type UserId } from '@telltale/contract';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller, Visibility } from '#http/caller.ts';
import { conflict } from '#http/errors.ts';
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
  /** Told with a change: once it has committed rights are looked up anew, sessions end. */
  changed(unit: Work, change: { users: readonly UserId[] } | { ended: readonly UserId[] } | { everyone: true }): void;
}

/** One change under way: its unit of work, what the journal will say of it, and who must look at their rights again. */
export class Step {
  readonly work: Work;
  readonly tables: OwnershipRepository;
  readonly groups: GroupRepository;
  readonly records: RecordRepository;
  readonly links: LinkRepository;
  readonly touched = new Set<UserId>();
  readonly ended = new Set<UserId>();
  touchesEveryone = false;
  changesSomething = false;

  constructor(work: Work) {
    this.work = work;
    this.tables = work.of(OwnershipRepository);
    this.groups = work.of(GroupRepository);
    this.records = work.of(RecordRepository);
    this.links = work.of(LinkRepository);
  }

  /** A change without a note changed nothing: nobody hears of it. */
  note(what: string, before?: unknown, after?: unknown): void {
    this.changesSomething = true;
    const [old, made] = [before === undefined ? {} : { before }, after === undefined ? {} : { after }];
    this.work.note({ kind: 'access', what, ...old, ...made });
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

/** Changes of ownership: units of work with their journal entries, which take effect at once when they have committed. */
export class OwnershipChanges {
  readonly #work: UnitOfWork;
  readonly #rights: Rights;

  constructor(work: UnitOfWork, rights: Rights) {
    this.#work = work;
    this.#rights = rights;
  }

  run<T>(caller: Caller, { takesAway }: Options, apply: (step: Step) => Promise<T>): Promise<T> {
    return this.#work.run(caller, async (work) => {
      const step = new Step(work);
      const holders = takesAway ? await step.records.listHolders() : new Set<UserId>();
      const result = await apply(step);
      if (!step.changesSomething) return result;
      if (takesAway) {
        await refuseWhatMustNotBe(step);
        const still = await step.records.listHolders();
        for (const userId of holders) if (!still.has(userId)) step.ended.add(userId);
      }
      this.#tell(step);
      return result;
    });
  }

  #tell(step: Step): void {
    if (step.touchesEveryone) this.#rights.changed(step.work, { everyone: true });
    else if (step.touched.size > 0) this.#rights.changed(step.work, { users: [...step.touched] });
    // Losing the last permission ends the sessions at once (spec 3 §4).
    if (step.ended.size > 0) this.#rights.changed(step.work, { ended: [...step.ended] });
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
