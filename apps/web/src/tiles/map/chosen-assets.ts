import type { assets } from '@telltale/contract';
import type { MapSettings } from './settings.ts';

/** Those of the assets that the settings choose. */
export function chosenAssets(
  list: readonly assets.Asset[],
  choice: MapSettings['assets'],
  own: { assetId: number; assetDefinitionId: number | undefined },
): assets.Asset[] {
  if (choice === 'own') return list.filter(({ assetId }) => assetId === own.assetId);
  if (choice === 'definition')
    return list.filter(({ assetDefinitionId }) => assetDefinitionId === own.assetDefinitionId);
  return [...list];
}
