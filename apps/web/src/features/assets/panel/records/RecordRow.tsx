import { formatDateTime, zoneName } from '@telltale/domain/format/time.ts';
import type { ReactNode } from 'react';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from './records.module.css';

interface RecordRowProps {
  /** What stands before it as a mark of its kind. */
  mark?: ReactNode;
  title: string;
  /** What is said of it in a line or several. */
  children?: ReactNode;
  /** When it was, ISO. */
  time: string;
  actions?: ReactNode;
}

/** One record of a list: what it is, when it was, and what can be done with it. */
export function RecordRow({ mark, title, children, time, actions }: RecordRowProps) {
  const zone = useOwnZone();
  const timeMs = Date.parse(time);
  return (
    <li className={classes.record}>
      <span className={classes.mark}>{mark}</span>
      <div className={classes.text}>
        <span className={classes.title}>{title}</span>
        {children}
      </div>
      <time className={classes.time} dateTime={time} title={zoneName(timeMs, zone)}>
        {formatDateTime(timeMs, zone)}
      </time>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </li>
  );
}
