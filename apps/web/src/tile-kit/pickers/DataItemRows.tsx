import { Checkbox } from '@mantine/core';
import { IconCheck, IconChevronRight, IconFolder } from '@tabler/icons-react';
import { formatNumber, NO_VALUE } from '@telltale/domain';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { Reading } from '#readings/readings.ts';
import { CalculatedBadge } from '#ui/CalculatedBadge.tsx';
import { useReadings } from '../readings/use-reading.ts';
import { type DataItemOption, selectionKey } from './data-item-options.ts';
import classes from './data-item-picker.module.css';

export type PickerRow =
  | { kind: 'slot'; slotId: number; name: string }
  | { kind: 'dataItem'; option: DataItemOption; isChosen: boolean; hasTrail: boolean };

interface DataItemRowsProps {
  id: string;
  rows: readonly PickerRow[];
  activeIndex: number;
  isMultiple: boolean;
  onActivate: (index: number) => void;
  onChoose: (row: PickerRow) => void;
}

const ROW_PX = 32;
const LIST_PX = 320;
const OVERSCAN = 4;

/** Id of a row's element, for `aria-activedescendant`. */
export function rowId(listId: string, index: number): string {
  return `${listId}-${index}`;
}

/**
 * The rows of a picker. Only those in sight exist, and only they read live values: an asset may have 1,000 data items.
 */
export function DataItemRows({ id, rows, activeIndex, isMultiple, onActivate, onChoose }: DataItemRowsProps) {
  const listRef = useRef<HTMLDivElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  const first = Math.max(0, Math.floor(scrollTop / ROW_PX) - OVERSCAN);
  const last = Math.min(rows.length, Math.ceil((scrollTop + LIST_PX) / ROW_PX) + OVERSCAN);
  const shown = rows.slice(first, last);
  const readings = useReadings(
    shown.map((row) => (row.kind === 'dataItem' ? row.option.selection : { slotPath: [], dataItem: null })),
  );

  useLayoutEffect(() => {
    const list = listRef.current;
    if (list === null) return;
    const top = activeIndex * ROW_PX;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + ROW_PX > list.scrollTop + LIST_PX) list.scrollTop = top + ROW_PX - LIST_PX;
  }, [activeIndex]);

  return (
    <div
      ref={listRef}
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label="Data items"
      aria-multiselectable={isMultiple}
      className={classes.list}
      style={{ height: Math.min(LIST_PX, Math.max(1, rows.length) * ROW_PX) }}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
    >
      <div style={{ height: rows.length * ROW_PX, position: 'relative' }}>
        {shown.map((row, offset) => {
          const index = first + offset;
          return (
            // biome-ignore lint/a11y/useFocusableInteractive: the search field keeps the focus and names the active row
            // biome-ignore lint/a11y/useKeyWithClickEvents: the search field takes the keys
            <div
              key={row.kind === 'slot' ? `slot-${row.slotId}` : selectionKey(row.option.selection)}
              id={rowId(id, index)}
              role="option"
              aria-selected={row.kind === 'dataItem' ? row.isChosen : index === activeIndex}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              data-active={index === activeIndex}
              className={classes.row}
              style={{ top: index * ROW_PX, height: ROW_PX }}
              onMouseMove={() => onActivate(index)}
              onClick={() => onChoose(row)}
            >
              {row.kind === 'slot' ? (
                <SlotRow name={row.name} />
              ) : (
                <DataItemRow row={row} reading={readings[offset]} isMultiple={isMultiple} />
              )}
            </div>
          );
        })}
      </div>
      {rows.length === 0 ? <p className={classes.empty}>No data item matches.</p> : null}
    </div>
  );
}

function SlotRow({ name }: { name: string }): ReactNode {
  return (
    <>
      <IconFolder size={16} className={classes.mark} />
      <span className={classes.name}>{name}</span>
      <IconChevronRight size={16} className={classes.mark} />
    </>
  );
}

interface DataItemRowProps {
  row: PickerRow & { kind: 'dataItem' };
  reading: Reading | undefined;
  isMultiple: boolean;
}

function DataItemRow({ row, reading, isMultiple }: DataItemRowProps): ReactNode {
  const { option, isChosen, hasTrail } = row;
  const name = reading?.name || option.name;
  return (
    <>
      {isMultiple ? (
        <Checkbox.Indicator size="xs" checked={isChosen} />
      ) : (
        <IconCheck size={16} className={classes.mark} visibility={isChosen ? 'visible' : 'hidden'} />
      )}
      <span className={classes.name} title={option.label}>
        {!hasTrail || option.trail.length === 0 ? null : (
          <span className={classes.trail}>{option.trail.join(' › ')} › </span>
        )}
        {name}
        {option.isCalculated ? <CalculatedBadge /> : null}
      </span>
      <span className={classes.live}>{liveText(reading)}</span>
      <span className={classes.unit}>{reading?.unit}</span>
    </>
  );
}

function liveText(reading: Reading | undefined): string {
  if (reading === undefined || reading.state !== 'ok') return '';
  return reading.isString
    ? (reading.stringValue ?? NO_VALUE)
    : formatNumber(reading.value, reading.display.decimals ?? undefined);
}
