import type { calendar } from '@telltale/contract';
import { counterWords } from '@telltale/domain/field/parts/counter-words.ts';
import { formatTimeOfDay } from '@telltale/domain/format/time.ts';
import { type KeyboardEvent, useRef } from 'react';
import { pressKey } from '#ui/keys.ts';
import classes from './agenda.module.css';
import { type Day, dayTitle } from './calendar-days.ts';
import { isOverdue, statusOf } from './calendar-words.ts';

interface AgendaProps {
  /** Those that have maintenance, in order. */
  days: readonly (readonly [Day, readonly calendar.MaintenanceEntry[]])[];
  today: Day;
  nowMs: number;
  zone: string;
  isNamed: boolean;
  openId: number | undefined;
  onOpen: (eventId: number) => void;
  /** Undefined where the days stand below a month. */
  onMonth?: (months: 1 | -1) => void;
}

/** Maintenance as a list, day by day; arrows lead from one to the next. */
export function Agenda({ days, today, nowMs, zone, isNamed, openId, onOpen, onMonth }: AgendaProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('button') ?? [])];
    const at = rows.indexOf(event.currentTarget);
    pressKey(event, {
      ArrowDown: () => rows[at + 1]?.focus(),
      ArrowUp: () => rows[at - 1]?.focus(),
      PageUp: onMonth && (() => onMonth(-1)),
      PageDown: onMonth && (() => onMonth(1)),
    });
  };
  return (
    <div ref={list} className={classes.agenda}>
      {days.map(([day, entries]) => (
        <section key={day} aria-label={dayTitle(day)}>
          <h2 className={classes.day} data-today={day === today || undefined}>
            {dayTitle(day)}
            {day === today ? <span> Today</span> : null}
          </h2>
          <ul>
            {entries.map((entry) => {
              const status = statusOf(entry.status);
              const Icon = status?.icon;
              const overdue = isOverdue(entry, nowMs);
              const comment = entry.cause.split('\n').at(-1) ?? '';
              return (
                <li key={entry.eventId}>
                  <button
                    type="button"
                    className={classes.row}
                    data-entry={entry.eventId}
                    data-status={entry.status}
                    aria-current={entry.eventId === openId || undefined}
                    data-forecast={entry.forecast ? true : undefined}
                    onKeyDown={onKeyDown}
                    onClick={() => onOpen(entry.eventId)}
                  >
                    <span className={classes.time}>
                      {formatTimeOfDay(Date.parse(entry.timestamp), zone).slice(0, 5)}
                    </span>
                    <span className={classes.what}>
                      <strong>{entry.type}</strong>
                      {isNamed ? <span> {entry.assetName}</span> : null}
                      {entry.forecast ? <span className={classes.comment}>{counterWords(entry.forecast)}</span> : null}
                      {comment ? <span className={classes.comment}>{comment}</span> : null}
                    </span>
                    <span className={classes.status} data-overdue={overdue || undefined}>
                      {Icon ? <Icon size={15} aria-hidden /> : null}
                      {status?.word}
                      {overdue ? ', overdue' : ''}
                    </span>
                  </button>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}
