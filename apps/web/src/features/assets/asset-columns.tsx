import { Link } from 'wouter';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import { AssetMenuButton } from './AssetMenuButton.tsx';
import type { AssetRow } from './asset-list.ts';
import classes from './assets.module.css';
import { LastContact } from './LastContact.tsx';
import { LiveConnectionState } from './LiveConnectionState.tsx';

const levelOrder = { connected: 0, offline: 1, never: 2 } as const;

const alias: TableColumn<AssetRow> = {
  id: 'alias',
  header: 'Alias',
  value: (row) => row.name,
  cell: (row) => (
    // The row takes the focus and opens with Enter; the link is for a new tab or window.
    <Link href={row.address} className={classes.name} tabIndex={-1}>
      {row.name}
    </Link>
  ),
};

const state: TableColumn<AssetRow> = {
  id: 'state',
  header: 'State',
  width: '160px',
  value: (row) => levelOrder[row.level],
  cell: (row) => <LiveConnectionState row={row} />,
};

const definition: TableColumn<AssetRow> = { id: 'definition', header: 'Definition', value: (row) => row.definition };

const serial: TableColumn<AssetRow> = {
  id: 'serial',
  header: 'Serial number',
  width: '200px',
  value: (row) => row.serialNumber,
  cell: (row) => <code className={classes.code}>{row.serialNumber}</code>,
};

const lastContact: TableColumn<AssetRow> = {
  id: 'lastContact',
  header: 'Last contact',
  width: '130px',
  align: 'end',
  value: (row) => row.lastContactMs,
  cell: (row) => <LastContact row={row} />,
};

const coordinates: TableColumn<AssetRow> = {
  id: 'coordinates',
  header: 'Coordinates',
  width: '200px',
  align: 'end',
  sortable: false,
  value: (row) => row.coordinates && formatCoordinates(row.coordinates),
};

/** To 5 decimals, which is a metre (spec 1 §2). */
function formatCoordinates({ latitude, longitude }: { latitude: number; longitude: number }): string {
  return `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;
}

const menu = controlsColumn<AssetRow>({
  id: 'menu',
  hint: 'More',
  width: '76px',
  cell: (row, isActive) => <AssetMenuButton row={row} isTabStop={isActive} />,
});

type Columns = readonly TableColumn<AssetRow>[];
const narrow: Columns = [alias, state, definition, serial, lastContact];
const wide: Columns = [...narrow, coordinates];
const narrowWithMenu: Columns = [...narrow, menu];
const wideWithMenu: Columns = [...wide, menu];

/** The columns for a width of the window; the menu is for those who may change assets. */
export function assetColumns(isWide: boolean, hasMenu: boolean): Columns {
  if (hasMenu) return isWide ? wideWithMenu : narrowWithMenu;
  return isWide ? wide : narrow;
}
