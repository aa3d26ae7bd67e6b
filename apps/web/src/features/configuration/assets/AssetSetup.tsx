import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { assets, permissionId } from '@telltale/contract';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { assetListQuery } from '#api/asset-queries.ts';
import { callApi } from '#api/client.ts';
import { useMay } from '#app/session-store.ts';
import { setUi } from '#app/ui-store.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { DeleteDialog } from '../deletion/DeleteDialog.tsx';
import { linesOfAsset } from '../deletion/use-lines.ts';
import { useConfigurationPlace } from '../page/configuration-address.ts';
import { EntryList } from '../page/EntryList.tsx';
import { EntryTable } from '../page/EntryTable.tsx';
import { filterEntries } from '../page/filter-entries.ts';
import { ListHead } from '../page/ListHead.tsx';
import classes from '../page/page.module.css';

const idOf = ({ assetId }: assets.Asset) => assetId;
const nameOf = ({ assetAlias, serialNumber }: assets.Asset) => assetAlias || serialNumber;
const detailOf = (asset: assets.Asset) =>
  [asset.assetDefinition.assetDefinitionName, ...(asset.assetAlias ? [asset.serialNumber] : [])].join(' · ');
const textsOf = ({ assetAlias, serialNumber, assetDefinition }: assets.Asset) => [
  assetAlias,
  serialNumber,
  assetDefinition.assetDefinitionName,
];

/** 'Set up assets': every asset in sight, made, edited and deleted. */
export function AssetSetup() {
  const { place } = useConfigurationPlace();
  const mayView = useMay(permissionId('Assets', 'View'));
  const mayCreate = useMay(permissionId('Assets', 'Create'));
  const mayDelete = useMay(permissionId('Assets', 'Delete'));
  const mayModify = useMay(permissionId('Assets', 'Modify'));
  const { data, error, refetch } = useQuery({ ...assetListQuery, enabled: mayView });
  const search = useDeferredValue(place.search);
  const sorted = useMemo(() => data && [...data].sort((a, b) => nameOf(a).localeCompare(nameOf(b))), [data]);
  const shown = useMemo(() => sorted && filterEntries(sorted, search, textsOf), [sorted, search]);
  const [deleted, setDeleted] = useState<assets.Asset>();

  const actions = useCallback(
    (asset: assets.Asset, tabIndex: 0 | -1) => (
      <>
        {mayModify ? (
          <Button
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`Edit ${nameOf(asset)}`}
            onClick={() => setUi({ assetPanel: asset.assetId })}
          >
            Edit
          </Button>
        ) : null}
        {mayDelete ? (
          <Button
            variant="subtle"
            color="gray"
            tabIndex={tabIndex}
            aria-label={`Delete ${nameOf(asset)}`}
            onClick={() => setDeleted(asset)}
          >
            Delete
          </Button>
        ) : null}
      </>
    ),
    [mayModify, mayDelete],
  );

  if (!mayView) {
    return (
      <EmptyState title="You are missing permissions to view assets.">
        Ask an administrator for the permission AssetsView, then reload.
      </EmptyState>
    );
  }
  const count = shown && sorted && { shown: shown.length, total: sorted.length };
  return (
    <>
      <ListHead title="Set up assets" count={count}>
        {mayCreate ? (
          <Button
            className={classes.end ?? ''}
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => setUi({ newAsset: true })}
          >
            New asset
          </Button>
        ) : null}
      </ListHead>
      <EntryList
        what="assets"
        count={count}
        error={error}
        onRetry={() => void refetch()}
        emptyHint="Create the first one: the portal then shows how its device connects."
      >
        <EntryTable
          label="Assets"
          rows={shown ?? []}
          idOf={idOf}
          nameOf={nameOf}
          detailOf={detailOf}
          actions={actions}
          actionsWidth={180}
          selectedId={place.id}
        />
      </EntryList>
      {deleted ? (
        <DeleteDialog
          name={nameOf(deleted)}
          question={`This will permanently delete asset ${deleted.serialNumber}. You may need additional permissions to take this action. Are you sure?`}
          findUses={async () =>
            linesOfAsset(await callApi(assets.getAssetUses, { params: { assetId: deleted.assetId } }))
          }
          onDelete={() => callApi(assets.deleteAsset, { params: { assetId: deleted.assetId } })}
          reload={[assetListQuery.queryKey, ['systems']]}
          onClose={() => setDeleted(undefined)}
        />
      ) : null}
    </>
  );
}
