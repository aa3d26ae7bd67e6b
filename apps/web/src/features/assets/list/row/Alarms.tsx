import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import classes from '../../assets.module.css';
import type { AssetRow } from '../asset-list.ts';

interface AlarmsProps extends Pick<AssetRow, 'alarms'> {
  /** Where there is no room for the word; where there is still too little it is cut, and the numbers never are. */
  isBrief?: boolean;
}

/** How many alarms are open, and how bad the worst of them is. */
export function Alarms({ alarms: { count, worst }, isBrief = false }: AlarmsProps) {
  const palette = usePalette();
  if (count === 0) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.alarms} title={`${count} open, worst severity ${worst}`}>
      <span className={classes.alarmMark} style={{ background: severityFill(palette, worst) }} aria-hidden />
      {count} <span className={classes.none}>·</span>{' '}
      <span className={classes.alarmWord}>{isBrief ? 'sev.' : 'severity'}</span>{' '}
      <span className={classes.none}>{worst}</span>
    </span>
  );
}
