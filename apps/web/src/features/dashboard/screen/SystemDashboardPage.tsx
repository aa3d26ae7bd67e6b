import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#api/api-error.ts';
import { systemDashboardsQuery, systemListQuery, systemTreeQuery } from '#api/system-queries.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { systemSubject } from '../subject/dashboard-subject.ts';
import { SubjectDashboard, useDashboardCode } from './SubjectDashboard.tsx';

/** A system's dashboard: its data items are those of the assets in its slots. It opens only for a system of the list. */
export function SystemDashboardPage() {
  const { systemId } = useDashboardAddress();
  const list = useQuery(systemListQuery);
  const isListed = list.data?.some((one) => one.systemId === systemId) ?? false;
  const system = useQuery({ ...systemDashboardsQuery(systemId), enabled: isListed });
  const definition = useQuery({ ...systemTreeQuery(systemId), enabled: isListed });
  useDashboardCode();
  const subject = useMemo(() => (system.data === undefined ? undefined : systemSubject(system.data)), [system.data]);
  const missing = list.data !== undefined && !isListed && !list.isFetching ? NOT_LISTED : null;
  return (
    <SubjectDashboard
      subject={subject}
      definition={definition.data}
      error={(list.data === undefined ? list.error : null) ?? missing ?? system.error ?? definition.error}
      onRetry={() => Promise.all([list.refetch(), system.refetch(), definition.refetch()])}
      wayBack={
        <Button component={Link} href="/systems" variant="default">
          To the systems
        </Button>
      }
    />
  );
}

const NOT_LISTED = new ApiError(404, 'not-found', 'There is no such system among those that you see.');
