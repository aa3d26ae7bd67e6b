import { useDraggable } from '@dnd-kit/react';
import type { calendar } from '@telltale/contract';
import { counterWords } from '@telltale/domain/field/parts/counter-words.ts';
import { formatTimeOfDay } from '@telltale/domain/format/time.ts';
import { statusOf } from './calendar-words.ts';
import classes from './day-grid.module.css';

interface EntryChipProps {
  entry: calendar.MaintenanceEntry;
  zone: string;
  /** Of all assets: each says of which it is. */
  isNamed: boolean;
  isOpen: boolean;
  /** Whether Tab stops here: on the day that the keyboard stands on. */
  isReached: boolean;
  mayMove: boolean;
  onOpen: () => void;
}

/** A maintenance on its day: opened by a press, moved to another day by dragging. */
export function EntryChip({ entry, zone, isNamed, isOpen, isReached, mayMove, onOpen }: EntryChipProps) {
  const { ref, isDragSource } = useDraggable({ id: entry.eventId, disabled: !mayMove });
  const status = statusOf(entry.status);
  const Icon = status?.icon;
  const time = formatTimeOfDay(Date.parse(entry.timestamp), zone).slice(0, 5);
  const word = entry.forecast ? `${status?.word}, forecast` : status?.word;
  const of = isNamed ? ` ${entry.assetName}` : '';
  return (
    <button
      ref={ref}
      type="button"
      className={classes.chip}
      data-entry={entry.eventId}
      data-status={entry.status}
      data-dragged={isDragSource || undefined}
      data-forecast={entry.forecast ? true : undefined}
      aria-current={isOpen || undefined}
      aria-label={`${time} ${entry.type}${of}, ${word}`}
      title={`${time} ${entry.type}${of}: ${word}${entry.forecast ? `. ${counterWords(entry.forecast)}` : ''}`}
      tabIndex={isReached ? 0 : -1}
      onClick={onOpen}
    >
      {Icon ? <Icon size={13} aria-hidden /> : null}
      <span className={classes.chipText}>
        <span className={classes.chipTime}>{time}</span> {entry.type}
        {isNamed ? <span className={classes.chipAsset}> {entry.assetName}</span> : null}
      </span>
    </button>
  );
}
