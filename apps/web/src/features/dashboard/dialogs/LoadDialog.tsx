import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useState } from 'react';
import { messageOf } from '#api/api-error.ts';
import { useZone } from '#tile-kit/dashboard-scope.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorState } from '#ui/feedback/ErrorState.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { ChoiceList } from '#ui/form/ChoiceList.tsx';
import { SearchField } from '#ui/form/SearchField.tsx';
import { dashboardsOf } from '../saving/dashboards-of.ts';
import { useDashboard } from '../screen/dashboard-context.ts';

interface LoadDialogProps {
  openedId: number | undefined;
  onLoad: (dashboardId: number) => void;
  onClose: () => void;
}

/** So many are seen at a glance. */
const SEARCHED_FROM = 6;

/** The dashboards of the definition, to open another one. */
export function LoadDialog({ openedId, onLoad, onClose }: LoadDialogProps) {
  const { subject } = useDashboard();
  const zone = useZone();
  const { data, error, refetch } = useQuery({ ...dashboardsOf(subject), staleTime: 0 });
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = (data ?? []).filter(({ dashboardName }) => dashboardName.toLowerCase().includes(wanted));
  return (
    <Modal opened onClose={onClose} title="Load Dashboard" size="md">
      {data === undefined && error === null && <SkeletonRows rows={3} rowHeight={48} label="Loading the dashboards" />}
      {data === undefined && error !== null && (
        <ErrorState
          title="The dashboards could not be loaded."
          message={messageOf(error)}
          onRetry={() => void refetch()}
        />
      )}
      {data?.length === 0 && <EmptyState title="No dashboard is stored yet.">Save this one to keep it.</EmptyState>}
      {data !== undefined && data.length > SEARCHED_FROM && (
        <SearchField label="Search dashboards" placeholder="Search…" mb="xs" value={text} onChange={setText} />
      )}
      <ChoiceList
        label="Dashboards"
        choices={found.map(({ dashboardId, dashboardName, modified, modifiedBy }) => ({
          id: dashboardId,
          title: dashboardName,
          note: `${dashboardId === openedId ? 'Open now · ' : ''}saved by ${modifiedBy}, ${formatDateTime(Date.parse(modified), zone)}`,
        }))}
        current={openedId}
        onChoose={onLoad}
      />
    </Modal>
  );
}
