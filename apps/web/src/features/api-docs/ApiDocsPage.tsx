import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useParams } from 'wouter';
import { openApiQuery } from '#api/openapi-query.ts';
import { Pending } from '#app/Pending.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Page } from '#ui/page/Page.tsx';
import { SearchField } from '#ui/SearchField.tsx';
import classes from './api-docs.module.css';
import { CallList } from './CallList.tsx';
import { CallView } from './CallView.tsx';
import { callsOf, matchesCall } from './portal-calls.ts';

/** Every call of the portal: what it takes and answers, and a form to try it in one's own session. */
export function ApiDocsPage() {
  // Two parts, without the dot of an operation's id: the server takes a path with a dot for a file.
  const { group, name } = useParams<{ group?: string; name?: string }>();
  const document = useQuery(openApiQuery);
  const { data } = document;
  const [search, setSearch] = useState('');
  const calls = useMemo(() => (data === undefined ? undefined : callsOf(data)), [data]);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = calls?.filter((call) => matchesCall(call, words)) ?? [];
  const chosen = calls?.find((call) => call.id === `${group}.${name}`);

  return (
    <Page title="Calls">
      <Pending query={document} label="Loading the calls" failure="The calls could not be loaded." rows={14} />
      {calls === undefined ? null : (
        <div className={classes.columns}>
          <div className={classes.side}>
            <SearchField label="Search calls" placeholder="Search calls" value={search} onChange={setSearch} />
            <CallList calls={shown} chosenId={chosen?.id} />
          </div>
          <div className={classes.main}>
            {chosen ? (
              <CallView key={chosen.id} call={chosen} />
            ) : (
              <EmptyState title="Choose a call to read about it and to try it.">
                The whole table as an <a href="/api/openapi.json">OpenAPI document</a>. Paths match without regard to
                case and trailing slash. Scripts send <code>Authorization: Bearer</code> with an API token of your
                settings.
              </EmptyState>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}
