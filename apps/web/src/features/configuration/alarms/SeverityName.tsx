import type { CSSProperties } from 'react';
import { severityFill } from '#theme/severity.ts';
import { usePalette } from '#theme/use-palette.ts';
import { severityWord } from '#ui/alarms/severity-word.ts';
import classes from './alarms.module.css';

/** A severity in its colour, as a word and its number. */
export function SeverityName({ severity }: { severity: number }) {
  const palette = usePalette();
  const style = { '--severity': severityFill(palette, severity) } as CSSProperties;
  return (
    <span className={classes.severity} style={style}>
      {severityWord(severity)} <span className={classes.severityNumber}>{severity}</span>
    </span>
  );
}
