import { TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { messageOf } from '#api/api-error.ts';
import { openApiQuery } from '#api/openapi-query.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import classes from './api-docs.module.css';
import { CallList } from './CallList.tsx';
import { CallView } from './CallView.tsx';
import { callsOf, matchesCall } from './portal-calls.ts';

/** Every call of the portal: what it takes and answers, and a form to try it in one's own session. */
export function ApiDocsPage() {
  useDocumentTitle('Calls – Telltale');
  // Two parts, without the dot of an operation's id: the server takes a path with a dot for a file.
  const { group, name } = useParams<{ group?: string; name?: string }>();
  const { data, error, refetch } = useQuery(openApiQuery);
  const [search, setSearch] = useState('');
  const calls = useMemo(() => (data === undefined ? undefined : callsOf(data)), [data]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = calls?.filter((call) => matchesCall(call, words)) ?? [];
  const chosen = calls?.find((call) => call.id === `${group}.${name}`);

  if (calls === undefined && error) {
    return (
      <ErrorState title="The calls could not be loaded." message={messageOf(error)} onRetry={() => void refetch()} />
    );
  }
  if (calls === undefined) return <SkeletonRows rows={14} label="Loading the calls" />;
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <h1 className={classes.title}>Calls</h1>
        <TextInput
          aria-label="Search calls"
          placeholder="Search calls"
          leftSection={<IconSearch size={15} aria-hidden />}
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <CallList calls={shown} chosenId={chosen?.id} />
      </div>
      <div className={classes.main}>
        {chosen ? (
          <CallView key={chosen.id} call={chosen} />
        ) : (
          <EmptyState title="Choose a call to read about it and to try it.">
            The whole table as an <a href="/api/openapi.json">OpenAPI document</a>. Paths match without regard to case
            and trailing slash. Scripts send <code>Authorization: Bearer</code> with an API token of your settings.
          </EmptyState>
        )}
      </div>
    </div>
  );
}
