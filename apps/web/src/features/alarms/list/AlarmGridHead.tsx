import { Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { alarmLists } from '@telltale/contract';
import type { ListAddress } from '../alarm-address.ts';
import type { AlarmColumn } from './alarm-columns.tsx';
import classes from './alarm-grid.module.css';
import type { AlarmSelection } from './use-selection.ts';

interface AlarmGridHeadProps {
  address: ListAddress;
  columns: readonly AlarmColumn[];
  selection: AlarmSelection;
  onSort: (sort: alarmLists.AlarmSort) => void;
  onSelectAll: () => void;
}

/** The names of the columns, with the order as an arrow and for screen readers. */
export function AlarmGridHead({ address, columns, selection, onSort, onSelectAll }: AlarmGridHeadProps) {
  const { sort, direction } = address;
  return (
    <tr aria-rowindex={1} className={classes.head}>
      <th scope="col" className={classes.box}>
        <Checkbox
          size="xs"
          aria-label="Select all"
          checked={selection.size > 0}
          indeterminate={selection.size > 0}
          onChange={() => (selection.size > 0 ? selection.clear() : onSelectAll())}
        />
      </th>
      {columns.map(({ id, header, sort: by }) => {
        const isSorted = by !== undefined && by === sort;
        const said = isSorted ? ({ 'aria-sort': direction === 'asc' ? 'ascending' : 'descending' } as const) : {};
        return (
          <th key={id} scope="col" {...said}>
            {by === undefined ? (
              header
            ) : (
              <button type="button" className={classes.sort} onClick={() => onSort(by)}>
                {header}
                {isSorted ? (
                  direction === 'desc' ? (
                    <IconArrowDown size={13} aria-hidden />
                  ) : (
                    <IconArrowUp size={13} aria-hidden />
                  )
                ) : null}
              </button>
            )}
          </th>
        );
      })}
    </tr>
  );
}
