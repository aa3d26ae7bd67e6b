import { type AdminId, handovers } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { HandoverService } from './handover-service.ts';
import type { ShiftPlanService } from './shift-plan-service.ts';

export function handoverRoutes(service: HandoverService, plans: ShiftPlanService): Route[] {
  type OfUnit = { caller: Parameters<HandoverService['requireUnit']>[0]; params: { adminId: AdminId } };
  const unitFirst = {
    scope: async ({ caller, params }: OfUnit) => {
      await service.requireUnit(caller, params.adminId);
    },
  };
  return [
    route(handovers.getShifts, ({ caller, params }) => plans.get(caller, params.adminId), unitFirst),
    route(handovers.putShifts, ({ caller, params, body }) => plans.put(caller, params.adminId, body), unitFirst),
    route(
      handovers.listHandovers,
      ({ caller, params, query }) => service.list(caller, params.adminId, query.limit, query.offset),
      unitFirst,
    ),
    route(handovers.beginHandover, ({ caller, params }) => service.begin(caller, params.adminId), unitFirst),
    route(handovers.getHandover, ({ caller, params }) => service.get(caller, params.handoverId)),
    route(
      handovers.putHandoverText,
      ({ caller, params, body }) => service.putText(caller, params.handoverId, params.section, body),
      { scope: ({ caller, params }) => service.requireHandover(caller, params.handoverId) },
    ),
    route(handovers.signHandover, ({ caller, params }) => service.sign(caller, params.handoverId)),
    route(handovers.unsignHandover, ({ caller, params }) => service.unsign(caller, params.handoverId)),
    route(
      handovers.acceptHandover,
      ({ caller, params, body }) => service.accept(caller, params.handoverId, body.remark),
      { scope: ({ caller, params }) => service.requireHandover(caller, params.handoverId) },
    ),
  ];
}
