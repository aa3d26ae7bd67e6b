import type { CSSProperties, ReactNode } from 'react';
import type { PaneLayout } from './pane-layouts.ts';
import classes from './panes.module.css';

/** Panes beside each other with a hairline between them, which fill the page and scroll inside. */
export function Panes({ layout, children }: { layout: PaneLayout; children: ReactNode }) {
  const { columns, tablet, isStackedOnPhone } = layout;
  const style = {
    '--columns': columns,
    '--tablet-columns': tablet?.columns ?? columns,
    '--tablet-rows': tablet?.rows ?? 'none',
  } as CSSProperties;
  return (
    <div className={classes.panes} data-stacked={isStackedOnPhone} style={style}>
      {children}
    </div>
  );
}
