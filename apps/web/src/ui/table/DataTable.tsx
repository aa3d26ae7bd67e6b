import { useMediaQuery } from '@mantine/hooks';
import { DataTableHeader } from './DataTableHeader.tsx';
import { DataTableRow } from './DataTableRow.tsx';
import classes from './data-table.module.css';
import { placeRows } from './row-window.ts';
import type { TableColumn, TableSort } from './table-column.ts';
import { isWideTable, useColumnSpan } from './use-column-span.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useRowWindow } from './use-row-window.ts';
import { useSortedRows } from './use-sorted-rows.ts';

/** As the style says. */
const [HEAD_PX, TOUCH_HEAD_PX] = [32, 44];
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
 * The table of every screen: sortable, sticky header, 32 px rows. Only the rows in view are drawn, and of hundreds of columns those
 * in view: a million rows scroll smoothly. Arrow keys between rows. It fills its parent and scrolls inside.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rowKey, sort, onSort, onOpen, hasHeader = true } = props;
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  const rowHeight = props.rowHeight ?? usualHeight(isTouch, props.isCompact ?? false);
  const rows = useSortedRows(props.rows, columns, props.isSorted ? undefined : sort);
  const isWide = isWideTable(columns);
  const view = useRowWindow({
    count: rows.length,
    rowHeight,
    headHeight: hasHeader ? (isTouch ? TOUCH_HEAD_PX : HEAD_PX) : 0,
    isWide,
  });
  const openAt = (index: number) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  };
  const focus = useRowFocus(rows.length, view, onOpen ? openAt : undefined);
  const span = useColumnSpan(columns, isWide, view);
  const placed = placeRows(view.window, rowHeight, rows.length, focus.active);

  if (rows.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{props.emptyText ?? 'No data...'}</p>
        {props.emptyHint ? <p className={classes.hint}>{props.emptyHint}</p> : null}
      </div>
    );
  }
  const width = span.width === undefined ? {} : { width: span.width };
  return (
    <div className={classes.scroller} ref={view.setScroller}>
      <table
        className={classes.table}
        style={{ ...(props.minWidth === undefined ? {} : { minWidth: props.minWidth }), ...width }}
        data-headless={!hasHeader}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows take the focus
        role="grid"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        aria-colcount={isWide ? span.count : undefined}
      >
        <DataTableHeader span={span} sort={sort} {...(onSort ? { onSort } : {})} />
        <tbody
          onKeyDown={focus.onKeyDown}
          style={placed.shift === 0 ? {} : { transform: `translateY(${placed.shift}px)` }}
        >
          {placed.rows.map(({ index, gap }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <DataTableRow
                key={rowKey(row)}
                row={row}
                span={span}
                index={index}
                gap={gap}
                height={rowHeight}
                isActive={index === focus.active}
                isChosen={props.isChosen?.(row) ?? false}
                onFocus={focus.setActive}
                {...(onOpen ? { onOpen } : {})}
              />
            );
          })}
          <tr aria-hidden style={{ height: placed.rest }} />
        </tbody>
      </table>
    </div>
  );
}

function usualHeight(isTouch: boolean, isCompact: boolean): number {
  if (isCompact) return isTouch ? COMPACT_TOUCH_ROW_HEIGHT_PX : COMPACT_ROW_HEIGHT_PX;
  return isTouch ? TOUCH_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
}
