import { systems } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { SystemDefinitionService } from './system-definition-service.ts';
import type { SystemService } from './system-service.ts';

export function systemRoutes(service: SystemService, definitions: SystemDefinitionService): Route[] {
  return [
    route(systems.listSystemDefinitions, () => definitions.list()),
    route(systems.getSystemDefinition, ({ params }) => definitions.get(params.systemDefinitionId)),
    route(systems.saveSystemDefinition, ({ caller, body }) => definitions.save(caller, body), {
      scope: ({ caller }) => definitions.refuseReaders(caller, 'SystemDefinitions'),
    }),
    route(systems.deleteSystemDefinition, async ({ caller, params }) => {
      await definitions.delete(caller, params.systemDefinitionId);
      return params;
    }),
    route(systems.getSystemDefinitionUses, ({ caller, params }) => definitions.uses(caller, params.systemDefinitionId)),
    route(systems.saveSlots, ({ caller, body }) => definitions.saveSlots(caller, body), {
      scope: ({ caller }) => definitions.refuseReaders(caller, 'Slots'),
    }),
    route(systems.deleteSlot, async ({ caller, params }) => {
      await definitions.deleteSlot(caller, params.slotId);
      return params;
    }),
    route(systems.listSystems, ({ caller }) => service.list(caller)),
    route(systems.listSystemPage, ({ caller, query }) => service.listPage(caller, query)),
    route(systems.getSystem, ({ caller, params }) => service.get(caller, params.systemId)),
    route(systems.getSystemTree, ({ caller, params }) => service.tree(caller, params.systemId)),
    route(systems.getSystemDashboards, ({ caller, params }) => service.getWithDashboards(caller, params.systemId)),
    route(systems.saveSystem, ({ caller, body }) => service.save(caller, body), {
      scope: ({ caller }) => service.refuseReaders(caller),
    }),
    route(systems.deleteSystem, async ({ caller, params }) => {
      await service.delete(caller, params.systemId);
      return params;
    }),
  ];
}
