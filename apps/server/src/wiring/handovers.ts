import { HandoverFacts } from '#features/handovers/handover-facts.ts';
import { HandoverMarks } from '#features/handovers/handover-marks.ts';
import { HandoverRepository } from '#features/handovers/handover-repository.ts';
import { handoverRoutes } from '#features/handovers/handover-routes.ts';
import { HandoverService } from '#features/handovers/handover-service.ts';
import { ShiftPlanRepository } from '#features/handovers/shift-plan-repository.ts';
import { ShiftPlanService } from '#features/handovers/shift-plan-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Alarms } from './alarms.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';

/** What one shift tells the next. */
export interface Handovers {
  readonly handoverService: HandoverService;
  readonly handoverRoutes: readonly Route[];
}

export function openHandovers(
  { db, work, clock }: Foundation,
  { ownership }: Identity,
  { assetReader }: Equipment,
  { alarmService }: Alarms,
): Handovers {
  const service = new HandoverService({
    work,
    handovers: new HandoverRepository(db),
    facts: new HandoverFacts(db),
    marks: new HandoverMarks(db),
    unitsInSight: async (caller: Caller) => {
      const { sources, rules } = ownership;
      const inSight = await rules.unitsInSight(caller, sources);
      const units = await sources.tables.listUnits();
      return new Map(
        units.filter(({ adminId }) => inSight.has(adminId)).map(({ adminId, adminName }) => [adminId, adminName]),
      );
    },
    definitionsInSight: async (caller: Caller) =>
      new Set((await assetReader.listInSight(caller)).map(({ asset }) => asset.assetDefinitionId)),
    written: () => alarmService.settled(),
    clock,
  });
  const requireUnit = service.requireUnit.bind(service);
  const plans = new ShiftPlanService(work, new ShiftPlanRepository(db), requireUnit, clock);
  return { handoverService: service, handoverRoutes: handoverRoutes(service, plans) };
}
