import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#api/api-error.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { setUi } from '#app/ui-store.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { AssetDetailsForm } from './AssetDetailsForm.tsx';
import { AssetImages } from './AssetImages.tsx';
import { AttributeTable } from './AttributeTable.tsx';

/** Everything about an asset that can be edited, in a panel at the side (spec 1 §2). */
export function AssetPanel({ assetId }: { assetId: number }) {
  const { data: asset, error, refetch } = useQuery(assetQuery(assetId));
  const title =
    asset === undefined ? 'Asset' : `${asset.assetDefinition.assetDefinitionName.toUpperCase()} ${asset.serialNumber}`;
  return (
    <Drawer
      opened
      onClose={() => setUi({ assetPanel: undefined })}
      position="right"
      size="min(1000px, 100vw)"
      title={title}
    >
      {asset === undefined && error === null && <SkeletonRows rows={6} rowHeight={48} label="Loading the asset" />}
      {asset === undefined && error !== null && (
        <ErrorState title="The asset could not be loaded." message={messageOf(error)} onRetry={() => void refetch()} />
      )}
      {asset !== undefined && (
        <>
          <AssetDetailsForm asset={asset} />
          <AssetImages asset={asset} />
          <AttributeTable asset={asset} />
        </>
      )}
    </Drawer>
  );
}
