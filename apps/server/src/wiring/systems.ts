import { permissionId } from '@telltale/contract';
import { readableAttributes } from '#features/assets/asset-json.ts';
import { SystemDefinitionService } from '#features/systems/system-definition-service.ts';
import { systemRoutes } from '#features/systems/system-routes.ts';
import { SystemService } from '#features/systems/system-service.ts';
import { holds } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Foundation } from './foundation.ts';
import type { RecordRepositories, Records } from './records.ts';

/** Systems: assets that belong together, each in its slot. */
export interface Systems {
  readonly systemService: SystemService;
  readonly systemDefinitionService: SystemDefinitionService;
  readonly systemRoutes: readonly Route[];
}

const ATTRIBUTES_VIEW = permissionId('Attributes', 'View');

export function openSystems(
  { db, journal, clock }: Foundation,
  { definitions, items, definitionItems, systems, systemDefinitions }: RecordRepositories,
  { assetReader, definitionScope, dashboardService, systemScope }: Records,
): Systems {
  const systemDefinitionService = new SystemDefinitionService({
    db,
    definitions: systemDefinitions,
    scope: systemScope,
    assetDefinitionExists: async (assetDefinitionId) => (await definitions.find(assetDefinitionId)) !== undefined,
    countDashboards: async (systemDefinitionId) =>
      (await dashboardService.listOfSystemDefinition(systemDefinitionId)).length,
    dropDashboards: (caller, systemDefinitionId, trx) =>
      dashboardService.dropOfSystemDefinition(caller, systemDefinitionId, trx),
    journal,
    clock,
  });
  const systemService = new SystemService({
    db,
    systems,
    scope: systemScope,
    findAsset: async (caller, assetId) => {
      const found = await assetReader.find(caller, assetId);
      if (!found) return undefined;
      const { assetDefinitionId, assetAlias } = found.asset;
      const attributes = holds(caller, ATTRIBUTES_VIEW) ? readableAttributes(caller, found.attributes) : [];
      return {
        assetDefinitionId,
        assetAlias,
        attributes: attributes.map(({ attributeName, attributeValue }) => ({ attributeName, attributeValue })),
      };
    },
    dataItemsOf: async (caller, assetDefinitionId, assetId) => {
      if (!(await definitionScope.canSee(caller, assetDefinitionId))) return [];
      const sent = assetId !== undefined && caller.visibility.canSee(assetId) ? await items.listOfAsset(assetId) : [];
      const defined = await definitionItems.list(assetDefinitionId);
      const labels = new Map([...sent, ...defined].map(({ dataItemId, label }) => [dataItemId, label]));
      return [...labels]
        .map(([dataItemId, label]) => ({ dataItemId, label }))
        .sort((a, b) => a.label.localeCompare(b.label));
    },
    listDashboards: (systemDefinitionId) => dashboardService.listOfSystemDefinition(systemDefinitionId),
    journal,
    clock,
  });
  return {
    systemService,
    systemDefinitionService,
    systemRoutes: systemRoutes(systemService, systemDefinitionService),
  };
}
