import { NO_VALUE } from '@telltale/domain';
import type { Reading } from '#tile-kit/readings.ts';
import { hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import { doubtOf } from '#tiles/shared/rich-text/property-text.ts';
import classes from './paged-table.module.css';

interface ReadingCellProps {
  reading: Reading;
  decimals: number;
}

/** A value in a table, marked and explained where it is in doubt. */
export function ReadingCell({ reading, decimals }: ReadingCellProps) {
  if (reading.state === 'missing') return <span className={classes.dim}>Cannot find data item</span>;
  if (reading.state !== 'ok') return <span className={classes.dim}>{NO_VALUE}</span>;
  const doubt = hasValue(reading) ? doubtOf(reading) : undefined;
  const text = valueText(reading, decimals);
  if (doubt === undefined) return <span className={classes.figure}>{text}</span>;
  return (
    <span className={classes.figure} data-doubt={doubt.kind} title={doubt.words}>
      {text}
      <span className="tt-visually-hidden"> ({doubt.words})</span>
    </span>
  );
}

/** What a value sorts by and is exported as: a number, a text, or nothing. */
export function sortableValue(reading: Reading): string | number | null {
  if (reading.state !== 'ok') return null;
  return reading.isString ? reading.stringValue : reading.value;
}
