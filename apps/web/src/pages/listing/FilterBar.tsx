import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './listing.module.css';

interface FilterBarProps {
  /** Undefined while nothing is narrowed. */
  onClear: (() => void) | undefined;
  children: ReactNode;
}

/** The filters above a list, and the way back to all of it. */
export function FilterBar({ onClear, children }: FilterBarProps) {
  return (
    <search className={classes.filters} aria-label="Filters">
      {children}
      {onClear ? (
        <Button variant="default" className={classes.clear ?? ''} onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
