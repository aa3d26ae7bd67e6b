import type { assets } from '@telltale/contract';
import { AssetFiles } from './AssetFiles.tsx';

/** The files of the asset, in its panel. */
export function FilesTab({ asset }: { asset: assets.Asset }) {
  return <AssetFiles assetId={asset.assetId} />;
}
