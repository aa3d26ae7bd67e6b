import type { EpochMs, onCall, UserGroupId, UserId } from '@telltale/contract';
import { isCalendarDay, isTimeZone, onCallAt, type Rota } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { membershipOf, RotaRepository, type StoredRota } from './rota-repository.ts';

export interface RotaServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  rotas: RotaRepository;
  clock: Clock;
  /** The admin units whose users and groups the caller may know of. */
  unitsInSight: (caller: Caller) => Promise<ReadonlySet<number>>;
  /** @throws HttpError 404 for a group that the caller may not know of, 403 for one that may do or see more than they */
  requireGroup: (unit: Work, caller: Caller, userGroupId: UserGroupId) => Promise<{ name: string }>;
}

interface RotaInput extends Rota<UserId> {
  userGroupId: UserGroupId;
  version: number;
}

interface OverrideInput {
  userGroupId: UserGroupId;
  userId: UserId;
  from: string;
  to: string;
}

const DAY_MS = 86_400_000;
const LONGEST_OVERRIDE_MS = 92 * DAY_MS;
const FURTHEST_MS = 3 * 366 * DAY_MS;
const MOST_OVERRIDES = 200;
const OTHERS_CHANGED = 'Somebody else changed who is on call in the meantime.';

const iso = (timeMs: EpochMs) => new Date(timeMs).toISOString();

/** Who is on call, as administrators see and set it. */
export class RotaService {
  readonly #options: RotaServiceOptions;

  constructor(options: RotaServiceOptions) {
    this.#options = options;
  }

  async list(caller: Caller): Promise<onCall.RotaOfGroup[]> {
    const inSight = await this.#options.unitsInSight(caller);
    const { rotas, clock } = this.#options;
    const seen = (await rotas.list(clock.now())).filter(({ adminId }) => inSight.has(adminId));
    return this.#repliesOf(rotas, seen);
  }

  /** @throws HttpError 400 for who is not in the group, no zone or no day; 409 where somebody changed it in the meantime */
  async save(caller: Caller, { userGroupId, version, ...rota }: RotaInput): Promise<onCall.RotaOfGroup> {
    if (!isTimeZone(rota.zone)) throw badRequest(`${rota.zone} is no time zone.`, { field: 'zone' });
    if (!isCalendarDay(rota.start)) throw badRequest(`${rota.start} is no day.`, { field: 'start' });
    return this.#change(caller, userGroupId, async (unit, name) => {
      const rotas = unit.of(RotaRepository);
      const before = await this.#find(rotas, userGroupId);
      if ((before?.version ?? 0) !== version) {
        throw conflict(OTHERS_CHANGED, before ? (await this.#repliesOf(rotas, [before]))[0] : null);
      }
      const memberships = await rotas.listMemberships([userGroupId]);
      for (const [index, userId] of rota.members.entries()) {
        // Who has left the group since may stay until somebody takes them out.
        if (memberships.has(membershipOf(userGroupId, userId)) || before?.members.includes(userId)) continue;
        throw badRequest('Only users of the group can be on call.', { field: `members.${index}` });
      }
      await rotas.put(userGroupId, rota, version + 1);
      const old = before ? { before: planOf(before) } : {};
      unit.note({ kind: 'access', what: `who of user group ${name} is on call set`, ...old, after: planOf(rota) });
    });
  }

  async delete(caller: Caller, userGroupId: UserGroupId): Promise<void> {
    const { work, requireGroup } = this.#options;
    await work.run(caller, async (unit) => {
      const { name } = await requireGroup(unit, caller, userGroupId);
      const rotas = unit.of(RotaRepository);
      const before = await this.#find(rotas, userGroupId);
      if (!before) throw notFound('The rota');
      await rotas.delete(userGroupId);
      unit.note({ kind: 'access', what: `who of user group ${name} is on call removed`, before: planOf(before) });
    });
  }

