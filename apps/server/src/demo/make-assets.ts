import type { AssetDefinitionId, AssetId } from '@telltale/contract';
import type { PlannedAsset } from '@telltale/domain/demo/demo-plan.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { systemCaller } from '#http/system-caller.ts';
import { hashToken } from '#random-token.ts';
import type { Context } from '../context.ts';

export interface DemoAsset {
  readonly assetId: AssetId;
  /** Undefined: the device talks through a gateway. */
  readonly accessToken: string | undefined;
  readonly isNew: boolean;
}

/**
 * Makes the assets of a plan that are missing, with attributes and position, and sees to it that each device with a
 * token of its own has one that works: the portal cannot tell a token again, so one that is not known is made anew.
 * @returns assets by serial number
 */
export async function makeAssets(
  context: Context,
  planned: readonly PlannedAsset[],
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
  knownTokens: Readonly<Record<string, string>>,
): Promise<Map<string, DemoAsset>> {
  const assets = new AssetRepository(context.db);
  const made = new Map<string, DemoAsset>();
  for (const asset of planned) {
    const { serialNumber, gateway } = asset;
    const stored = await assets.findBySerialNumber(serialNumber);
    if (!stored) {
      const { assetId, accessToken } = await create(context, asset, definitionIds);
      made.set(serialNumber, { assetId, accessToken: gateway === undefined ? accessToken : undefined, isNew: true });
      continue;
    }
    const { assetId } = stored;
    const known = knownTokens[serialNumber];
    const works = known !== undefined && hashToken(known) === stored.tokenHash;
    const accessToken =
      gateway !== undefined
        ? undefined
        : works
          ? known
          : await context.assetService.regenerateToken(systemCaller, assetId);
    made.set(serialNumber, { assetId, accessToken, isNew: false });
  }
  return made;
}

async function create(
  context: Context,
  asset: PlannedAsset,
  definitionIds: ReadonlyMap<string, AssetDefinitionId>,
): Promise<{ assetId: AssetId; accessToken: string }> {
  const { serialNumber, alias, description, latitude, longitude, attributes } = asset;
  const assetDefinitionId = definitionIds.get(asset.definition);
  if (assetDefinitionId === undefined) throw new Error(`The plan has no definition ${asset.definition}.`);
  const created = await context.assetService.create(systemCaller, {
    serialNumber,
    assetDefinitionId,
    assetAlias: alias,
    description,
    latitude,
    longitude,
  });
  const inputs = Object.entries(attributes).map(([attributeName, attributeValue]) => ({
    attributeName,
    attributeValue,
  }));
  await context.attributeService.put(systemCaller, created.assetId, inputs, 'Modify');
  return created;
}

/** Sees to it that each gateway has a token that works. @returns tokens by name */
export async function makeGateways(
  context: Context,
  names: readonly string[],
  knownTokens: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  const gateways = new GatewayRepository(context.db);
  const tokens: Record<string, string> = {};
  for (const name of names) {
    const known = knownTokens[name];
    if (known !== undefined && (await gateways.findByTokenHash(hashToken(known)))) {
      tokens[name] = known;
      continue;
    }
    tokens[name] = (await context.gatewayService.create(systemCaller, name)).accessToken;
  }
  return tokens;
}
