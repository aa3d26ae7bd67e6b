import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './listing.module.css';

interface LoadedListProps {
  /** A question whose pages are asked for one by one. */
  list: { isPlaceholderData: boolean; hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  children: ReactNode;
}

/** A list of what is loaded, which fills what the page leaves; the rest comes on demand. */
export function LoadedList({ list, children }: LoadedListProps) {
  return (
    <div className={classes.list} data-stale={list.isPlaceholderData}>
      {children}
      {list.hasNextPage ? (
        <div className={classes.more}>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </div>
      ) : null}
    </div>
  );
}
