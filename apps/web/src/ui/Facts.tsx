import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and what they are, a line each: `dt` and `dd` by turns. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>;
}
