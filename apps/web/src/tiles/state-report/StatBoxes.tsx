import { formatNumber } from '@telltale/domain';
import type { JobFigures } from '@telltale/domain/field/kpis.ts';
import classes from './state-report.module.css';

/** What the whole job comes to (spec 1 §2). */
export function StatBoxes({ figures }: { figures: JobFigures }) {
  const boxes: readonly (readonly [label: string, value: number | null, decimals: number])[] = [
    ['Days on Well', figures.daysOnWell, 2],
    ['Current Plug', figures.currentPlug, 0],
    ['Minutes per Plug', figures.minutesPerPlug, 1],
    ['Plugs per Hour', figures.plugsPerHour, 2],
    ['Lateral Feet per Hour', figures.lateralFeetPerHour, 1],
  ];
  return (
    <dl className={classes.boxes}>
      {boxes.map(([label, value, decimals]) => (
        <div key={label} className={classes.box}>
          <dt>{label}</dt>
          <dd>{formatNumber(value, decimals)}</dd>
        </div>
      ))}
    </dl>
  );
}
