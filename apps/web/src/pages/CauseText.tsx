import type { alarms } from '@telltale/contract';
import classes from './cause-text.module.css';
import { useCauseText } from './use-cause-text.ts';

/**
 * The cause of an alarm in a line of its own, in full where the pointer rests. Where there is no room for all of it, the
 * condition gives way, and what made it true stays.
 */
export function CauseText({ alarm }: { alarm: Pick<alarms.Alarm, 'cause' | 'causeNumbers'> }) {
  const text = useCauseText()(alarm);
  const numbersAt = text.lastIndexOf(' (');
  if (numbersAt < 1) return <span title={text}>{text || '–'}</span>;
  return (
    <span className={classes.cause} title={text}>
      <span>{text.slice(0, numbersAt)}</span>
      <span>{text.slice(numbersAt)}</span>
    </span>
  );
}
