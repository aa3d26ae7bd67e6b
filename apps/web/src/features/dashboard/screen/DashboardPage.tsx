import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { assetQuery } from '#api/asset-queries.ts';
import { definitionTreeQuery } from '#api/dashboard-queries.ts';
import { useWatchedAsset } from '#live/use-live.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { assetSubject } from '../subject/dashboard-subject.ts';
import { SubjectDashboard, useDashboardCode } from './SubjectDashboard.tsx';

/** An asset's dashboard. */
export function DashboardPage() {
  const { assetId } = useDashboardAddress();
  const asset = useQuery(assetQuery(assetId));
  const definition = useQuery(definitionTreeQuery(assetId));
  useDashboardCode();
  useWatchedAsset(assetId);
  const subject = useMemo(() => (asset.data === undefined ? undefined : assetSubject(asset.data)), [asset.data]);
  return (
    <SubjectDashboard
      subject={subject}
      definition={definition.data}
      error={asset.error ?? definition.error}
      onRetry={() => Promise.all([asset.refetch(), definition.refetch()])}
      wayBack={
        <Button component={Link} href="/assets" variant="default">
          To the assets
        </Button>
      }
    />
  );
}
