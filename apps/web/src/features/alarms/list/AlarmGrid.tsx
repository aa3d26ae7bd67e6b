import { Checkbox } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { alarmLists } from '@telltale/contract';
import { type CSSProperties, useEffect, useRef } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { useLayoutSize } from '#ui/layout-size.ts';
import type { ListAddress } from '../alarm-address.ts';
import { FloodLine } from '../floods/FloodLine.tsx';
import type { Floods } from '../floods/use-floods.ts';
import { AlarmGridHead } from './AlarmGridHead.tsx';
import { AlarmLine } from './AlarmLine.tsx';
import type { AlarmColumn } from './alarm-columns.tsx';
import classes from './alarm-grid.module.css';
import { keyOf } from './alarm-key.ts';
import type { ActiveRow } from './use-active-row.ts';
import type { AlarmRows } from './use-alarm-rows.ts';
import type { AlarmSelection } from './use-selection.ts';

const ROW_PX = 36;
const PHONE_ROW_PX = 72;
/** Below an alarm of a flood stands why it is there. */
const WHY_PX = 22;

/** Of a key press of the browser or of React. */
type Press = Pick<KeyboardEvent, 'key' | 'target' | 'preventDefault'>;

interface AlarmGridProps {
  address: ListAddress;
  rows: AlarmRows;
  columns: readonly AlarmColumn[];
  active: ActiveRow;
  selection: AlarmSelection;
  floods: Floods;
  onSort: (sort: alarmLists.AlarmSort) => void;
  onSelectAll: () => void;
  /** Enter on a line. */
  onOpen: (line: alarmLists.ListedAlarm) => void;
  /** A click on a line: what is known of it. */
  onShow: (line: alarmLists.ListedAlarm) => void;
}

/** The lines of the list. Only those in view are there, of however many there are. */
export function AlarmGrid(props: AlarmGridProps) {
  const { rows, columns, active, selection, floods, onOpen } = props;
  const zone = useOwnZone();
  const isPhone = useLayoutSize() === 'xxs';
  const height = isPhone ? PHONE_ROW_PX : ROW_PX;
  const heightOf = (line: alarmLists.ListedAlarm | undefined) => height + (line?.floodPlace ? WHY_PX : 0);
  const scroller = useRef<HTMLDivElement>(null);
  const count = rows.total ?? 0;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows.rowAt(index)),
    overscan: 6,
  });
  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => rows.look(first, last));
  const heights = items.map(({ index }) => `${index} ${heightOf(rows.rowAt(index))}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows of another height are measured anew
  useEffect(() => virtualizer.measure(), [heights, virtualizer]);

  const { index: activeIndex } = active;
  const shown = useRef(activeIndex);
  useEffect(() => {
    if (shown.current === activeIndex) return;
    shown.current = activeIndex;
    virtualizer.scrollToIndex(activeIndex);
    const held = document.activeElement;
    if (held === document.body || scroller.current?.contains(held)) {
      scroller.current?.querySelector<HTMLElement>(`[data-index="${activeIndex}"]`)?.focus({ preventScroll: true });
    }
  }, [activeIndex, virtualizer]);

  const press = (event: Press) => {
    const { target } = event;
    const isOnLine = target === document.body || (target instanceof Element && target.tagName === 'TR');
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 }[event.key];
    const line = rows.rowAt(activeIndex);
    if (step !== undefined) active.goTo(activeIndex + step);
    else if (event.key === 'Home') active.goTo(0);
    else if (event.key === 'End') active.goTo(count - 1);
    else if (event.key === ' ' && isOnLine && line) floods.select(line);
    else if (event.key === 'Enter' && isOnLine && line) {
      if (line.flood) floods.toggle(line.flood);
      else onOpen(line);
    } else if (event.key === 'ArrowRight' && line?.flood?.isOpened === false) floods.toggle(line.flood);
    else if (event.key === 'ArrowLeft' && line?.flood?.isOpened) floods.toggle(line.flood);
    else if (event.key === 'ArrowLeft' && line?.floodPlace) active.goTo(placeOfFlood(rows, activeIndex));
    else return;
    event.preventDefault();
  };

  useFreeKeys(press);
  const template = ['36px', ...columns.map(({ width }) => width)].join(' ');
  return (
    <div className={classes.scroller} ref={scroller} data-stale={rows.isStale}>
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table whose rows take the focus
        role="grid"
        aria-label="Alarms"
        aria-rowcount={count + 1}
        aria-multiselectable="true"
        className={classes.grid}
        style={{ '--columns': template } as CSSProperties}
        onKeyDown={press}
      >
        <thead>
          <AlarmGridHead {...props} />
        </thead>
        <tbody style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const line = rows.rowAt(index);
            if (line?.flood) {
              return (
                <FloodLine
                  key={keyOf(line)}
                  line={line}
                  flood={line.flood}
                  index={index}
                  top={start}
                  height={height}
                  columns={columns.length}
                  isActive={index === activeIndex}
                  chosen={floods.chosen(line.flood)}
                  onFocus={() => active.goTo(index)}
                  onToggle={floods.toggle}
                  onSelect={floods.select}
                />
              );
            }
            return (
              <AlarmLine
                key={line ? keyOf(line) : `line ${index}`}
                line={line}
                index={index}
                top={start}
                height={heightOf(line)}
                columns={columns}
                zone={zone}
                isActive={index === activeIndex}
                isSelected={line !== undefined && selection.has(line)}
                onFocus={() => active.goTo(index)}
                onShow={props.onShow}
                box={
                  line ? (
                    <Checkbox
                      size="xs"
                      tabIndex={-1}
                      aria-label={`Select ${line.name} of ${line.assetName}`}
                      checked={selection.has(line)}
                      onChange={() => selection.toggle(line)}
                    />
                  ) : null
                }
              />
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Keys are the list's as long as nothing else has the focus: the line that they act on is marked from the beginning. */
function useFreeKeys(press: (event: Press) => void): void {
  const latest = useRef(press);
  useEffect(() => {
    latest.current = press;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      if (target === document.body && !ctrlKey && !metaKey && !altKey) latest.current(event);
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Where the row of the flood stands that the alarm at a place belongs to; the place itself where that is not known. */
function placeOfFlood(rows: AlarmRows, index: number): number {
  const floodId = rows.rowAt(index)?.floodPlace?.floodId;
  for (let place = index - 1; place >= 0; place--) {
    const line = rows.rowAt(place);
    if (line === undefined) break;
    if (line.flood?.floodId === floodId) return place;
  }
  return index;
}
