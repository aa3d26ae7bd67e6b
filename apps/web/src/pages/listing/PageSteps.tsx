import { Button } from '@mantine/core';
import classes from './listing.module.css';

interface PageStepsProps {
  /** From 1 on. */
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Steps through the pages of a list; nothing where all stands on one. */
export function PageSteps({ page, pages, onPage }: PageStepsProps) {
  if (pages <= 1) return null;
  return (
    <nav className={classes.steps} aria-label="Pages">
      <Button variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <span>
        Page {page} of {pages}
      </span>
      <Button variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
