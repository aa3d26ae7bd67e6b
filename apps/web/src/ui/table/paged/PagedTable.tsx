import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { LineNote } from '#ui/feedback/LineNote.tsx';
import { DataTable } from '../DataTable.tsx';
import type { TableColumn, TableSort } from '../table-column.ts';
import { useSortedRows } from '../use-sorted-rows.ts';
import { fitColumns } from './column-widths.ts';
import { Pager } from './Pager.tsx';
import { clampPage, countPages, DEFAULT_PAGE_SIZE } from './page-numbers.ts';
import classes from './paged-table.module.css';
import { useRowMarks } from './row-marks.tsx';
import { hasBar, TableBar } from './TableBar.tsx';
import { tableCsv, tableJson } from './table-export.ts';
import { useFoundRows } from './use-found-rows.ts';
import { useTextFilter } from './use-text-filter.ts';

export interface PagedTableProps<Row> {
  /** Its name for screen readers and for exported files. */
  label: string;
  /** Written above it. */
  title?: string;
  rows: readonly Row[];
  /** News of rows whose values change by themselves: followed while they are sorted or searched. */
  values?: RowNews<Row>;
  /** A list that stays the same between renders, as a constant of the module or a memo. */
  columns: readonly TableColumn<Row>[];
  /** A function that stays the same between renders. */
  rowKey: (row: Row) => string;
  /** False: all rows in one scroll, of which only those in sight are drawn, be they a million. */
  hasPages?: boolean;
  /** The page shown, from 1 on, where whoever shows the table keeps it, e.g. in the address. */
  page?: number;
  onPage?: (page: number) => void;
  /** Rows of a page; 10 by default. */
  pageSize?: number;
  hasSearch?: boolean;
  /** The reader may choose how many rows a page has. */
  hasPageSize?: boolean;
  /** From eight pages on a slider stands beside the numbers. */
  hasSlider?: boolean;
  hasHeader?: boolean;
  /** CSV and JSON of all rows, or of those that are marked. */
  hasExport?: boolean;
  /** What files hold, where that is more than the columns: a number leaves the screen with its unit. */
  exported?: readonly TableColumn<Row>[];
  /** Boxes before the rows that mark some of them; what is exported is then what is marked. */
  hasMarkers?: boolean;
  /** The table is as high as its rows; otherwise it fills its parent and scrolls inside. */
  isInFlow?: boolean;
  onOpen?: (row: Row) => void;
  /** The row that is pointed at elsewhere, e.g. on a map. */
  isChosen?: (row: Row) => boolean;
  /** Buttons beside the search. */
  actions?: ReactNode;
  /** Width that the table needs, pixels. */
  minWidth?: number;
  /** Why the rows are not the latest; they stay in sight meanwhile. */
  problem?: string | undefined;
  /** Says more than 'No data...' where there is no row at all. */
  emptyHint?: string | undefined;
}

export interface RowNews<Row> {
  readonly subscribe: (listener: () => void) => () => void;
  /** The rows as another list whenever something in them is news. */
  readonly rows: () => readonly Row[];
}

/** The product's table: search, sorting, markers, CSV and JSON export, pager with slider (spec 2 §2.13). */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, rowKey, hasPages = true, hasMarkers = false } = props;
  const columns = useMemo(() => fitColumns(props.columns, props.rows), [props.columns, props.rows]);
  const search = useTextFilter();
  const [sort, setSort] = useState<TableSort>();
  const [ownPage, setOwnPage] = useState(1);
  const [ownPageSize, setOwnPageSize] = useState<number>();
  const pageSize = ownPageSize ?? props.pageSize ?? DEFAULT_PAGE_SIZE;

  const { passes, isOn: isSearched } = search;
  const rows = useCurrentRows(props.rows, sort !== undefined || isSearched ? props.values : undefined);
  const found = useFoundRows(rows, columns, props.hasSearch && isSearched ? passes : undefined);
  const sorted = useSortedRows(found, columns, sort);
  const marks = useRowMarks({ isOn: hasMarkers, columns, rowKey, rows: found });
  const pages = hasPages ? countPages(sorted.length, pageSize) : 1;
  const page = clampPage(props.page ?? ownPage, pages);
  const shown = useMemo(
    () => (hasPages ? sorted.slice((page - 1) * pageSize, page * pageSize) : sorted),
    [sorted, hasPages, page, pageSize],
  );

  const exported = () => inOrder(sorted, marks.marked);
  const filed = props.exported ?? columns;
  return (
    <div className={classes.table} data-in-flow={props.isInFlow || undefined}>
      {hasBar(props) ? (
        <TableBar
          {...props}
          search={search}
          marked={marks.marked.length}
          onClearMarks={marks.clear}
          shownPageSize={pageSize}
          onPageSize={setOwnPageSize}
          csv={() => tableCsv(exported(), filed)}
          json={() => tableJson(exported(), filed)}
        />
      ) : null}
      {props.problem ? <LineNote>{`Not refreshed: ${props.problem}`}</LineNote> : null}
      <div className={classes.body}>
        {sorted.length > 0 && shown.length === 0 ? (
          <p className={classes.note}>Oops</p>
        ) : (
          <DataTable
            label={label}
            rows={shown}
            columns={marks.columns}
            rowKey={rowKey}
            sort={sort}
            isSorted
            onSort={setSort}
            minWidth={props.minWidth ?? columns.length * 90}
            hasHeader={props.hasHeader ?? true}
            emptyHint={rows.length > 0 ? 'No row has these words.' : props.emptyHint}
            {...(props.onOpen ? { onOpen: props.onOpen } : {})}
            {...(props.isChosen ? { isChosen: props.isChosen } : {})}
          />
        )}
      </div>
      {pages > 1 ? (
        <Pager page={page} pages={pages} hasSlider={props.hasSlider ?? true} onChange={props.onPage ?? setOwnPage} />
      ) : null}
    </div>
  );
}

/** The rows as a new list whenever their values are news: what is sorted or searched by them is done again. */
function useCurrentRows<Row>(rows: readonly Row[], values: RowNews<Row> | undefined): readonly Row[] {
  return useSyncExternalStore(values?.subscribe ?? watchNothing, values?.rows ?? (() => rows));
}

const watchNothing = () => () => undefined;

function inOrder<Row>(rows: readonly Row[], marked: readonly Row[]): readonly Row[] {
  if (marked.length === 0) return rows;
  const wanted = new Set(marked);
  return rows.filter((row) => wanted.has(row));
}
