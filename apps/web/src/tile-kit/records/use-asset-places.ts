import { setUi } from '#actions/ui-store.ts';
import { useMay } from '../portal/use-may.ts';

export { assetAddress } from '#pages/asset-address.ts';

/** Opens the panel of any asset that the user sees; undefined for who may not see attributes. */
export function useAssetPanel(): ((assetId: number) => void) | undefined {
  return useMay('Attributes', 'View') ? openAssetPanel : undefined;
}

function openAssetPanel(assetId: number): void {
  setUi({ assetPanel: assetId, filePanel: undefined });
}
