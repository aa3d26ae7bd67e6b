import { type AdminId, type manyUsers, permissionId, type UserGroupId, type UserId } from '@telltale/contract';
import type { Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { badRequest, conflict, forbidden, HttpError } from '#http/errors.ts';
import type { OwnershipChanges, Step } from '../ownership-changes.ts';
import type { OwnershipRules } from '../ownership-rules.ts';
import { UnitTree } from '../unit-tree.ts';
import type { Account } from '../user-administration.ts';

/** User accounts by the list; the access feature has them. */
export interface ManyAccounts {
  /** @throws HttpError 400 for a name that is none */
  readUsername(text: string): string;
  /** The same for names that are one account. */
  keyOf(username: string): string;
  findByNames(work: Work, usernames: readonly string[]): Promise<Account[]>;
  insertAll(work: Work, usernames: readonly string[], adminId: AdminId): Promise<Account[]>;
  saveAttributes(
    work: Work,
    attributes: readonly { userId: UserId; attributeName: string; attributeValue: string }[],
  ): Promise<void>;
}

interface ImportInput {
  lines: readonly manyUsers.UserLine[];
  adminId?: AdminId | undefined;
  linkExisting: boolean;
}

interface Plan {
  readonly faults: manyUsers.UserLineFault[];
  readonly changes: manyUsers.UserLineChange[];
  /** Lines of accounts that are made. */
  readonly creations: { line: manyUsers.UserLine; username: string }[];
  /** Accounts that are there, by group. */
  readonly links: Map<UserGroupId, UserId[]>;
  /** A name is somebody's already: it may have been free when the list was looked at. */
  isTaken: boolean;
}

/** Faults that a refusal names. */
const TOLD_FAULTS = 100;
const USERS_MODIFY = permissionId('Users', 'Modify');
const GROUPS_MODIFY = permissionId('UserGroups', 'Modify');

/** Makes accounts by a list, and puts them into groups: all of a list or none. */
export class ManyUsersService {
  readonly #changes: OwnershipChanges;
  readonly #rules: OwnershipRules;
  readonly #accounts: ManyAccounts;

  constructor(changes: OwnershipChanges, rules: OwnershipRules, accounts: ManyAccounts) {
    this.#changes = changes;
    this.#rules = rules;
    this.#accounts = accounts;
  }

  /**
   * What the lines would do; nothing is stored.
   * @throws HttpError as `apply`, but for faults of the lines
   */
  async preview(caller: Caller, input: ImportInput) {
    return this.#changes.run(caller, { takesAway: false }, async (step) =>
      replyOf(await this.#plan(caller, input, step)),
    );
  }

  /**
   * @throws HttpError 404 for a unit or a group that the caller may not know of, 403 for a group that gives more than the
   * caller holds, 409 with the faults of the lines when a name is taken, 400 with them when a line cannot be taken
   * for another reason: nothing is stored then
   */
  async apply(caller: Caller, input: ImportInput) {
    return this.#changes.run(caller, { takesAway: false }, async (step) => {
      const plan = await this.#plan(caller, input, step);
      if (plan.faults.length > 0) {
        const faults = plan.faults.slice(0, TOLD_FAULTS);
        const message = `Nothing was stored: ${plan.faults.length} lines cannot be taken.`;
        throw plan.isTaken ? conflict(message, { faults }) : badRequest(message, { faults });
      }
      const made = await this.#create(step, plan, input.adminId ?? caller.adminId);
      await this.#link(step, plan, made);
      const ids = new Map(made.map(({ username, userId }) => [username, userId]));
      const changes = plan.changes.map((change) => ({
        ...change,
        userId: change.userId ?? ids.get(change.username) ?? null,
      }));
      return replyOf({ ...plan, changes });
    });
  }

  async #plan(
    caller: Caller,
    { lines, adminId = caller.adminId, linkExisting }: ImportInput,
    step: Step,
  ): Promise<Plan> {
    await this.#rules.requireUnit(caller, adminId, step);
    const groups = await this.#groupsOf(caller, lines, step);
    const inSight = await this.#rules.unitsInSight(caller, step);
    const units = new UnitTree(await step.tables.listUnits());
    const plan: Plan = { faults: [], changes: [], creations: [], links: new Map(), isTaken: false };
    const named = lines.map((line) => ({ line, username: this.#read(line, plan) }));
    const valid = named.filter(
      (one): one is { line: manyUsers.UserLine; username: string } => one.username !== undefined,
    );
    const found = await this.#accounts.findByNames(
      step.work,
      valid.map(({ username }) => username),
    );
    const known = new Map(found.map((account) => [this.#accounts.keyOf(account.username), account]));
    const members = new Map<UserGroupId, ReadonlySet<number>>();
    for (const userGroupId of groups.keys())
      members.set(userGroupId, new Set(await step.links.list('users', userGroupId)));

    const first = new Map<string, number>();
    for (const { line, username } of valid) {
      const fault = (message: string) => void plan.faults.push({ line: line.line, message });
      const key = this.#accounts.keyOf(username);
      const earlier = first.get(key);
      if (earlier !== undefined) {
        fault(`The user name ${username} stands in line ${earlier}, too.`);
        continue;
      }
      first.set(key, line.line);
      const account = known.get(key);
      if (account && (!linkExisting || !inSight.has(account.adminId))) {
        plan.isTaken = true;
        fault(`The user name ${username} is taken.`);
        continue;
      }
      const unit = account?.adminId ?? adminId;
      const foreign = line.userGroupIds.find((id) => !units.within(groups.get(id)?.adminId ?? unit).has(unit));
      if (foreign !== undefined) {
        fault(`The group ${groups.get(foreign)?.name} holds users of its own admin unit and of the units below it.`);
        continue;
      }
      if (!account) {
        plan.creations.push({ line, username });
        plan.changes.push({ line: line.line, username, kind: 'create', userId: null });
        continue;
      }
      const missing = [...new Set(line.userGroupIds)].filter((id) => !members.get(id)?.has(account.userId));
      for (const id of missing) plan.links.set(id, [...(plan.links.get(id) ?? []), account.userId]);
      const kind = missing.length > 0 ? ('link' as const) : ('none' as const);
      plan.changes.push({ line: line.line, username: account.username, kind, userId: account.userId });
    }
    plan.faults.sort((a, b) => a.line - b.line);
    return plan;
  }

  /** The groups that the lines name, each one that the caller may fill. */
  async #groupsOf(caller: Caller, lines: readonly manyUsers.UserLine[], step: Step) {
    const groups = new Map<UserGroupId, { name: string; adminId: AdminId }>();
    const ids = new Set(lines.flatMap(({ userGroupIds }) => userGroupIds));
    if (ids.size > 0 && !(holds(caller, GROUPS_MODIFY) && holds(caller, USERS_MODIFY))) throw forbidden();
    for (const id of ids) {
      groups.set(id, await this.#rules.requireGroup(caller, 'user', id, step));
      await this.#rules.refuseGroupAbove(caller, 'user', id, step);
    }
    return groups;
  }

  #read(line: manyUsers.UserLine, plan: Plan): string | undefined {
    try {
      return this.#accounts.readUsername(line.username);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      plan.faults.push({ line: line.line, message: error.message });
      return undefined;
    }
  }

  async #create(step: Step, { creations }: Plan, adminId: AdminId): Promise<Account[]> {
    if (creations.length === 0) return [];
    const usernames = creations.map(({ username }) => username);
    const made = await this.#accounts.insertAll(step.work, usernames, adminId);
    const ids = new Map(made.map(({ username, userId }) => [username, userId]));
    for (const { username, userId } of made) {
      step.note(`user ${username} created`, undefined, { userId, username, adminId });
    }
    await this.#accounts.saveAttributes(
      step.work,
      creations.flatMap(({ line: { firstName = '', lastName = '' }, username }) => {
        const userId = ids.get(username);
        if (userId === undefined) throw conflict(`The user ${username} was made and not answered.`);
        return Object.entries({ firstName, lastName })
          .filter(([, attributeValue]) => attributeValue !== '')
          .map(([attributeName, attributeValue]) => ({ userId, attributeName, attributeValue }));
      }),
    );
    return made;
  }

  async #link(step: Step, { creations, links }: Plan, made: readonly Account[]): Promise<void> {
    const ids = new Map(made.map(({ username, userId }) => [username, userId]));
    const wanted = new Map([...links].map(([groupId, userIds]) => [groupId, [...userIds]]));
    for (const { line, username } of creations) {
      const userId = ids.get(username);
      if (userId === undefined) continue;
      for (const groupId of new Set(line.userGroupIds)) wanted.set(groupId, [...(wanted.get(groupId) ?? []), userId]);
    }
    for (const [groupId, userIds] of wanted) {
      const group = await step.groups.find('user', groupId);
      await step.links.add('users', groupId, userIds);
      step.note(`users added to user group ${group?.name}`, undefined, { groupId, users: userIds });
      step.touch(userIds);
    }
  }
}

function replyOf({ faults, changes }: Pick<Plan, 'faults' | 'changes'>) {
  const count = (kind: manyUsers.UserLineChange['kind']) => changes.filter((change) => change.kind === kind).length;
  return { created: count('create'), linked: count('link'), unchanged: count('none'), faults, changes };
}
