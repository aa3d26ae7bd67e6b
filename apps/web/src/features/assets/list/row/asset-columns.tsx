import { IconPinFilled } from '@tabler/icons-react';
import { Link } from 'wouter';
import { assetAddress } from '#pages/asset-address.ts';
import { writePlace } from '#ui/map/map-bounds.ts';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import classes from '../../assets.module.css';
import { SelectBox } from '../../many/SelectBox.tsx';
import { type AssetRow, attributeOf } from '../asset-list.ts';
import { Alarms } from './Alarms.tsx';
import { LastContact } from './LastContact.tsx';
import { LiveConnectionState } from './LiveConnectionState.tsx';
import { RowControls } from './RowControls.tsx';

const levelOrder = { connected: 0, offline: 1, never: 2 } as const;

type Column = TableColumn<AssetRow>;

const aliasColumn = (pins: readonly number[]): Column => ({
  id: 'alias',
  header: 'Alias',
  value: (row) => row.name,
  cell: (row) => (
    // The row takes the focus and opens with Enter; the link is for a new tab or window.
    <>
      {pins.includes(row.assetId) ? (
        <IconPinFilled size={12} className={classes.pinned ?? ''} aria-label="Pinned" />
      ) : null}
      <Link href={assetAddress(row.asset)} className={classes.name} tabIndex={-1}>
        {row.name}
      </Link>
    </>
  ),
});

const state: Column = {
  id: 'state',
  header: 'State',
  width: '150px',
  value: (row) => levelOrder[row.level],
  cell: (row) => <LiveConnectionState row={row} />,
};

const alarms: Column = {
  id: 'alarms',
  header: 'Alarms',
  width: '130px',
  value: (row) => (row.alarms.count === 0 ? null : row.alarms.worst * 1_000 + row.alarms.count),
  cell: (row) => <Alarms alarms={row.alarms} />,
};

const definition: Column = { id: 'definition', header: 'Definition', value: (row) => row.definition };

const serial: Column = {
  id: 'serial',
  header: 'Serial number',
  width: '180px',
  value: (row) => row.serialNumber,
  cell: (row) => <code className={classes.code}>{row.serialNumber}</code>,
};

const lastContact: Column = {
  id: 'lastContact',
  header: 'Last contact',
  width: '120px',
  align: 'end',
  value: (row) => row.lastContactMs,
  cell: (row) => <LastContact row={row} />,
};

const coordinates: Column = {
  id: 'coordinates',
  header: 'Coordinates',
  width: '200px',
  align: 'end',
  sortable: false,
  value: (row) => row.coordinates && writePlace(row.coordinates),
};

const select = controlsColumn<AssetRow>({
  id: 'select',
  hint: 'Select',
  width: '56px',
  cell: (row, isActive) => <SelectBox row={row} isTabStop={isActive} />,
});

const menu = controlsColumn<AssetRow>({
  id: 'menu',
  hint: 'More',
  width: '100px',
  cell: (row, isActive) => <RowControls row={row} isTabStop={isActive} />,
});

const attributeColumn = (name: string): Column => ({
  id: `attribute.${name.toLowerCase()}`,
  header: name,
  hint: `The attribute ${name}`,
  value: (row) => {
    const value = attributeOf(row, name);
    const number = Number(value);
    return value === '' ? null : Number.isFinite(number) ? number : value;
  },
  cell: (row) => {
    const value = attributeOf(row, name);
    return value === '' ? (
      <span className={classes.none}>–</span>
    ) : (
      <span title={value.slice(0, 300)}>{value.slice(0, 100)}</span>
    );
  },
});

interface ColumnChoice {
  /** The whole width of a desk is the list's. */
  isWide: boolean;
  /** Somebody marks assets, to change them together. */
  isSelecting: boolean;
  /** A map stands beside it. */
  hasMap: boolean;
  /** The location of one is being set, which has Save and Cancel in place of its menu. */
  isPlacing: boolean;
  attributes: readonly string[];
  pins: readonly number[];
}

/** On a tablet the name of an asset has room first. */
const NARROW: Readonly<Record<string, Partial<Column>>> = {
  state: { width: '154px' },
  alarms: { width: '112px', cell: (row) => <Alarms alarms={row.alarms} isBrief /> },
  definition: { width: '120px' },
  serial: { width: '108px' },
  lastContact: { width: '88px' },
  menu: { width: '80px' },
};

/** Pixels of a column that shares what the others leave: a name is recognised in them. */
const SHARED_PX = 150;

/** Pixels below which the columns scroll beside each other. */
export function widthOfColumns(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + (width === undefined ? SHARED_PX : Number.parseInt(width, 10)), 0);
}

/** Save and Cancel of a location, as large as a finger needs them, in place of the menu. */
const PLACING: Readonly<Record<string, Partial<Column>>> = { menu: { width: '132px' } };

/** The columns for a width of the list, with the attributes that the user wants to see. */
export function assetColumns(choice: ColumnChoice): readonly Column[] {
  const own = ownColumns(choice);
  const narrow = choice.isWide ? {} : NARROW;
  const placing = choice.isPlacing ? PLACING : {};
  const fitting = own.map((column) => ({ ...column, ...narrow[column.id], ...placing[column.id] }));
  return choice.isSelecting ? [select, ...fitting] : fitting;
}

function ownColumns({ isWide, hasMap, attributes, pins }: ColumnChoice): readonly Column[] {
  const own = attributes.map(attributeColumn);
  if (hasMap) return [aliasColumn(pins), state, alarms, ...own, menu];
  const ofWide = isWide ? [coordinates] : [];
  return [aliasColumn(pins), state, alarms, definition, serial, ...own, lastContact, ...ofWide, menu];
}
