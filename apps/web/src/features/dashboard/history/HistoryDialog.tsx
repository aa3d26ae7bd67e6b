import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dashboards } from '@telltale/contract';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import classes from '../changes/changes.module.css';
import { VersionDetails } from './VersionDetails.tsx';
import { VersionList } from './VersionList.tsx';

interface HistoryDialogProps {
  record: dashboards.Dashboard;
  /** Undefined for who may not change the dashboard. */
  onRestore: ((version: number) => void) | undefined;
  isBusy: boolean;
  onClose: () => void;
}

/** Every saved version of the dashboard: who, when, what was changed, and the way back. */
export function HistoryDialog({ record, onRestore, isBusy, onClose }: HistoryDialogProps) {
  const { dashboardId, dashboardName } = record;
  const [chosen, setChosen] = useState<number>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.dashboardVersions(dashboardId),
    queryFn: ({ signal }) => callApi(dashboards.listDashboardVersions, { params: { dashboardId }, signal }),
    staleTime: 0,
  });
  const version = data?.find((one) => one.version === chosen) ?? data?.[0];
  const newest = data?.[0]?.version;

  return (
    <Modal opened onClose={onClose} title={`Versions of ‘${dashboardName}’`} size="min(1180px, 96vw)">
      {data === undefined && error === null && <SkeletonRows rows={5} rowHeight={44} label="Loading the versions" />}
      {data === undefined && error !== null && (
        <ErrorState
          title="The versions could not be loaded."
          message={messageOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && version !== undefined && (
        <div className={classes.history}>
          <VersionList versions={data} chosen={version.version} onChoose={setChosen} />
          <VersionDetails
            key={version.version}
            dashboardId={dashboardId}
            version={version}
            newest={newest}
            isBusy={isBusy}
            onRestore={version.version === newest ? undefined : onRestore}
          />
        </div>
      )}
    </Modal>
  );
}
