import { assetLists } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { AssetImportService } from './asset-import-service.ts';
import type { ManyAssetsService } from './many-assets-service.ts';

/** Calls about many assets at once. */
export function manyAssetsRoutes(many: ManyAssetsService, imports: AssetImportService): Route[] {
  return [
    route(assetLists.setAttributesOfMany, ({ caller, body }) =>
      many.setAttributes(caller, body.assetIds, body.attributes),
    ),
    route(assetLists.deleteMany, async ({ caller, body }) => ({ deleted: await many.delete(caller, body.assetIds) })),
    route(assetLists.giveToUnit, async ({ caller, body }) => ({
      moved: await many.giveToUnit(caller, body.assetIds, body.adminId),
    })),
    route(assetLists.importAssets, ({ caller, body }) =>
      body.preview ? imports.preview(caller, body.lines) : imports.apply(caller, body.lines),
    ),
  ];
}
