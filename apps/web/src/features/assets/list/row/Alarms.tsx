import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import classes from '../../assets.module.css';
import type { AssetRow } from '../asset-list.ts';

/** How many alarms are open, and how bad the worst of them is. */
export function Alarms({ alarms: { count, worst } }: Pick<AssetRow, 'alarms'>) {
  const palette = usePalette();
  if (count === 0) return <span className={classes.none}>–</span>;
  return (
    <span className={classes.alarms} title={`${count} open, worst severity ${worst}`}>
      <span className={classes.alarmMark} style={{ background: severityFill(palette, worst) }} aria-hidden />
      {count}
      <span className={classes.none}> · severity {worst}</span>
    </span>
  );
}
