import { ActionIcon } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { TileNotice } from '#tile-kit/frame/TileNotice.tsx';
import type { RecordList } from '#tile-kit/records/record-list.ts';
import { NoAssetInSlots } from '#tiles/shared/reading/NoAssetInSlots.tsx';
import { TileMessage } from '#tiles/shared/reading/TileMessage.tsx';
import { SkeletonRows } from '#ui/feedback/Loading.tsx';
import { PagedTable } from '#ui/table/paged/PagedTable.tsx';
import type { TableColumn } from '#ui/table/table-column.ts';
import { OPTION_LABELS, type TableSettings } from './settings.ts';

/** Says why a list is empty, where the table itself says no more than that it is. */
const EMPTY_HINTS: Partial<Record<TableSettings['option'], string>> = {
  alarms: 'No alarm is open.',
  events: 'No event has been recorded yet.',
  files: 'No file has been uploaded yet.',
};

interface RecordTableProps<Item> {
  settings: TableSettings;
  list: RecordList<Item>;
  columns: readonly TableColumn<Item>[];
  rowKey: (item: Item) => string;
  minWidth: number;
}

/** A list of the portal as a table, or why there is none. */
export function RecordTable<Item>({ settings, list, columns, rowKey, minWidth }: RecordTableProps<Item>) {
  const name = OPTION_LABELS[settings.option];
  const words = name.toLowerCase();
  if (list.state === 'forbidden') return <TileMessage>You are missing permissions to view {words}.</TileMessage>;
  if (list.state === 'no-asset') return <NoAssetInSlots what={words} />;
  if (list.state === 'error') {
    return <TileNotice title={`The ${words} could not be loaded.`} text={list.message} onRetry={list.refresh} />;
  }
  if (list.state === 'loading') return <SkeletonRows rows={6} label={`Loading ${words}`} />;
  return (
    <PagedTable
      label={settings.title || name}
      title={settings.title}
      rows={list.items}
      columns={columns}
      rowKey={rowKey}
      hasSearch={settings.search}
      hasMarkers={settings.selectionMarkers}
      hasHeader={settings.showHeader}
      minWidth={minWidth}
      problem={list.problem}
      emptyHint={EMPTY_HINTS[settings.option]}
      actions={
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Refresh ${words}`}
          title="Refresh"
          loading={list.isRefreshing}
          onClick={list.refresh}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      }
    />
  );
}
