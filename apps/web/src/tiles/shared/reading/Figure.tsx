import type { Doubt } from './doubt.ts';
import classes from './figure.module.css';

interface FigureProps {
  text: string;
  doubt: Doubt | undefined;
}

/** A value among other text, marked and explained where it is in doubt. */
export function Figure({ text, doubt }: FigureProps) {
  if (doubt === undefined) return <span className={classes.figure}>{text}</span>;
  return (
    <span className={classes.figure} data-doubt={doubt.kind} title={doubt.words}>
      {text}
      <span className="tt-visually-hidden"> ({doubt.words})</span>
    </span>
  );
}
