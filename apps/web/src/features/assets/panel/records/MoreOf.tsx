import { Button } from '@mantine/core';
import classes from './records.module.css';

interface MoreOfProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** Loads the records before those that are shown. */
export function MoreOf({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreOfProps) {
  if (!hasNextPage) return null;
  return (
    <div className={classes.more}>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        Load more
      </Button>
    </div>
  );
}
