import type { ComponentProps } from 'react';
import { DataTable } from '#ui/table/DataTable.tsx';
import classes from './panel.module.css';

/** A table that takes what a panel leaves, from edge to edge, and scrolls inside. Nothing while there are no rows. */
export function PanelTable<Row extends object>(props: ComponentProps<typeof DataTable<Row>>) {
  if (props.rows.length === 0) return null;
  return (
    <div className={classes.table}>
      <div className={classes.fill}>
        <DataTable {...props} />
      </div>
    </div>
  );
}
