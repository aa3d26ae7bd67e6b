import { Button, Group, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { dashboards } from '@telltale/contract';
import { diffDashboards, hasDifferences } from '@telltale/domain/dashboard/dashboard-diff.ts';
import { emptyTab, NOTHING_KEPT } from '@telltale/domain/dashboard/dashboard-model.ts';
import { readConfig } from '@telltale/domain/dashboard/read-config.ts';
import { useMemo, useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { callApi } from '#api/client.ts';
import { queryKeys } from '#api/query-keys.ts';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import classes from '../changes/changes.module.css';
import { tabLayout } from '../model/layout.ts';
import { useDashboard } from '../screen/dashboard-context.ts';
import { DashboardChanges } from './DashboardChanges.tsx';

interface VersionDetailsProps {
  dashboardId: number;
  version: dashboards.DashboardVersion;
  newest: number | undefined;
  isBusy: boolean;
  /** Undefined where there is nothing to restore. */
  onRestore: ((version: number) => void) | undefined;
}

/** What a version changed, or how it differs from what is on screen; and the way back to it. */
export function VersionDetails({ dashboardId, version: { version }, newest, isBusy, onRestore }: VersionDetailsProps) {
  const { state } = useDashboard();
  const [other, setOther] = useState<'before' | 'screen'>('before');
  const self = useVersion(dashboardId, version);
  const before = useVersion(dashboardId, version - 1);
  const { working } = state;

  const difference = useMemo(() => {
    if (self.data === undefined || (other === 'before' && before.data === undefined)) return undefined;
    const model = readConfig(self.data).model;
    if (other === 'screen') return diffDashboards(model, working, placesOf);
    // Before the first version there was nothing.
    const nothing = { tabs: model.tabs.map(({ tab }) => emptyTab(tab.id, tab.name, tab.order)), kept: NOTHING_KEPT };
    return diffDashboards(version === 1 ? nothing : readConfig(before.data ?? '').model, model, placesOf);
  }, [self.data, before.data, other, working, version]);

  const error = self.error ?? (version > 1 ? before.error : null);
  return (
    <div className={classes.details}>
      <Group justify="space-between" gap="xs">
        <SegmentedControl
          size="xs"
          aria-label="Compared with"
          value={other}
          onChange={(value) => setOther(value === 'screen' ? 'screen' : 'before')}
          data={[
            { value: 'before', label: version === 1 ? 'Begun with' : `Changed in version ${version}` },
            { value: 'screen', label: 'Changed since then' },
          ]}
        />
        {onRestore !== undefined && (
          <Button loading={isBusy} onClick={() => onRestore(version)}>
            Restore version {version}
          </Button>
        )}
      </Group>
      {error !== null && <ErrorState title="The version could not be loaded." message={messageOf(error)} />}
      {error === null && difference === undefined && (
        <SkeletonRows rows={4} rowHeight={60} label="Loading the version" />
      )}
      {difference !== undefined && !hasDifferences(difference) && (
        <p className={classes.note}>
          {other === 'before' ? 'Nothing that shows was changed.' : 'This is what is on screen now.'}
          {version === newest && other === 'screen' ? ' It was saved last.' : ''}
        </p>
      )}
      {difference !== undefined && <DashboardChanges difference={difference} />}
    </div>
  );
}

function placesOf(tab: Parameters<typeof tabLayout>[0]) {
  return new Map(tabLayout(tab, 'lg').map(({ i, x, y, w, h }) => [i, { x, y, w, h }]));
}

/** The config of a version; a saved one never changes. Before the first there is none. */
function useVersion(dashboardId: number, version: number) {
  return useQuery({
    queryKey: queryKeys.dashboardVersion(dashboardId, version),
    queryFn: async ({ signal }) => {
      if (version < 1) return '{}';
      return (await callApi(dashboards.getDashboardVersion, { params: { dashboardId, version }, signal })).config;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
}
