import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { messageOf } from '#api/api-error.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { ErrorState } from '#ui/ErrorState.tsx';
import { SkeletonRows } from '#ui/Loading.tsx';
import { useConfigurationPlace } from './configuration-address.ts';
import classes from './page.module.css';

interface EntryListProps {
  /** 'asset definitions', as it stands in a sentence. */
  what: string;
  /** How many there are and how many pass the search; undefined while they load. */
  count: { shown: number; total: number } | undefined;
  error: Error | null;
  onRetry: () => void;
  /** What to do when there are none. */
  emptyHint: string;
  children: ReactNode;
}

/** The place of a list and the states that it can be in besides being there. */
export function EntryList({ what, count, error, onRetry, emptyHint, children }: EntryListProps) {
  const { setSearch } = useConfigurationPlace();
  return (
    <div className={classes.list}>
      <div className={classes.fill}>
        {count === undefined && error === null ? (
          <SkeletonRows rows={8} rowHeight={44} label={`Loading ${what}`} />
        ) : null}
        {count === undefined && error !== null ? (
          <ErrorState title={`The ${what} could not be loaded.`} message={messageOf(error)} onRetry={onRetry} />
        ) : null}
        {count?.total === 0 ? <EmptyState title={`There are no ${what} yet.`}>{emptyHint}</EmptyState> : null}
        {count !== undefined && count.total > 0 && count.shown === 0 ? (
          <EmptyState title="Nothing matches the search.">
            <Button variant="default" onClick={() => setSearch('')}>
              Clear the search
            </Button>
          </EmptyState>
        ) : null}
        {count !== undefined && count.shown > 0 ? children : null}
      </div>
    </div>
  );
}
