import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconDatabaseOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { PERMISSION_ASSETS_VIEW } from '@telltale/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError, messageOf } from '#api/api-error.ts';
import { assetListQuery } from '#api/asset-queries.ts';
import { useMay } from '#app/session-store.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { AssetBrowser } from './AssetBrowser.tsx';
import { AssetDialogContext, type AssetDialogRequest } from './asset-dialog.ts';
import { assetRow, inListOrder } from './asset-list.ts';
import classes from './assets.module.css';
import { NewAssetButton, useMayCreate } from './NewAssetButton.tsx';

const AssetDialog = lazy(() => import('./AssetDialog.tsx').then((part) => ({ default: part.AssetDialog })));

/** Beside the live feed, which follows the rows in view; an unchanged list costs a 304. */
const POLL_MS = 15_000;

/** The landing page: every asset the user may see (spec 1 §2). */
export function AssetsPage() {
  useDocumentTitle('Assets – Telltale');
  const mayView = useMay(PERMISSION_ASSETS_VIEW);
  const { data, error, refetch } = useQuery({ ...assetListQuery, enabled: mayView, refetchInterval: POLL_MS });
  const rows = useMemo(() => data && inListOrder(data.map(assetRow)), [data]);
  const [dialog, setDialog] = useState<AssetDialogRequest>();

  if (!mayView) return <MissingPermission />;
  if (rows === undefined && error instanceof ApiError && error.status === 403) return <MissingPermission />;
  return (
    <AssetDialogContext value={setDialog}>
      <div className={classes.page}>
        {rows && rows.length > 0 ? <AssetBrowser rows={rows} /> : null}
        {rows?.length === 0 ? (
          <Heading>
            <NoAssets />
          </Heading>
        ) : null}
        {rows === undefined && error ? (
          <Heading>
            <ErrorState
              title="The assets could not be loaded."
              message={messageOf(error)}
              onRetry={() => void refetch()}
            />
          </Heading>
        ) : null}
        {rows === undefined && !error ? (
          <Heading>
            <SkeletonRows rows={14} label="Loading assets" />
          </Heading>
        ) : null}
      </div>
      <Suspense>{dialog ? <AssetDialog request={dialog} onClose={() => setDialog(undefined)} /> : null}</Suspense>
    </AssetDialogContext>
  );
}

/** A new portal, or a user whom nobody gave any assets yet. */
function NoAssets() {
  const mayCreate = useMayCreate();
  return (
    <EmptyState title="You do not have access to any assets." icon={<IconDatabaseOff size={28} stroke={1.5} />}>
      {mayCreate
        ? 'Create the first one: the portal then shows how its device connects, and waits for it with you.'
        : 'An administrator gives access by putting assets and your user group into the same asset group.'}
      <div className={classes.after}>
        <NewAssetButton />
      </div>
    </EmptyState>
  );
}

function Heading({ children }: { children: React.ReactNode }) {
  return (
    <>
      <div className={classes.head}>
        <h1 className={classes.title}>Assets</h1>
      </div>
      {children}
    </>
  );
}

function MissingPermission() {
  return (
    <div className={classes.page}>
      <Heading>
        <EmptyState title="You are missing permissions to view assets.">
          Ask an administrator for the permission AssetsView, then reload.
          <div className={classes.after}>
            <Button variant="default" onClick={() => window.location.reload()}>
              Reload
            </Button>
          </div>
        </EmptyState>
      </Heading>
    </div>
  );
}
