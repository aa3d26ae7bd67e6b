import { permissionId } from '@telltale/contract';
import { listedAttributes } from '#features/assets/listing/asset-json.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { SystemDefinitionService } from '#features/systems/system-definition-service.ts';
import { systemRoutes } from '#features/systems/system-routes.ts';
import { SystemService } from '#features/systems/system-service.ts';
import { holds } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Repositories } from './repositories.ts';

/** Systems: assets that belong together, each in its slot. */
export interface Systems {
  readonly systemService: SystemService;
  readonly systemDefinitionService: SystemDefinitionService;
  readonly systemRoutes: readonly Route[];
}

const ATTRIBUTES_VIEW = permissionId('Attributes', 'View');

export function openSystems(
  { work, clock }: Foundation,
  { definitionItems }: Repositories,
  { assetReader, currentValueService, definitionScope, dashboardService, systemScope }: Equipment,
): Systems {
  const systemDefinitionService = new SystemDefinitionService({
    work,
    scope: systemScope,
    assetDefinitionExists: async (unit, id) => (await unit.of(AssetDefinitionRepository).find(id)) !== undefined,
    countDashboards: async (systemDefinitionId) =>
      (await dashboardService.listOfSystemDefinition(systemDefinitionId)).length,
    dropDashboards: (unit, systemDefinitionId) => dashboardService.dropOfSystemDefinition(unit, systemDefinitionId),
    clock,
  });
  const systemService = new SystemService({
    work,
    scope: systemScope,
    findAsset: async (caller, assetId) => {
      const found = await assetReader.find(caller, assetId);
      if (!found) return undefined;
      const { assetDefinitionId, assetAlias } = found.asset;
      const attributes = holds(caller, ATTRIBUTES_VIEW) ? listedAttributes(found.attributes) : [];
      return {
        assetDefinitionId,
        assetAlias,
        attributes: attributes.map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue })),
      };
    },
    findKindWithin: async (unit, caller, assetId) =>
      (await assetReader.findWithin(unit, caller, assetId))?.assetDefinitionId,
    dataItemsOf: async (caller, assetDefinitionId, assetId) => {
      if (!(await definitionScope.canSee(caller, assetDefinitionId))) return [];
      const entry = assetId === undefined ? undefined : await assetReader.find(caller, assetId);
      if (entry !== undefined) return currentValueService.treeItems(entry);
      return (await definitionItems.list(assetDefinitionId))
        .map(({ dataItemId, label }) => ({ dataItemId, label }))
        .sort((a, b) => a.label.localeCompare(b.label));
    },
    listDashboards: (systemDefinitionId) => dashboardService.listOfSystemDefinition(systemDefinitionId),
    clock,
  });
  return {
    systemService,
    systemDefinitionService,
    systemRoutes: systemRoutes(systemService, systemDefinitionService),
  };
}
