import type { TileViewProps } from '#tile-kit/define-tile.ts';
import { AlarmsTable } from './AlarmsTable.tsx';
import { DataItemsTable } from './DataItemsTable.tsx';
import { EventsTable } from './EventsTable.tsx';
import { FilesTable } from './FilesTable.tsx';
import type { TableSettings } from './settings.ts';

/** The dashboard's data items, alarms, events or files. */
export function TableTile({ settings, size }: TileViewProps<TableSettings>) {
  switch (settings.option) {
    case 'dataItems':
      return <DataItemsTable settings={settings} width={size.width} />;
    case 'alarms':
      return <AlarmsTable settings={settings} />;
    case 'events':
      return <EventsTable settings={settings} />;
    case 'files':
      return <FilesTable settings={settings} />;
  }
}
