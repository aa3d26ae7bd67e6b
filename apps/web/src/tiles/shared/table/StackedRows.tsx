import type { ReactNode } from 'react';
import classes from './stacked-rows.module.css';

interface StackedRowsProps {
  /** The number of a row stands under its name, where both have no room beside each other. */
  isStacked: boolean;
  children: ReactNode;
}

/** Around a table of data items, whose numbers are never cut, however narrow its tile (decision 0431). */
export function StackedRows({ isStacked, children }: StackedRowsProps) {
  return (
    <div className={classes.table} data-stacked={isStacked || undefined}>
      {children}
    </div>
  );
}
