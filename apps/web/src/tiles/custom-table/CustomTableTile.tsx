import { ActionIcon, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo, useRef } from 'react';
import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { isConfigured } from '#tiles/shared/request/request-settings.ts';
import { useTileData } from '#tiles/shared/request/use-tile-data.ts';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import classes from './custom-table.module.css';
import { type FieldColumn, readColumns, readField, readRows } from './read-columns.ts';
import { type IndexedRow, sameRows } from './same-rows.ts';
import { type CustomTableSettings, refreshSeconds } from './settings.ts';

/** Spec 1 §2, word for word. */
const NOT_FILLED_OUT = 'Custom Table. Columns and/or data source needs to be filled out.';

/** Fetched rows in the columns of a definition. */
export function CustomTableTile({ settings }: TileViewProps<CustomTableSettings>) {
  if (settings.columns.trim() === '' || !isConfigured(settings.fetch)) {
    return <TileMessage>{NOT_FILLED_OUT}</TileMessage>;
  }
  const columns = columnsOrFault(settings.columns);
  if (typeof columns === 'string') return <TileMessage>{`Invalid Input, please try again ${columns}`}</TileMessage>;
  return <FetchedTable settings={settings} />;
}

function FetchedTable({ settings }: { settings: CustomTableSettings }) {
  const { fetch, substitutions, refreshInterval } = settings;
  // What is being typed in the form comes here as it is.
  const { result, refresh } = useTileData(fetch, substitutions, refreshSeconds(refreshInterval));
  const columns = useMemo(() => tableColumns(readColumns(settings.columns)), [settings.columns]);
  const { data } = result;
  const known = useRef<readonly IndexedRow[]>([]);
  const rows = useMemo(() => {
    known.current = sameRows(known.current, readRows(data) ?? []);
    return known.current;
  }, [data]);

  const problem = result.state === 'error' ? result.message : undefined;
  if (problem !== undefined && data === undefined) {
    return <TileNotice title="The data could not be fetched." text={problem} onRetry={refresh} />;
  }
  const isFirst = result.state === 'loading' && result.data === undefined;
  if (isFirst) {
    return (
      <div className={classes.waiting} role="status">
        <Loader size="sm" color="var(--tt-text-dim)" aria-hidden />
        <span className="tt-visually-hidden">Loading rows</span>
      </div>
    );
  }
  return (
    <PagedTable
      label={settings.title || 'Custom table'}
      title={settings.title}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      pageSize={settings.pageSize}
      hasSearch={settings.search}
      hasMarkers={settings.selectionMarkers}
      problem={problem}
      emptyHint="The source answered without rows."
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Refresh"
          title="Refresh"
          loading={result.state === 'loading'}
          onClick={refresh}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      }
    />
  );
}

const rowKey = ({ key }: IndexedRow) => key;

function tableColumns(columns: readonly FieldColumn[]): readonly TableColumn<IndexedRow>[] {
  return columns.map(({ field, heading }) => ({
    id: field,
    header: heading,
    value: ({ row }) => readField(row, field),
  }));
}

/** The columns, or what is wrong with their definition. */
export function columnsOrFault(definition: string): FieldColumn[] | string {
  try {
    return readColumns(definition);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
