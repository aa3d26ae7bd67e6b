import { itemNames } from '@telltale/domain';
import type { TableColumn } from '#ui/table/table-column.ts';
import { BETWEEN_SLOTS, type LiveRow, nameInSlots, useRowText } from './live-row.ts';
import classes from './reading-cell.module.css';

/**
 * What people read of the data items of a table, on the dashboard of a system after the slots that lead there. The search finds
 * them by their labels as well.
 */
export function nameColumn(id: string, header: string): TableColumn<LiveRow> {
  return {
    id,
    header,
    // What the values leave: they must not be pushed out of sight by a long name.
    width: 'auto',
    value: (row) => nameInSlots(row.trail, nameOf(row)) || null,
    found: (row) => [...row.trail, ...itemNames({ label: row.reading.label, alias: nameOf(row) })].join('\n'),
    cell: (row) => <RowName row={row} />,
  };
}

const nameOf = ({ name, reading }: LiveRow) => reading.name || name;

function RowName({ row }: { row: LiveRow }) {
  const name = useRowText(row, () => nameOf(row));
  if (name === '') return <span className={classes.dim}>–</span>;
  if (row.trail.length === 0) return name;
  return (
    <span className={classes.placed} title={nameInSlots(row.trail, name)}>
      <span className={classes.trail}>{row.trail.map((slot) => slot + BETWEEN_SLOTS).join('')}</span>
      <span className={classes.own}>{name}</span>
    </span>
  );
}
