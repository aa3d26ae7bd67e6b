import { Accessibility, PointerSensor } from '@dnd-kit/dom';
import { DragDropProvider } from '@dnd-kit/react';
import type { calendar } from '@telltale/contract';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pressKey } from '#ui/keys.ts';
import { type Day, monthTitle, shiftDay, shiftMonth, weekdayName, weekOf } from './calendar-days.ts';
import { isFixed } from './calendar-words.ts';
import { DayCell } from './DayCell.tsx';
import classes from './day-grid.module.css';

interface DayGridProps {
  /** A week, or the weeks of a month. */
  weeks: readonly (readonly Day[])[];
  /** The day that is looked at. */
  day: Day;
  today: Day;
  entriesOf: ReadonlyMap<Day, readonly calendar.MaintenanceEntry[]>;
  zone: string;
  isNamed: boolean;
  openId: number | undefined;
  mayMove: boolean;
  onDay: (day: Day) => void;
  onOpen: (eventId: number) => void;
  /** Undefined: the user may make none. */
  onNew: (() => void) | undefined;
  onMore: (day: Day) => void;
  onMove: (entry: calendar.MaintenanceEntry, to: Day) => void;
}

const MOST_IN_MONTH = 4;

/**
 * Days with their maintenance, as a table of weeks: arrows lead from day to day, Page Up and Page Down to other months, Enter opens
 * what stands on the day, and Shift with an arrow moves the maintenance that has the focus (spec 1 §2).
 */
export function DayGrid(props: DayGridProps) {
  const { weeks, day, today, entriesOf, zone, isNamed, openId, mayMove, onDay, onOpen, onNew, onMore, onMove } = props;
  const grid = useRef<HTMLTableElement>(null);
  /** What takes the focus once it is drawn: a day that was gone to, a maintenance that was moved. */
  const wanted = useRef<string>(undefined);
  const isMonth = weeks.length > 1;
  const entries = entriesOf.get(day) ?? [];

  useEffect(() => {
    if (wanted.current === undefined) return;
    const found = grid.current?.querySelector<HTMLElement>(wanted.current);
    if (!found) return;
    wanted.current = undefined;
    found.focus();
  });

  const goTo = (next: Day) => {
    wanted.current = `[data-day="${next}"]`;
    onDay(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target as HTMLElement;
    const entry = entries.find(({ eventId }) => String(eventId) === focused.dataset.entry);
    const move = (days: number) => {
      if (!entry || !mayMove || isFixed(entry)) return false;
      wanted.current = `[data-entry="${entry.eventId}"]`;
      onMove(entry, shiftDay(day, days));
    };
    const step = (by: 1 | -1) => {
      if (focused.dataset.day !== undefined) return goTo(shiftDay(day, by * 7));
      const within = [...(focused.closest('td')?.querySelectorAll<HTMLElement>('button') ?? [])];
      within[within.indexOf(focused) + by]?.focus();
    };
    const enter = () => {
      if (focused.dataset.day === undefined) return false;
      const [first, second] = entries;
      if (!first) return onNew?.();
      if (!second) return onOpen(first.eventId);
      grid.current?.querySelector<HTMLElement>(`[data-entry="${first.eventId}"]`)?.focus();
    };
    const week = weekOf(day);
    pressKey(event, {
      'Shift+ArrowLeft': () => move(-1),
      'Shift+ArrowRight': () => move(1),
      'Shift+ArrowUp': () => move(-7),
      'Shift+ArrowDown': () => move(7),
      ArrowLeft: () => goTo(shiftDay(day, -1)),
      ArrowRight: () => goTo(shiftDay(day, 1)),
      ArrowUp: () => step(-1),
      ArrowDown: () => step(1),
      Home: () => goTo(week[0] ?? day),
      End: () => goTo(week[6] ?? day),
      PageUp: () => goTo(isMonth ? shiftMonth(day, -1) : shiftDay(day, -7)),
      PageDown: () => goTo(isMonth ? shiftMonth(day, 1) : shiftDay(day, 7)),
      Enter: enter,
    });
  };

  return (
    <DragDropProvider
      // The days and what stands on them have roles and keys of their own.
      plugins={(plugins) => plugins.filter((plugin) => plugin !== Accessibility)}
      sensors={[PointerSensor]}
      onDragEnd={({ operation: { source, target }, canceled }) => {
        const to = target?.id;
        if (canceled || typeof to !== 'string') return;
        for (const [from, list] of entriesOf) {
          const moved = list.find(({ eventId }) => eventId === source?.id);
          if (moved && from !== to) onMove(moved, to);
        }
      }}
    >
      <table ref={grid} aria-label={monthTitle(day)} className={classes.grid} data-weeks={weeks.length}>
        <thead>
          <tr className={classes.weekdays}>
            {weeks[0]?.map((one) => (
              <th key={one} scope="col" aria-label={weekdayName(one)}>
                {weekdayName(one).slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown}>
          {weeks.map((week) => (
            <tr key={week[0]} className={classes.week}>
              {week.map((one) => (
                <DayCell
                  key={one}
                  day={one}
                  entries={entriesOf.get(one) ?? []}
                  most={isMonth ? MOST_IN_MONTH : Number.POSITIVE_INFINITY}
                  zone={zone}
                  isNamed={isNamed}
                  isToday={one === today}
                  isActive={one === day}
                  isOther={isMonth && one.slice(0, 7) !== day.slice(0, 7)}
                  openId={openId}
                  mayMove={mayMove}
                  onPick={() => {
                    if (one !== day) onDay(one);
                  }}
                  onOpen={onOpen}
                  onMore={() => onMore(one)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </DragDropProvider>
  );
}
