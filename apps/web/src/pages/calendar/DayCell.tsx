import { useDroppable } from '@dnd-kit/react';
import { VisuallyHidden } from '@mantine/core';
import type { calendar } from '@telltale/contract';
import { type Day, dayTitle, shortDayTitle } from './calendar-days.ts';
import { isOfPortal } from './calendar-words.ts';
import classes from './day-grid.module.css';
import { EntryChip } from './EntryChip.tsx';

export interface DayCellProps {
  day: Day;
  entries: readonly calendar.MaintenanceEntry[];
  /** So many are named on the day itself. */
  most: number;
  zone: string;
  isNamed: boolean;
  isToday: boolean;
  isActive: boolean;
  /** Of another month than the one that is shown. */
  isOther: boolean;
  openId: number | undefined;
  mayMove: boolean;
  onPick: () => void;
  onOpen: (eventId: number) => void;
  onMore: () => void;
}

/** A day of the calendar with its maintenance. */
export function DayCell(props: DayCellProps) {
  const { day, entries, most, zone, isNamed, isToday, isActive, isOther, openId, mayMove, onPick, onOpen, onMore } =
    props;
  const { ref, isDropTarget } = useDroppable({ id: day });
  const shown = entries.length > most ? entries.slice(0, most - 1) : entries;
  const rest = entries.length - shown.length;
  const count = entries.length === 1 ? '1 maintenance' : `${entries.length === 0 ? 'no' : entries.length} maintenance`;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys of all days are those of the grid
    // biome-ignore lint/a11y/useSemanticElements: the days are no table: each is a place to stand on
    <div
      ref={ref}
      role="gridcell"
      className={classes.day}
      data-day={day}
      data-today={isToday || undefined}
      data-active={isActive || undefined}
      data-other={isOther || undefined}
      data-target={isDropTarget || undefined}
      aria-current={isToday ? 'date' : undefined}
      aria-selected={isActive}
      tabIndex={isActive ? 0 : -1}
      onClick={onPick}
    >
      <VisuallyHidden>{`${dayTitle(day)}, ${count}`}</VisuallyHidden>
      <span className={classes.number} aria-hidden>
        <span className={classes.numberShort}>{Number(day.slice(8))}</span>
        <span className={classes.numberLong}>{shortDayTitle(day)}</span>
      </span>
      <div className={classes.marks} aria-hidden>
        {entries.slice(0, 4).map(({ eventId, status }) => (
          <span key={eventId} data-status={status} />
        ))}
      </div>
      <div className={classes.chips}>
        {shown.map((entry) => (
          <EntryChip
            key={entry.eventId}
            entry={entry}
            zone={zone}
            isNamed={isNamed}
            isOpen={entry.eventId === openId}
            isReached={isActive}
            mayMove={mayMove && !isOfPortal(entry)}
            onOpen={() => onOpen(entry.eventId)}
          />
        ))}
        {rest > 0 ? (
          <button
            type="button"
            className={classes.more}
            tabIndex={isActive ? 0 : -1}
            aria-label={`+${rest} more on ${dayTitle(day)}`}
            onClick={onMore}
          >
            +{rest} more
          </button>
        ) : null}
      </div>
    </div>
  );
}
