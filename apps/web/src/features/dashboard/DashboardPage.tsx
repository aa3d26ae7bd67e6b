import { Button } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { assetQuery } from '#api/asset-queries.ts';
import { definitionTreeQuery } from '#api/dashboard-queries.ts';
import { ErrorState } from '#ui/ErrorState.tsx';
import { Loading } from '#ui/Loading.tsx';
import { Dashboard } from './Dashboard.tsx';
import { useDashboardAddress } from './dashboard-path.ts';
import { assetSubject } from './dashboard-subject.ts';
import { useDashboardRecord } from './use-dashboard-record.ts';

/** An asset's dashboard, from its address to the screen: loading, failed, or there. */
export function DashboardPage() {
  const address = useDashboardAddress();
  const asset = useQuery(assetQuery(address.assetId));
  const definition = useQuery(definitionTreeQuery(address.assetId));
  const subject = useMemo(() => (asset.data === undefined ? undefined : assetSubject(asset.data)), [asset.data]);
  const opened = useDashboardRecord(subject, address.dashboardId);
  useDocumentTitle(subject?.title ?? 'Telltale');

  const error = asset.error ?? definition.error ?? opened.error;
  if (error !== null) {
    const retry = () => void Promise.all([asset.refetch(), definition.refetch()]).then(() => opened.refetch());
    return (
      <ErrorState title="Failed to load Dashboard. Please refresh." message={messageOf(error)} onRetry={retry}>
        <Button component={Link} href="/assets" variant="default">
          To the assets
        </Button>
      </ErrorState>
    );
  }
  if (subject === undefined || definition.data === undefined || opened.data === undefined) {
    return <Loading label="Loading the dashboard" />;
  }
  return (
    <Dashboard
      // Another dashboard starts anew; the same one saved again does not.
      key={`${address.assetId}/${opened.data.record?.dashboardId ?? 'new'}`}
      subject={subject}
      definition={definition.data}
      opened={opened.data}
      reopen={async () => (await opened.refetch({ throwOnError: true })).data}
    />
  );
}
