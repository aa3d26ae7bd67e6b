import { useQuery } from '@tanstack/react-query';
import { assets, permissionId } from '@telltale/contract';
import { useCallback } from 'react';
import { setUi } from '#actions/ui-store.ts';
import { assetListQuery, assetPageQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { systemListQuery } from '#api/system-queries.ts';
import { useMay } from '#session/session-store.ts';
import { linesOfAsset } from '../deletion/use-lines.ts';
import type { RowActions } from '../page/EntryTable.tsx';
import { type EntryKind, ListPage } from '../page/ListPage.tsx';
import { RowButton } from '../page/RowButton.tsx';
import { useAskedPage } from '../page/use-asked-page.ts';

type Asset = assets.Asset;
const nameOf = ({ assetAlias, serialNumber }: Asset) => assetAlias || serialNumber;
const kind: EntryKind<Asset> = {
  title: 'Set up assets',
  many: 'assets',
  group: 'Assets',
  addLabel: 'New asset',
  queryKey: assetListQuery.queryKey,
  emptyHint: 'Create the first one: the portal then shows how its device connects.',
  actionsWidth: 180,
  idOf: ({ assetId }) => assetId,
  nameOf,
  detailOf: ({ assetDefinition, assetAlias, serialNumber }) =>
    // What is called by its serial number says it once.
    [...(assetAlias && assetAlias !== serialNumber ? [serialNumber] : []), assetDefinition.assetDefinitionName].join(
      ' · ',
    ),
};

/** 'Set up assets': the assets in sight, made, edited and deleted; the portal looks for them, a page at a time. */
export function AssetSetup() {
  const mayView = useMay(permissionId('Assets', 'View'));
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const { data, error, refetch } = useQuery({ ...assetPageQuery(useAskedPage()), enabled: mayView });

  const actions: RowActions<Asset> = useCallback(
    (asset, tabIndex) =>
      mayModify ? (
        <RowButton
          label={`Edit ${nameOf(asset)}`}
          tabIndex={tabIndex}
          onClick={() => setUi({ assetPanel: asset.assetId })}
        >
          Edit
        </RowButton>
      ) : null,
    [mayModify],
  );

  return (
    <ListPage
      kind={kind}
      list={{ data: data?.assets, error, refetch }}
      counted={data}
      actions={actions}
      onAdd={() => setUi({ newAsset: true })}
      deletion={({ assetId, serialNumber }) => {
        const params = { assetId };
        return {
          question: `This will permanently delete asset ${serialNumber}. You may need additional permissions to take this action. Are you sure?`,
          findUses: async () => linesOfAsset(await callApi(assets.getAssetUses, { params })),
          onDelete: () => callApi(assets.deleteAsset, { params }),
          reloadAlso: [systemListQuery.queryKey],
        };
      }}
    />
  );
}
