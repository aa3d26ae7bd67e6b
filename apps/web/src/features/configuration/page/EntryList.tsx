import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pending } from '#pages/Pending.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ListArea } from '#ui/page/ListArea.tsx';
import { useConfigurationPlace } from './configuration-address.ts';

interface EntryListProps {
  /** 'asset definitions', as it stands in a sentence. */
  what: string;
  /** How many there are and how many pass the search; undefined while they load. */
  count: { shown: number; total: number } | undefined;
  list: { data: unknown; error: Error | null; refetch: () => unknown };
  /** What to do when there are none. */
  emptyHint: string;
  children: ReactNode;
}

/** The place of a list and the states that it can be in besides being there. */
export function EntryList({ what, list, count, emptyHint, children }: EntryListProps) {
  const { setSearch } = useConfigurationPlace();
  return (
    <ListArea>
      <Pending
        query={list}
        label={`Loading ${what}`}
        failure={`The ${what} could not be loaded.`}
        rows={8}
        rowHeight={44}
      />
      {count?.total === 0 ? <EmptyState title={`There are no ${what} yet.`}>{emptyHint}</EmptyState> : null}
      {count !== undefined && count.total > 0 && count.shown === 0 ? (
        <EmptyState title="Nothing matches the search.">
          <Button variant="default" onClick={() => setSearch('')}>
            Clear the search
          </Button>
        </EmptyState>
      ) : null}
      {count !== undefined && count.shown > 0 ? children : null}
    </ListArea>
  );
}
