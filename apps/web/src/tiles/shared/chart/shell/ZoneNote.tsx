import { zoneName } from '@telltale/domain';
import { useNow } from '#ui/feedback/use-now.ts';
import classes from './chart.module.css';

/** The time zone in which the chart writes its times. */
export function ZoneNote({ zone }: { zone: string }) {
  return (
    <span className={classes.zone} title={`Times are shown in ${zone}`}>
      {zoneName(useNow(), zone)}
    </span>
  );
}
