import type { assets } from '@telltale/contract';
import { AssetDetailsForm } from './AssetDetailsForm.tsx';
import { AssetImages } from './AssetImages.tsx';

/** What an asset is called, where it stands and how it looks. */
export function AssetDetails({ asset }: { asset: assets.Asset }) {
  return (
    <>
      <AssetDetailsForm asset={asset} />
      <AssetImages asset={asset} />
    </>
  );
}
