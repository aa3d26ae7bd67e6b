import { IconTrash } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo } from 'react';
import { Link } from 'wouter';
import { useLayoutSize } from '#ui/layout-size.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { controlsColumn, type TableColumn } from '#ui/table/table-column.ts';
import { RowIcon } from '../definitions/RowIcon.tsx';
import classes from './page.module.css';
import { RowButton } from './RowButton.tsx';

const ROW_PX = 44;
const STACKED_ROW_PX = 88;
/** Buttons that need more take a phone's whole line without 'Delete', which is a picture beside the name then. */
const MOST_BUTTONS_OF_LINE_PX = 460;
/** What a tablet leaves to a row beside the navigation, of which its name needs the half. */
const MOST_BUTTONS_OF_TABLET_PX = 280;

/** Buttons of a row. `tabIndex` is 0 in the row with the focus. */
export type RowActions<Row> = (row: Row, tabIndex: 0 | -1) => ReactNode;

interface EntryTableProps<Row> {
  label: string;
  rows: readonly Row[];
  idOf: (row: Row) => number;
  nameOf: (row: Row) => string;
  /** What else tells entries apart, dimmer. A function of the module, or a memo. */
  detailOf?: (row: Row) => string;
  /** The page that a name leads to. A function of the module, or a memo. */
  pageOf?: (row: Row) => string;
  /** Buttons of a row but 'Delete'. A function that stays the same between renders. */
  actions: RowActions<Row>;
  /** The same between renders; absent for who may not delete. */
  onDelete: ((row: Row) => void) | undefined;
  /** Pixels that the buttons need beside each other. */
  actionsWidth: number;
  selectedId: number | undefined;
}

/** A list of the configuration: a name and its buttons, beside each other or, where there is no room, one below the other. */
export function EntryTable<Row extends object>(props: EntryTableProps<Row>) {
  const { label, rows, idOf, nameOf, detailOf, pageOf, actions, onDelete, actionsWidth, selectedId } = props;
  const size = useLayoutSize();
  const isStacked = size === 'xxs' || (size !== 'lg' && actionsWidth > MOST_BUTTONS_OF_TABLET_PX);
  const isFull = size === 'xxs' && actionsWidth > MOST_BUTTONS_OF_LINE_PX;
  const columns = useMemo(() => {
    const entryName = (row: Row, isActive: boolean) => {
      const detail = detailOf?.(row) ?? '';
      return (
        <span className={classes.entryName} data-selected={idOf(row) === selectedId}>
          {pageOf ? (
            <Link className={classes.nameText} href={pageOf(row)} tabIndex={isActive ? 0 : -1}>
              {nameOf(row)}
            </Link>
          ) : (
            <span className={classes.nameText}>{nameOf(row)}</span>
          )}
          {detail === '' ? null : <span className={classes.nameDetail}>{detail}</span>}
        </span>
      );
    };
    const deleteLabel = (row: Row) => `Delete ${nameOf(row)}`;
    const buttonsOf = (row: Row, isActive: boolean) => {
      const tabIndex = isActive ? 0 : -1;
      return (
        <div className={classes.actions}>
          {actions(row, tabIndex)}
          {onDelete && !isFull ? (
            <RowButton label={deleteLabel(row)} tabIndex={tabIndex} onClick={() => onDelete(row)}>
              Delete
            </RowButton>
          ) : null}
        </div>
      );
    };
    const name: TableColumn<Row> = { id: 'name', header: 'Name', value: nameOf, sortable: false };
    if (isStacked) {
      const cell = (row: Row, isActive: boolean) => (
        <div className={classes.stacked}>
          <div className={classes.nameLine}>
            {entryName(row, isActive)}
            {onDelete && isFull ? (
              <RowIcon label={deleteLabel(row)} icon={IconTrash} isActive={isActive} onClick={() => onDelete(row)} />
            ) : null}
          </div>
          {buttonsOf(row, isActive)}
        </div>
      );
      return [{ ...name, cell }];
    }
    const buttons = controlsColumn<Row>({
      id: 'actions',
      hint: 'Actions',
      width: `${actionsWidth}px`,
      cell: buttonsOf,
    });
    return [{ ...name, cell: entryName }, buttons];
  }, [isStacked, isFull, idOf, nameOf, detailOf, pageOf, actions, onDelete, actionsWidth, selectedId]);
  const rowKey = useCallback((row: Row) => String(idOf(row)), [idOf]);
  return (
    <DataTable
      label={label}
      rows={rows}
      columns={columns}
      rowKey={rowKey}
      rowHeight={isStacked ? STACKED_ROW_PX : ROW_PX}
      minWidth={isStacked ? 0 : 480}
    />
  );
}
