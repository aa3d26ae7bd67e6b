import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { ApiError } from '#api/api-error.ts';
import { systemDashboardsQuery, systemQuery, systemTreeQuery } from '#api/system-queries.ts';
import { useDashboardAddress } from '../subject/dashboard-path.ts';
import { systemSubject } from '../subject/dashboard-subject.ts';
import { SubjectDashboard, useDashboardCode } from './SubjectDashboard.tsx';

/** A system's dashboard: its data items are those of the assets in its slots. It opens only for a system of those that the user sees. */
export function SystemDashboardPage() {
  const { systemId } = useDashboardAddress();
  const seen = useQuery(systemQuery(systemId));
  const isListed = seen.data !== undefined;
  const system = useQuery({ ...systemDashboardsQuery(systemId), enabled: isListed });
  const definition = useQuery({ ...systemTreeQuery(systemId), enabled: isListed });
  useDashboardCode();
  const subject = useMemo(() => (system.data === undefined ? undefined : systemSubject(system.data)), [system.data]);
  const refusal = isMissing(seen.error) ? NOT_LISTED : seen.error;
  return (
    <SubjectDashboard
      subject={subject}
      definition={definition.data}
      error={(isListed ? null : refusal) ?? system.error ?? definition.error}
      onRetry={() => Promise.all([seen.refetch(), system.refetch(), definition.refetch()])}
      wayBack={
        <Button component={Link} href="/systems" variant="default">
          To the systems
        </Button>
      }
    />
  );
}

const NOT_LISTED = new ApiError(404, 'not-found', 'There is no such system among those that you see.');

const isMissing = (error: Error | null) => error instanceof ApiError && error.status === 404;
