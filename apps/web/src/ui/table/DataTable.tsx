import { useMediaQuery } from '@mantine/hooks';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { DataTableHeader } from './DataTableHeader.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import classes from './data-table.module.css';
import { keepDrawn } from './keep-drawn.ts';
import type { TableColumn, TableSort } from './table-column.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useSortedRows } from './use-sorted-rows.ts';

const ROW_HEIGHT_PX = 32;
const TOUCH_ROW_HEIGHT_PX = 44;
const COMPACT_ROW_HEIGHT_PX = 26;
const COMPACT_TOUCH_ROW_HEIGHT_PX = 36;

interface DataTableProps<Row> {
  /** Its name for screen readers. */
  label: string;
  rows: readonly Row[];
  /** A list that stays the same between renders, as a constant of the module or a memo. */
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  sort?: TableSort | undefined;
  onSort?: (sort: TableSort | undefined) => void;
  /** The rows are given in the order of the sort. */
  isSorted?: boolean;
  /** A click on a row, or Enter on it. */
  onOpen?: (row: Row) => void;
  /** Pixels; 32, or 44 for fingers. */
  rowHeight?: number;
  /** Rows as low as can be read, or touched. */
  isCompact?: boolean;
  /** The row that is pointed at elsewhere, e.g. on a map. */
  isChosen?: (row: Row) => boolean;
  emptyText?: string;
  /** Stands below it. */
  emptyHint?: string | undefined;
  /** Pixels below which it scrolls sideways; 720 by default. */
  minWidth?: number;
  /** False hides the header from view; screen readers keep it. */
  hasHeader?: boolean;
}

/**
 * The table of every screen: sortable, sticky header, 32 px rows of which only those in view are drawn (10,000 rows
 * scroll smoothly), arrow keys between rows. It fills its parent and scrolls inside.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, sort, onSort, onOpen } = props;
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const rowHeight = props.rowHeight ?? usualHeight(isTouch, props.isCompact ?? false);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useSortedRows(props.rows, columns, props.isSorted ? undefined : sort);
  const keyOf = (index: number) => (index < rows.length ? rowKey(rows[index] as Row) : undefined);
  const focusedIndex = useRef(0);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => keyOf(index) ?? index,
    overscan: 8,
    scrollPaddingStart: rowHeight,
    rangeExtractor: keepDrawn(focusedIndex),
  });
  const openAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const focus = useRowFocus(rows.length, virtualizer, onOpen ? openAt : undefined);
  focusedIndex.current = focus.active;

  const items = virtualizer.getVirtualItems();
  const first = items[0];
  if (rows.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{props.emptyText ?? 'No data...'}</p>
        {props.emptyHint ? <p className={classes.hint}>{props.emptyHint}</p> : null}
      </div>
    );
  }
  return (
    <div className={classes.scroller} ref={scroller}>
      <table
        className={classes.table}
        style={props.minWidth === undefined ? {} : { minWidth: props.minWidth }}
        data-headless={props.hasHeader === false}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows take the focus
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
      >
        <DataTableHeader columns={columns} sort={sort} {...(onSort ? { onSort } : {})} />
        <tbody onKeyDown={focus.onKeyDown}>
          {first && first.start > 0 ? <tr aria-hidden style={{ height: first.start }} /> : null}
          {items.map((item, position) => {
            const row = rows[item.index];
            const gap = item.start - (items[position - 1]?.end ?? item.start);
            return row === undefined ? null : (
              <DataTableRow
                key={rowKey(row)}
                row={row}
                columns={columns}
                index={item.index}
                gap={gap}
                height={rowHeight}
                isActive={item.index === focus.active}
                isChosen={props.isChosen?.(row) ?? false}
                onFocus={focus.setActive}
                {...(onOpen ? { onOpen } : {})}
              />
            );
          })}
          <tr aria-hidden style={{ height: virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) }} />
        </tbody>
      </table>
    </div>
  );
}

function usualHeight(isTouch: boolean, isCompact: boolean): number {
  if (isCompact) return isTouch ? COMPACT_TOUCH_ROW_HEIGHT_PX : COMPACT_ROW_HEIGHT_PX;
  return isTouch ? TOUCH_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
}
