import { type AssetDefinitionId, assets, definitions, itemDisplays } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { badRequest } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import type { DataItemService } from './data-item-service.ts';
import type { DefinitionScope } from './definition-scope.ts';
import type { DefinitionService } from './definition-service.ts';
import type { ItemDisplayService } from './item-display-service.ts';

export interface DefinitionServices {
  definitions: DefinitionService;
  items: DataItemService;
  scope: DefinitionScope;
  displays: ItemDisplayService;
}

/** @throws HttpError 400 when a body names another definition than the path (the configuration page sends modelId) */
function refuseOtherDefinition(assetDefinitionId: AssetDefinitionId, modelId: number | undefined): void {
  if (modelId !== undefined && modelId !== 0 && modelId !== assetDefinitionId) {
    throw badRequest('The body names another asset definition than the path.', { field: 'modelId' });
  }
}

export function definitionRoutes({ definitions: service, items, scope, displays }: DefinitionServices): Route[] {
  const inScope = {
    scope: async ({ caller, params }: { caller: Caller; params: { assetDefinitionId: AssetDefinitionId } }) => {
      await scope.get(caller, params.assetDefinitionId);
    },
  };
  return [
    route(definitions.listAssetDefinitions, () => service.list()),
    route(definitions.getAssetDefinition, ({ params }) => service.get(params.assetDefinitionId)),
    route(definitions.saveAssetDefinition, ({ caller, body }) => service.save(caller, body)),
    route(definitions.deleteAssetDefinition, async ({ caller, params }) => {
      await service.delete(caller, params.assetDefinitionId);
      return { assetDefinitionId: params.assetDefinitionId };
    }),
    route(definitions.getAssetDefinitionUses, ({ caller, params }) => service.uses(caller, params.assetDefinitionId)),
    route(assets.getAssetUses, ({ caller, params }) => service.usesOfAsset(caller, params.assetId)),
    route(definitions.listDataItemDefinitions, ({ caller, params }) => items.list(caller, params.assetDefinitionId)),
    route(definitions.listDataItemPage, ({ caller, params, query }) =>
      items.listPage(caller, params.assetDefinitionId, query),
    ),
    route(definitions.listMasterDataItems, ({ caller }) => items.listMaster(caller)),
    route(definitions.ensureDataItems, ({ caller, body }) =>
      items.ensure(
        caller,
        body.map(({ label }) => label),
      ),
    ),
    route(definitions.detectDataItems, ({ caller, params }) => items.detect(caller, params.assetDefinitionId)),
    route(
      definitions.addDataItem,
      async ({ caller, params, body }) => {
        refuseOtherDefinition(params.assetDefinitionId, body.modelId);
        const [stored] = await items.put(caller, params.assetDefinitionId, [body]);
        if (!stored) throw new Error('A data item was stored and not answered.');
        return stored;
      },
      inScope,
    ),
    route(
      definitions.importDataItems,
      async ({ caller, params, body }) => {
        const { assetDefinitionId } = params;
        for (const { modelId } of body) refuseOtherDefinition(assetDefinitionId, modelId);
        if (body.length > 0) await items.put(caller, assetDefinitionId, body);
        else await items.removeAll(caller, assetDefinitionId);
        return items.list(caller, assetDefinitionId);
      },
      inScope,
    ),
    route(definitions.removeDataItem, async ({ caller, params }) => {
      await items.remove(caller, params.assetDefinitionId, params.dataItemId);
      return { dataItemId: params.dataItemId };
    }),
    route(itemDisplays.listItemDisplays, ({ caller, params }) => displays.list(caller, params.assetId)),
    route(itemDisplays.putItemDisplays, ({ caller, params, body }) => displays.put(caller, params.assetId, body)),
    route(definitions.getAssetDefinitionTree, ({ caller, params }) => service.treeOfAsset(caller, params.assetId)),
  ];
}
