import { Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { setUi } from '#actions/ui-store.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { AssetDetailsForm } from './AssetDetailsForm.tsx';
import { AssetImages } from './AssetImages.tsx';
import { AttributeTable } from './AttributeTable.tsx';
import { AssetItems } from './items/AssetItems.tsx';

/** Everything about an asset that can be edited, in a panel at the side (spec 1 §2). */
export function AssetPanel({ assetId }: { assetId: number }) {
  const query = useQuery(assetQuery(assetId));
  const { data: asset } = query;
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
      <Pending
        query={query}
        label="Loading the asset"
        failure="The asset could not be loaded."
        rows={6}
        rowHeight={48}
      />
      {asset !== undefined && (
        <>
          <AssetDetailsForm asset={asset} />
          <AssetImages asset={asset} />
          <AttributeTable asset={asset} />
          <AssetItems asset={asset} />
        </>
      )}
    </Drawer>
  );
}
