import type { ReactNode } from 'react';
import classes from './page.module.css';

/** Where the list of a page stands: all that the page leaves, with a list that scrolls inside. */
export function ListArea({ children }: { children: ReactNode }) {
  return (
    <div className={classes.list}>
      <div className={classes.fill}>{children}</div>
    </div>
  );
}
