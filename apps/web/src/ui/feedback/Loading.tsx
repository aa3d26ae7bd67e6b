import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './loading.module.css';

interface LoadingProps {
  label?: string;
  /** What may be the matter and where to go, for waits that may have no end; comes into sight after some seconds. */
  whenLong?: ReactNode;
}

/** A spinner for a whole page or panel whose shape is not known yet. */
export function Loading({ label = 'Loading', whenLong }: LoadingProps) {
  return (
    <div className={classes.page} role="status">
      <Loader size="sm" color="var(--tt-text-dim)" aria-hidden />
      <span className="tt-visually-hidden">{label}</span>
      {whenLong === undefined ? null : <div className={classes.whenLong}>{whenLong}</div>}
    </div>
  );
}

interface SkeletonRowsProps {
  rows: number;
  /** Height of one row in pixels: that of the rows to come, so that nothing jumps. */
  rowHeight?: number;
  label?: string;
}

/** Rows of the size of those to come. */
export function SkeletonRows({ rows, rowHeight = 32, label = 'Loading' }: SkeletonRowsProps) {
  return (
    <div role="status">
      <span className="tt-visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity and never change places
        <div key={index} className={classes.row} style={{ height: rowHeight }} aria-hidden>
          <span className={classes.bar} style={{ width: `${18 + ((index * 7) % 11)}%` }} />
          <span className={classes.bar} style={{ width: `${10 + ((index * 5) % 7)}%` }} />
          <span className={classes.bar} style={{ width: `${14 + ((index * 3) % 9)}%` }} />
        </div>
      ))}
    </div>
  );
}

/** A block that fills its parent, for a tile or a picture to come. */
export function SkeletonBlock({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={classes.block} role="status">
      <span className="tt-visually-hidden">{label}</span>
    </div>
  );
}
