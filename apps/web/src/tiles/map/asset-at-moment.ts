import type { assets } from '@telltale/contract';
import type { AssetMomentReading } from '#tile-kit/records/asset-moments.ts';

/** Each asset's state is a question of its own, so a map looks back at no more than these. */
export const MOST_LOOKED_BACK_AT = 100;

/** An asset as it was at the dashboard's moment; undefined while that is asked for: nothing rather than another time. */
export function assetAtMoment(asset: assets.Asset, reading: AssetMomentReading | undefined): assets.Asset | undefined {
  if (reading?.kind === 'live') return asset;
  if (reading?.kind !== 'past') return undefined;
  const { alarms, attributes, coordinates, connected } = reading.moment;
  return {
    ...asset,
    alarms2: alarms,
    attributes,
    currentCoordinates: coordinates,
    connection: { ...asset.connection, connected },
  };
}
