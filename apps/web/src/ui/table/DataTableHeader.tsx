import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import { isOfControls, nextSort, type TableColumn, type TableSort } from './table-column.ts';

interface DataTableHeaderProps<Row> {
  columns: readonly TableColumn<Row>[];
  sort: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
}

/** The sticky header: names, and the sort as an arrow and for screen readers. */
export function DataTableHeader<Row>({ columns, sort, onSort }: DataTableHeaderProps<Row>) {
  return (
    <>
      <colgroup>
        {columns.map(({ id, width }) => (
          <col key={id} style={width ? { width } : {}} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, at) => {
            const direction = sort?.column === column.id ? sort.direction : undefined;
            return (
              <th
                key={column.id}
                scope="col"
                className={classes.header}
                data-align={column.align}
                data-controls={isOfControls(column, at, columns.length) || undefined}
                title={column.hint}
                {...(direction ? { 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' } : {})}
              >
                {column.headerCell ? (
                  <span className={classes.name}>{column.headerCell()}</span>
                ) : onSort && column.sortable !== false ? (
                  <button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, column.id))}>
                    {column.header}
                    <span className={classes.arrow} data-shown={direction !== undefined} aria-hidden>
                      {direction === 'desc' ? <IconArrowDown size={13} /> : <IconArrowUp size={13} />}
                    </span>
                  </button>
                ) : (
                  <span className={classes.name}>{column.header}</span>
                )}
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}
