import { setUi } from '#app/ui-store.ts';
import { useMay } from './use-may.ts';

export { assetAddress } from '#app/asset-address.ts';

/** Opens the edit panel of any asset that the user sees; undefined for who may not see attributes. */
export function useAssetPanel(): ((assetId: number) => void) | undefined {
  return useMay('Attributes', 'View') ? openAssetPanel : undefined;
}

function openAssetPanel(assetId: number): void {
  setUi({ assetPanel: assetId, filePanel: undefined });
}
