import { itemNames } from '@telltale/domain';
import type { TableColumn } from '#ui/table/table-column.ts';
import { type LiveRow, useRowText } from './live-row.ts';
import classes from './reading-cell.module.css';

/** What people read of the data items of a table. The search finds them by their labels as well. */
export function nameColumn(id: string, header: string): TableColumn<LiveRow> {
  return {
    id,
    header,
    // What the values leave: they must not be pushed out of sight by a long name.
    width: 'auto',
    value: (row) => nameOf(row) || null,
    found: (row) => itemNames({ label: row.reading.label, alias: nameOf(row) }).join('\n'),
    cell: (row) => <RowName row={row} />,
  };
}

const nameOf = ({ name, reading }: LiveRow) => reading.name || name;

function RowName({ row }: { row: LiveRow }) {
  const name = useRowText(row, () => nameOf(row));
  return name === '' ? <span className={classes.dim}>–</span> : name;
}
