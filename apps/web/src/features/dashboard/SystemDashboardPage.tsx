import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { systems } from '@telltale/contract';
import { useMemo } from 'react';
import { Link } from 'wouter';
import { callApi } from '#api/client.ts';
import { useDashboardAddress } from './dashboard-path.ts';
import { systemSubject } from './dashboard-subject.ts';
import { SubjectDashboard } from './SubjectDashboard.tsx';

/** A system's dashboard: its data items are those of the assets in its slots. */
export function SystemDashboardPage() {
  const { systemId } = useDashboardAddress();
  const system = useQuery(systemQuery(systemId));
  const definition = useQuery(systemTreeQuery(systemId));
  const subject = useMemo(() => (system.data === undefined ? undefined : systemSubject(system.data)), [system.data]);
  return (
    <SubjectDashboard
      subject={subject}
      definition={definition.data}
      error={system.error ?? definition.error}
      onRetry={() => Promise.all([system.refetch(), definition.refetch()])}
      wayBack={
        <Button component={Link} href="/systems" variant="default">
          To the systems
        </Button>
      }
    />
  );
}

function systemQuery(systemId: number) {
  return queryOptions({
    queryKey: ['systems', systemId, 'dashboard'],
    queryFn: ({ signal }) => callApi(systems.getSystemDashboards, { params: { systemId }, signal }),
    refetchOnWindowFocus: false,
  });
}

function systemTreeQuery(systemId: number) {
  return queryOptions({
    queryKey: ['systems', systemId, 'definition'],
    queryFn: ({ signal }) => callApi(systems.getSystemTree, { params: { systemId }, signal }),
    refetchOnWindowFocus: false,
  });
}
