import { type MouseEvent, memo, type ReactNode } from 'react';
import classes from './data-table.module.css';
import { isOfControls } from './table-column.ts';
import type { ColumnSpan } from './use-column-span.ts';

interface DataTableRowProps<Row> {
  row: Row;
  span: ColumnSpan<Row>;
  index: number;
  /** Pixels of rows left out between the one drawn before and this one. */
  gap: number;
  height: number;
  isActive: boolean;
  isChosen: boolean;
  onFocus: (index: number) => void;
  onOpen?: (row: Row) => void;
}

function Row<Row>({ row, span, index, gap, height, isActive, isChosen, onFocus, onOpen }: DataTableRowProps<Row>) {
  const { columns, before, after } = span;
  const isPart = span.width !== undefined;
  const open = (event: MouseEvent) => {
    // Links, buttons and fields in a cell answer for themselves, and so does text being marked.
    const isOwnControl = event.target instanceof Element && event.target.closest('a, button, input, label');
    if (!isOwnControl && !window.getSelection()?.toString()) onOpen?.(row);
  };
  return (
    <>
      {gap > 0 ? <tr aria-hidden style={{ height: gap }} /> : null}
      <tr
        className={classes.row}
        style={{ height }}
        data-index={index}
        data-opens={onOpen !== undefined}
        aria-selected={isChosen || undefined}
        aria-rowindex={index + 2}
        tabIndex={isActive ? 0 : -1}
        onFocus={() => onFocus(index)}
        onClick={onOpen ? open : undefined}
      >
        {before > 0 ? <td aria-hidden /> : null}
        {columns.map((column, at) => (
          <td
            key={column.id}
            className={classes.cell}
            data-align={column.align}
            data-controls={isOfControls(column, at, columns.length) || undefined}
            aria-colindex={isPart ? span.first + at + 1 : undefined}
          >
            {column.cell ? column.cell(row, isActive) : text(column.value(row))}
          </td>
        ))}
        {after > 0 ? <td aria-hidden /> : null}
      </tr>
    </>
  );
}

function text(value: string | number | null): ReactNode {
  return value === null || value === '' ? <span className={classes.none}>–</span> : String(value);
}

/** One row; drawn again only when its own record, place or focus changed. */
export const DataTableRow = memo(Row) as typeof Row;
