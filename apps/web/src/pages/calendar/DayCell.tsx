import { useDroppable } from '@dnd-kit/react';
import type { calendar } from '@telltale/contract';
import { type Day, dayTitle, shortDayTitle } from './calendar-days.ts';
import { isFixed } from './calendar-words.ts';
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
    <td
      ref={ref}
      className={classes.day}
      data-today={isToday || undefined}
      data-active={isActive || undefined}
      data-other={isOther || undefined}
      data-target={isDropTarget || undefined}
    >
      {/* It fills the day: a press beside what stands there picks it. */}
      <button
        type="button"
        className={classes.pick}
        data-day={day}
        aria-label={`${dayTitle(day)}, ${count}`}
        aria-current={isToday ? 'date' : undefined}
        aria-pressed={isActive}
        tabIndex={isActive ? 0 : -1}
        onClick={onPick}
      >
        <span className={classes.number}>
          <span className={classes.numberShort}>{Number(day.slice(8))}</span>
          <span className={classes.numberLong}>{shortDayTitle(day)}</span>
        </span>
        <span className={classes.marks}>
          {entries.slice(0, 4).map(({ eventId, status }) => (
            <span key={eventId} data-status={status} />
          ))}
        </span>
      </button>
      <div className={classes.chips}>
        {shown.map((entry) => (
          <EntryChip
            key={entry.eventId}
            entry={entry}
            zone={zone}
            isNamed={isNamed}
            isOpen={entry.eventId === openId}
            isReached={isActive}
            mayMove={mayMove && !isFixed(entry)}
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
    </td>
  );
}