  /** @throws HttpError 400 for a span without length or out of reach, 409 where another override covers some of it */
  async addOverride(caller: Caller, { userGroupId, userId, from, to }: OverrideInput): Promise<onCall.RotaOfGroup> {
    const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
    const nowMs = this.#options.clock.now();
    refuseSpan(fromMs, toMs, nowMs);
    return this.#change(caller, userGroupId, async (unit, name) => {
      const rotas = unit.of(RotaRepository);
      const rota = await this.#find(rotas, userGroupId);
      if (!rota) throw notFound('The rota');
      if (!(await rotas.listMemberships([userGroupId])).has(membershipOf(userGroupId, userId))) {
        throw badRequest('Only users of the group can be on call.', { field: 'userId' });
      }
      const other = rota.overrides.find((one) => one.fromMs < toMs && fromMs < one.toMs);
      if (other) {
        const message = 'Another override covers some of this span. Remove it first.';
        throw conflict(message, { overrideId: other.overrideId, from: iso(other.fromMs), to: iso(other.toMs) });
      }
      if (rota.overrides.length >= MOST_OVERRIDES) throw conflict('There are too many overrides.');
      await rotas.deleteOverridesBefore(userGroupId, nowMs);
      await rotas.addOverride(userGroupId, { userId, fromMs, toMs });
      const after = { userId, from: iso(fromMs), to: iso(toMs) };
      unit.note({ kind: 'access', what: `override of who of user group ${name} is on call added`, after });
    });
  }

  async deleteOverride(
    caller: Caller,
    { userGroupId, overrideId }: { userGroupId: UserGroupId; overrideId: number },
  ): Promise<onCall.RotaOfGroup> {
    return this.#change(caller, userGroupId, async (unit, name) => {
      const rotas = unit.of(RotaRepository);
      const rota = await this.#find(rotas, userGroupId);
      const override = rota?.overrides.find((one) => one.overrideId === overrideId);
      if (!override) throw notFound('The override');
      await rotas.deleteOverride(overrideId);
      const before = { userId: override.userId, from: iso(override.fromMs), to: iso(override.toMs) };
      unit.note({ kind: 'access', what: `override of who of user group ${name} is on call removed`, before });
    });
  }

  async #change(
    caller: Caller,
    userGroupId: UserGroupId,
    apply: (unit: Work, name: string) => Promise<void>,
  ): Promise<onCall.RotaOfGroup> {
    const { work, requireGroup } = this.#options;
    return work.run(caller, async (unit) => {
      const { name } = await requireGroup(unit, caller, userGroupId);
      await apply(unit, name);
      const rotas = unit.of(RotaRepository);
      const saved = await this.#find(rotas, userGroupId);
      const [reply] = await this.#repliesOf(rotas, saved ? [saved] : []);
      if (!reply) throw notFound('The rota');
      return reply;
    });
  }

  async #find(rotas: RotaRepository, userGroupId: UserGroupId): Promise<StoredRota | undefined> {
    return (await rotas.list(this.#options.clock.now(), [userGroupId]))[0];
  }

  async #repliesOf(rotas: RotaRepository, some: readonly StoredRota[]): Promise<onCall.RotaOfGroup[]> {
    const nowMs = this.#options.clock.now();
    const memberships = await rotas.listMemberships(some.map(({ userGroupId }) => userGroupId));
    const names = await rotas.listNames(
      some.flatMap(({ members, overrides }) => [...members, ...overrides.map(({ userId }) => userId)]),
    );
    return some.map(({ adminId: _, members, overrides, ...rota }) => {
      const { userGroupId } = rota;
      const personOf = (userId: UserId) => ({
        userId,
        username: names.get(userId) ?? '',
        isMember: memberships.has(membershipOf(userGroupId, userId)),
      });
      const duty = onCallAt({ ...rota, members }, overrides, nowMs);
      const { isMember, ...onDuty } = personOf(duty.userId);
      return {
        ...rota,
        members: members.map(personOf),
        overrides: overrides.map(({ overrideId, userId, fromMs, toMs }) => ({
          overrideId,
          ...personOf(userId),
          from: iso(fromMs),
          to: iso(toMs),
        })),
        now: isMember ? { ...onDuty, until: iso(duty.toMs) } : null,
      };
    });
  }
}

function planOf({ zone, handoverDay, handoverMinute, start, members }: Rota<UserId>) {
  return { zone, handoverDay, handoverMinute, start, members };
}

function refuseSpan(fromMs: EpochMs, toMs: EpochMs, nowMs: EpochMs): void {
  if (toMs <= fromMs) throw badRequest('A span that ends when it begins, or before, has no length.', { field: 'to' });
  if (toMs <= nowMs) throw badRequest('The span is over already.', { field: 'to' });
  if (toMs - fromMs > LONGEST_OVERRIDE_MS) throw badRequest('An override lasts at most 92 days.', { field: 'to' });
  if (fromMs > nowMs + FURTHEST_MS) throw badRequest('An override begins within three years.', { field: 'from' });
}
