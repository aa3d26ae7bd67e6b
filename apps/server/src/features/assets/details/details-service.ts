import { isDeepStrictEqual } from 'node:util';
import { type AssetId, type assets, permissionId } from '@telltale/contract';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, forbidden } from '#http/errors.ts';
import { AssetAttributeRepository } from '../asset-attribute-repository.ts';
import type { AssetReader } from '../asset-reader.ts';
import type { AssetService } from '../asset-service.ts';
import { type AttributeService, refuseFaulty } from '../attribute-service.ts';

/** The attribute that says when an asset counts as offline. */
const PING_RATE = 'pingrate';

interface DetailsServiceOptions {
  work: UnitOfWork;
  reader: AssetReader;
  assets: AssetService;
  attributes: AttributeService;
}

type Details = assets.AssetDetails;
type Watched = Partial<Pick<Details, 'assetAlias' | 'description' | 'pingrate' | 'coordinates'>>;
/** What its sender saw; what is absent they do not say. */
export type DetailsChange = Details & { expected?: Watched | undefined };

/** Changes what a form about one asset holds: all of it or nothing. */
export class DetailsService {
  readonly #options: DetailsServiceOptions;

  constructor(options: DetailsServiceOptions) {
    this.#options = options;
  }

  /**
   * @throws HttpError 403 for a part that the caller may not change; 409, with what stands, when a part is not as the caller
   * saw it (decision 0505)
   */
  async change(caller: Caller, assetId: AssetId, { expected = {}, ...details }: DetailsChange): Promise<void> {
    const { work, reader, assets, attributes } = this.#options;
    refuseForbidden(caller, details);
    const { assetAlias, description, adminId, pingrate, coordinates } = details;
    const limits = typeof pingrate === 'string' ? [{ attributeName: PING_RATE, attributeValue: pingrate }] : [];
    refuseFaulty(limits);
    await work.run(caller, async (unit) => {
      const before = await reader.within(unit, caller, assetId);
      const stands = {
        ...before,
        pingrate: await pingRateWithin(unit, assetId),
        coordinates: await assets.placeOfWithin(unit, assetId),
      };
      refuseUnseen(caller, expected, details, stands);
      if ([assetAlias, description, adminId].some((part) => part !== undefined)) {
        await assets.updateWithin(unit, caller, before, { assetAlias, description, adminId });
      }
      await attributes.putWithin(unit, assetId, limits);
      if (pingrate === null) await attributes.deleteWithin(unit, assetId, [PING_RATE]);
      if (coordinates) await assets.placeWithin(unit, assetId, coordinates);
      if (coordinates === null) await assets.unplaceWithin(unit, assetId);
    });
  }
}

async function pingRateWithin(unit: Work, assetId: AssetId): Promise<string | null> {
  return (await unit.of(AssetAttributeRepository).find(assetId, PING_RATE))?.attributeValue ?? null;
}

function refuseForbidden(caller: Caller, { pingrate, coordinates, ...ofAsset }: Details): void {
  const needed = [
    ...(Object.values(ofAsset).every((part) => part === undefined) ? [] : [permissionId('Assets', 'Modify')]),
    ...(pingrate === undefined ? [] : [permissionId('Attributes', pingrate === null ? 'Delete' : 'Modify')]),
    ...(coordinates === undefined ? [] : [permissionId('Coordinates', coordinates === null ? 'Delete' : 'Modify')]),
  ];
  if (!needed.every((permission) => holds(caller, permission))) throw forbidden();
}

/** What stands there already is no conflict. */
function refuseUnseen(caller: Caller, expected: Watched, wanted: Details, stands: Required<Watched>): void {
  const fields = ['assetAlias', 'description', 'pingrate', 'coordinates'] as const;
  const isUnseen = (field: (typeof fields)[number]) =>
    expected[field] !== undefined &&
    ![expected[field], wanted[field]].some((part) => isDeepStrictEqual(part, stands[field]));
  if (!fields.some(isUnseen)) return;
  const { assetAlias, description, pingrate, coordinates } = stands;
  const limit = holds(caller, permissionId('Attributes', 'View')) ? { pingrate } : {};
  throw conflict('The asset was changed meanwhile.', { assetAlias, description, coordinates, ...limit });
}
