import type { CSSProperties, ReactNode } from 'react';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import classes from './health.module.css';

interface Column {
  name: string;
  /** A column of figures, aligned at their ends; a wide one is left out on a phone. */
  figures?: 'narrow' | 'wide';
}

/** A table of figures, one row for each alarm or flood. */
export function HealthTable({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ name, figures }) => (
            <th
              key={name}
              scope="col"
              className={figures && classes.number}
              data-wide={figures === 'wide' ? true : undefined}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A figure in its column; a count is written with its thousands apart. */
export function FigureCell({ isWide, children }: { isWide?: boolean; children: number | string }) {
  return (
    <td className={classes.number} data-wide={isWide}>
      {typeof children === 'number' ? children.toLocaleString('en') : children}
    </td>
  );
}

/** The colour of a severity, beside words that say what it belongs to. */
export function SeverityMark({ severity }: { severity: number }) {
  const palette = usePalette();
  const style = { '--severity': severityFill(palette, severity) } as CSSProperties;
  return <span className={classes.mark} style={style} aria-hidden />;
}
