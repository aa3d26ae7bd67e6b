import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { Figure } from './figures.ts';
import { PRIORITY_FORMULA } from './figures.ts';
import classes from './health.module.css';

/** The figures with what they should be, and below them how each is counted. */
export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <section aria-label="The load on operators">
      <ul className={classes.figures}>
        {figures.map(({ label, value, target, isWithin }) => (
          <li key={label} className={classes.figure} data-within={isWithin}>
            <span className={classes.label}>{label}</span>
            <strong className={classes.value}>{value}</strong>
            <span className={classes.target}>
              {isWithin === undefined ? null : isWithin ? (
                <IconCheck size={14} role="img" aria-label="Within the target:" />
              ) : (
                <IconAlertTriangle size={14} role="img" aria-label="Beyond the target:" />
              )}
              {target}
            </span>
          </li>
        ))}
      </ul>
      <details className={classes.formulas}>
        <summary>How these are counted</summary>
        <dl>
          {figures.map(({ label, formula }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formula}</dd>
            </div>
          ))}
          <div>
            <dt>By severity</dt>
            <dd>{PRIORITY_FORMULA}</dd>
          </div>
        </dl>
      </details>
    </section>
  );
}
