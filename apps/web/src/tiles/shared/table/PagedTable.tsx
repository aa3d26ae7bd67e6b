import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { TileNote } from '#tiles/shared/reading/TileNote.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { LateMenu } from '#ui/menu/LateMenu.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { TableColumn, TableSort } from '#ui/table/table-column.ts';
import { useSortedRows } from '#ui/table/use-sorted-rows.ts';
import { fitColumns } from './column-widths.ts';
import type { LiveRow, RowValues } from './live-row.ts';
import { Pager } from './Pager.tsx';
import { clampPage, countPages, DEFAULT_PAGE_SIZE } from './page-numbers.ts';
import classes from './paged-table.module.css';
import { useRowMarks } from './row-marks.tsx';
import { tableCsv, tableJson } from './table-export.ts';
import { useFoundRows } from './use-found-rows.ts';
import { useTextFilter } from './use-text-filter.ts';

const ExportMenu = lazyPart(async () => (await import('./ExportMenu.tsx')).ExportMenu);
const PageSizeField = lazyPart(async () => (await import('./PageSizeField.tsx')).PageSizeField);

interface PagedTableProps<Row> {
  /** Its name for screen readers and for exported files. */
  label: string;
  /** Written above it. */
  title?: string;
  rows: readonly Row[];
  /** News of rows whose values change by themselves: followed while they are sorted or searched. */
  values?: Pick<RowValues<Row & LiveRow>, 'subscribe' | 'rows'>;
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  pageSize?: number;
  hasSearch?: boolean;
  /** The reader may choose how many rows a page has. */
  hasPageSize?: boolean;
  hasHeader?: boolean;
  hasExport?: boolean;
  /** Boxes before the rows that mark some of them; what is exported is then what is marked. */
  hasMarkers?: boolean;
  onOpen?: (row: Row) => void;
  /** Buttons beside the search. */
  actions?: ReactNode;
  /** Width that the table needs, pixels. */
  minWidth?: number;
  /** Why the rows are not the latest; they stay in sight meanwhile. */
  problem?: string | undefined;
  /** Says more than 'No data...' where there is no row at all. */
  emptyHint?: string | undefined;
}

/** The product's table in pages: search, sorting, CSV and JSON export, pager (spec 2 §2.13). */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, title, rowKey, hasSearch = false, hasPageSize = false, hasExport = true } = props;
  const { hasMarkers = false } = props;
  const columns = useMemo(() => fitColumns(props.columns, props.rows), [props.columns, props.rows]);
  const search = useTextFilter();
  const [sort, setSort] = useState<TableSort>();
  const [wantedPage, setWantedPage] = useState(1);
  const [ownPageSize, setOwnPageSize] = useState<number>();
  const pageSize = ownPageSize ?? props.pageSize ?? DEFAULT_PAGE_SIZE;

  const { passes, isOn: isSearched } = search;
  const rows = useCurrentRows(props.rows, sort !== undefined || isSearched ? props.values : undefined);
  const found = useFoundRows(rows, columns, hasSearch && isSearched ? passes : undefined);
  const sorted = useSortedRows(found, columns, sort);
  const marks = useRowMarks({ isOn: hasMarkers, columns, rowKey, rows: found });
  const pages = countPages(sorted.length, pageSize);
  const page = clampPage(wantedPage, pages);
  const shown = useMemo(() => sorted.slice((page - 1) * pageSize, page * pageSize), [sorted, page, pageSize]);

  const exported = () => inOrder(sorted, marks.marked);
  const hasBar = title || hasSearch || hasPageSize || hasExport || props.actions;
  return (
    <div className={classes.tile}>
      {hasBar ? (
        <div className={classes.bar} data-titled={title ? true : undefined}>
          {title ? (
            <h3 className={classes.title} title={title}>
              {title}
            </h3>
          ) : null}
          {hasSearch ? (
            <TextInput
              className={classes.search ?? ''}
              size="xs"
              type="search"
              aria-label={`Search ${label}`}
              placeholder="Search"
              leftSection={<IconSearch size={14} />}
              value={search.text}
              onChange={({ currentTarget }) => search.setText(currentTarget.value)}
            />
          ) : null}
          <span className={classes.space} />
          {marks.marked.length === 0 ? null : (
            <Button size="compact-xs" variant="default" title="Clear the marks" onClick={marks.clear}>
              {marks.marked.length} marked
            </Button>
          )}
          {hasPageSize ? <PageSizeField pageSize={pageSize} onChange={setOwnPageSize} /> : null}
          {props.actions}
          {hasExport ? (
            <LateMenu
              button={
                <ActionIcon variant="subtle" color="gray" aria-label={`Export ${label}`} title="Export">
                  <IconDownload size={16} />
                </ActionIcon>
              }
              part={ExportMenu}
              props={{
                label,
                isPart: marks.marked.length > 0,
                csv: () => tableCsv(exported(), columns),
                json: () => tableJson(exported(), columns),
              }}
            />
          ) : null}
        </div>
      ) : null}
      {props.problem ? <TileNote>{`Not refreshed: ${props.problem}`}</TileNote> : null}
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
            onSort={setSort}
            minWidth={props.minWidth ?? columns.length * 90}
            hasHeader={props.hasHeader ?? true}
            emptyHint={rows.length > 0 ? 'No row has these words.' : props.emptyHint}
            {...(props.onOpen ? { onOpen: props.onOpen } : {})}
          />
        )}
      </div>
      {pages > 1 ? <Pager page={page} pages={pages} onChange={setWantedPage} /> : null}
    </div>
  );
}

/** The rows as a new list whenever their values are news: what is sorted or searched by them is done again. */
function useCurrentRows<Row>(rows: readonly Row[], values: PagedTableProps<Row>['values']): readonly Row[] {
  return useSyncExternalStore(values?.subscribe ?? watchNothing, values?.rows ?? (() => rows));
}

const watchNothing = () => () => undefined;

function inOrder<Row>(rows: readonly Row[], marked: readonly Row[]): readonly Row[] {
  if (marked.length === 0) return rows;
  const wanted = new Set(marked);
  return rows.filter((row) => wanted.has(row));
}
