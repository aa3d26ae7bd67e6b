import { Button } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { lazy, Suspense, useContext, useMemo, useState } from 'react';
import { ApiError } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { Pending } from '#pages/Pending.tsx';
import { useMay } from '#session/session-store.ts';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { MissingPermission } from '#ui/feedback/MissingPermission.tsx';
import { Page } from '#ui/page/Page.tsx';
import { AssetBrowser } from './AssetBrowser.tsx';
import { AssetDialogContext, type AssetDialogRequest } from './asset-dialog.ts';
import classes from './assets.module.css';
import { FirstHourReminder } from './FirstHourReminder.tsx';
import { assetRow } from './list/asset-list.ts';
import { NewAssetButton, useMayCreate } from './NewAssetButton.tsx';

const ColumnsDialog = lazy(() =>
  import('./list/menu/ColumnsDialog.tsx').then((part) => ({ default: part.ColumnsDialog })),
);
const ImportDialog = lazy(() => import('./file/ImportDialog.tsx').then((part) => ({ default: part.ImportDialog })));
const ManyDialog = lazy(() => import('./many/ManyDialog.tsx').then((part) => ({ default: part.ManyDialog })));
const AssetDialog = lazy(() => import('./AssetDialog.tsx').then((part) => ({ default: part.AssetDialog })));

/** Beside the live feed, which follows the rows in view; an unchanged list costs a 304. */
const POLL_MS = 15_000;

/** The landing page: every asset the user may see (spec 1 §2). */
export function AssetsPage() {
  const mayView = useMay(PERMISSION_ASSETS_VIEW);
  const list = useQuery({ ...assetListQuery, enabled: mayView, refetchInterval: POLL_MS });
  const { data, error } = list;
  const rows = useMemo(() => data?.map(assetRow), [data]);
  const [dialog, setDialog] = useState<AssetDialogRequest>();

  const close = () => setDialog(undefined);

  if (!mayView) return <NotAllowed />;
  if (rows === undefined && error instanceof ApiError && error.status === 403) return <NotAllowed />;
  return (
    <AssetDialogContext value={setDialog}>
      {rows && rows.length > 0 ? (
        <AssetBrowser rows={rows} />
      ) : (
        <Page title="Assets">
          <FirstHourReminder />
          {rows ? <NoAssets /> : null}
          <Pending query={list} label="Loading assets" failure="The assets could not be loaded." rows={14} />
        </Page>
      )}
      <Suspense>{dialog === undefined ? null : <DialogOf request={dialog} onClose={close} />}</Suspense>
    </AssetDialogContext>
  );
}

function DialogOf({ request, onClose }: { request: AssetDialogRequest; onClose: () => void }) {
  if (request.kind === 'columns') return <ColumnsDialog onClose={onClose} />;
  if (request.kind === 'import') return <ImportDialog onClose={onClose} />;
  if (request.kind === 'many') {
    const { change, rows, onDone } = request;
    return <ManyDialog change={change} rows={rows} onDone={onDone} onClose={onClose} />;
  }
  return <AssetDialog request={request} onClose={onClose} />;
}

/** A new portal, or a user whom nobody gave any assets yet. */
function NoAssets() {
  const mayCreate = useMayCreate();
  const openDialog = useContext(AssetDialogContext);
  return (
    <EmptyState title="You do not have access to any assets." icon={<IconDatabaseOff size={28} stroke={1.5} />}>
      {mayCreate
        ? 'Create the first one: the portal then shows how its device connects, and waits for it with you.'
        : 'An administrator gives access by putting assets and your user group into the same asset group.'}
      <div className={classes.after}>
        <NewAssetButton />
        {mayCreate ? (
          <Button variant="default" onClick={() => openDialog({ kind: 'import' })}>
            Create from CSV…
          </Button>
        ) : null}
      </div>
    </EmptyState>
  );
}

function NotAllowed() {
  return (
    <Page title="Assets">
      <MissingPermission what="assets" permission="AssetsView">
        <div className={classes.after}>
          <Button variant="default" onClick={() => window.location.reload()}>
            Reload
          </Button>
        </div>
      </MissingPermission>
    </Page>
  );
}
