import type { alarmHealth } from '@telltale/contract';
import type { CSSProperties } from 'react';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { shareText } from './figures.ts';
import classes from './health.module.css';

/** How many alarms there were of each severity. */
export function Priorities({ of }: { of: alarmHealth.AlarmFigures['priorities'] }) {
  const palette = usePalette();
  const all = of.reduce((sum, { alarms }) => sum + alarms, 0);
  return (
    <figure className={classes.priorities}>
      <figcaption className={classes.caption}>By severity</figcaption>
      <ul>
        {of.map(({ severity, alarms }) => (
          <li key={severity}>
            <span>{severity}</span>
            <span
              className={classes.share}
              style={{ '--severity': severityFill(palette, severity), '--share': alarms / all } as CSSProperties}
            />
            <span>
              {alarms.toLocaleString('en')} · {shareText(alarms / all)}
            </span>
          </li>
        ))}
      </ul>
    </figure>
  );
}
