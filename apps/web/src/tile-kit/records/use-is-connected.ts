import { useAssetState } from '#live/use-live.ts';
import { useAssets } from './use-assets.ts';

/** Whether an asset is heard of now; undefined while nobody knows. */
export function useIsConnected(assetId: number): boolean | undefined {
  const live = useAssetState(assetId);
  const list = useAssets();
  if (live !== undefined) return live.isConnected;
  if (list.state !== 'ready') return undefined;
  return list.assets.find((asset) => asset.assetId === assetId)?.connection.connected;
}
