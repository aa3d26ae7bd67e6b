import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import classes from './data-table.module.css';
import { isOfControls, nextSort, type TableSort } from './table-column.ts';
import type { ColumnSpan } from './use-column-span.ts';

interface DataTableHeaderProps<Row> {
  span: ColumnSpan<Row>;
  sort: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
}

/** The sticky header: names, and the sort as an arrow and for screen readers. */
export function DataTableHeader<Row>({ span, sort, onSort }: DataTableHeaderProps<Row>) {
  const { columns, before, after } = span;
  const isPart = span.width !== undefined;
  return (
    <>
      <colgroup>
        {before > 0 ? <col style={{ width: before }} /> : null}
        {columns.map(({ id, width }) => (
          <col key={id} style={width ? { width } : {}} />
        ))}
        {after > 0 ? <col style={{ width: after }} /> : null}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {before > 0 ? <td aria-hidden className={classes.header} /> : null}
          {columns.map((column, at) => {
            const direction = sort?.column === column.id ? sort.direction : undefined;
            return (
              <th
                key={column.id}
                scope="col"
                className={classes.header}
                data-align={column.align}
                data-controls={isOfControls(column, at, columns.length) || undefined}
                aria-colindex={isPart ? span.first + at + 1 : undefined}
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
          {after > 0 ? <td aria-hidden className={classes.header} /> : null}
        </tr>
      </thead>
    </>
  );
}
