import { UnstyledButton } from '@mantine/core';
import type { onCall, UserId } from '@telltale/contract';
import type { Duty } from '@telltale/domain/time/on-call.ts';
import type { CSSProperties } from 'react';
import { barWords, dutyWords, momentWords, peopleOf, weeksOf } from './on-call-words.ts';
import classes from './oncall.module.css';

const COLOURS = 8;

interface WeekGridProps {
  rota: onCall.RotaOfGroup;
  nowMs: number;
  /** Absent: nothing can be changed. */
  onTakeOver?: ((duty: Duty<UserId>) => void) | undefined;
}

/** The next weeks, each a row with the stretches of who is on call. */
export function WeekGrid({ rota, nowMs, onTakeOver }: WeekGridProps) {
  const { zone } = rota;
  const people = peopleOf(rota);
  const placeOf = new Map(rota.members.map(({ userId }, index) => [userId, index]));
  return (
    <ol className={classes.weeks} aria-label="The next weeks">
      {weeksOf(rota, nowMs).map(({ fromMs, toMs, duties }) => (
        <li key={fromMs} className={classes.week}>
          <span className={classes.weekName}>{momentWords(fromMs, zone)}</span>
          <ul className={classes.bar} aria-label={`From ${momentWords(fromMs, zone)} to ${momentWords(toMs, zone)}`}>
            {duties.map((duty) => {
              const words = dutyWords(duty, people, zone);
              const person = people.get(duty.userId);
              const place = (placeOf.get(duty.userId) ?? rota.members.length) % COLOURS;
              const style: CSSProperties = { flexGrow: duty.toMs - duty.fromMs };
              const isNow = duty.fromMs <= nowMs && nowMs < duty.toMs;
              const marks = {
                className: classes.stretch,
                'data-now': isNow,
                'data-gone': person?.isMember !== true,
                style: { '--own': `var(--tt-series-${place + 1})` } as CSSProperties,
                title: words,
              };
              const text = barWords(duty, people);
              return (
                <li key={duty.fromMs} style={style} className={classes.item}>
                  {onTakeOver ? (
                    <UnstyledButton
                      {...marks}
                      className={classes.stretch ?? ''}
                      disabled={duty.toMs <= nowMs}
                      onClick={() => onTakeOver(duty)}
                    >
                      <span aria-hidden>{text}</span>
                      <span className={classes.spoken}>{words}. Have somebody else take over</span>
                    </UnstyledButton>
                  ) : (
                    <span {...marks}>
                      <span aria-hidden>{text}</span>
                      <span className={classes.spoken}>{words}</span>
                    </span>
                  )}
                </li>
              );
            })}
          </ul>
        </li>
      ))}
    </ol>
  );
}
