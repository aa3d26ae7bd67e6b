import { createHash } from 'node:crypto';
import type { AdminId, BodyOf, handovers } from '@telltale/contract';
import { isTimeZone, type ShiftPlan } from '@telltale/domain';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict } from '#http/errors.ts';
import { ShiftPlanRepository } from './shift-plan-repository.ts';

/** Of a unit whose shifts nobody has set. */
export const USUAL_PLAN: ShiftPlan = {
  zone: 'UTC',
  shifts: [
    { name: 'Day', startMinute: 6 * 60 },
    { name: 'Night', startMinute: 18 * 60 },
  ],
};

/** When the shifts of an admin unit begin. */
export class ShiftPlanService {
  readonly #work: UnitOfWork;
  readonly #plans: ShiftPlanRepository;
  readonly #requireUnit: (caller: Caller, adminId: AdminId) => Promise<unknown>;
  readonly #clock: Clock;

  /** @param requireUnit throws HttpError 404 for a unit that the caller may not know of */
  constructor(
    work: UnitOfWork,
    plans: ShiftPlanRepository,
    requireUnit: (caller: Caller, adminId: AdminId) => Promise<unknown>,
    clock: Clock,
  ) {
    this.#work = work;
    this.#plans = plans;
    this.#requireUnit = requireUnit;
    this.#clock = clock;
  }

  requireUnit(caller: Caller, adminId: AdminId): Promise<unknown> {
    return this.#requireUnit(caller, adminId);
  }

  async get(caller: Caller, adminId: AdminId): Promise<handovers.ShiftPlanOfUnit> {
    await this.#requireUnit(caller, adminId);
    return toReply(adminId, await this.#plans.find(adminId));
  }

  /**
   * @throws HttpError 400 for an unknown zone, and for two shifts that begin at one time or have one name; 409 where
   * somebody else has set other times meanwhile
   */
  async put(
    caller: Caller,
    adminId: AdminId,
    { expectedVersion, ...plan }: BodyOf<typeof handovers.putShifts>,
  ): Promise<handovers.ShiftPlanOfUnit> {
    refuseWrong(plan);
    const shifts = plan.shifts.toSorted((a, b) => a.startMinute - b.startMinute);
    await this.#work.run(caller, async (unit) => {
      await this.#requireUnit(caller, adminId);
      const plans = unit.of(ShiftPlanRepository);
      const before = await plans.find(adminId);
      const stands = toReply(adminId, before);
      if (expectedVersion !== undefined && expectedVersion !== stands.version) {
        throw conflict('Somebody else has changed the shift times meanwhile.', { plan: stands });
      }
      const after = { zone: plan.zone, shifts };
      await plans.put(adminId, after, this.#clock.now());
      const what = `shift times of admin unit ${adminId} set`;
      unit.note({ kind: 'handover', what, after, ...(before ? { before } : {}) });
    });
    return toReply(adminId, { zone: plan.zone, shifts });
  }
}

function refuseWrong({ zone, shifts }: ShiftPlan): void {
  if (!isTimeZone(zone)) throw badRequest(`${zone} is no time zone.`, { field: 'zone' });
  for (const [i, { name, startMinute }] of shifts.entries()) {
    const earlier = shifts.slice(0, i);
    if (earlier.some((other) => other.startMinute === startMinute)) {
      throw badRequest('Two shifts begin at the same time.', { field: `shifts.${i}.startMinute` });
    }
    if (earlier.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      throw badRequest('Two shifts have the same name.', { field: `shifts.${i}.name` });
    }
  }
}

function toReply(adminId: AdminId, plan: ShiftPlan | undefined): handovers.ShiftPlanOfUnit {
  const { zone, shifts } = plan ?? USUAL_PLAN;
  const told = JSON.stringify([zone, shifts.map(({ name, startMinute }) => [name, startMinute])]);
  const version = createHash('sha256').update(told).digest('hex').slice(0, 16);
  return { adminId, zone, shifts: [...shifts], isUsual: plan === undefined, version };
}
