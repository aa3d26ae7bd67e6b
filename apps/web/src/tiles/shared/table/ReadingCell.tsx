import { NO_VALUE } from '@telltale/domain';
import type { Reading } from '#tile-kit/readings.ts';
import { type Doubt, doubtOf } from '#tiles/shared/reading/doubt.ts';
import { Figure } from '#tiles/shared/reading/Figure.tsx';
import { hasValue, valueText } from '#tiles/shared/reading/value-text.ts';
import { type LiveRow, useRowText } from './live-row.ts';
import classes from './paged-table.module.css';

interface ReadingCellProps {
  row: LiveRow;
  decimals: number;
}

interface Shown {
  text: string;
  isDim?: boolean;
  doubt?: Doubt | undefined;
}

/** A value in a table, marked and explained where it is in doubt. */
export function ReadingCell({ row, decimals }: ReadingCellProps) {
  const key = useRowText(row, (reading) => JSON.stringify(shownOf(reading, decimals)));
  const { text, isDim = false, doubt } = JSON.parse(key) as Shown;
  if (text === WAITING) return <span className={classes.waiting} />;
  if (isDim) {
    return (
      <span className={classes.dim} title={text === NO_VALUE ? undefined : text}>
        {text}
      </span>
    );
  }
  return <Figure text={text} doubt={doubt} />;
}

/** Not a text that a device may send. */
const WAITING = '\u0000waiting';

function shownOf(reading: Reading, decimals: number): Shown {
  if (reading.state === 'waiting') return { text: WAITING };
  if (reading.state === 'missing') return { text: 'Cannot find data item', isDim: true };
  if (reading.state !== 'ok') return { text: NO_VALUE, isDim: true };
  return { text: valueText(reading, decimals), doubt: hasValue(reading) ? doubtOf(reading) : undefined };
}

interface RowTextProps {
  row: LiveRow;
  show: (reading: Reading) => string;
  /** Stands where there is nothing to show. */
  otherwise?: string;
}

/** A text of a row's reading, as its name or unit. */
export function RowText({ row, show, otherwise = '–' }: RowTextProps) {
  const text = useRowText(row, (reading) => (reading.state === 'waiting' ? WAITING : show(reading)));
  if (text === WAITING) return <span className={classes.waiting} />;
  return text === '' ? <span className={classes.dim}>{otherwise}</span> : text;
}

/** What a value sorts by and is exported as: a number, a text, or nothing. */
export function sortableValue(reading: Reading): string | number | null {
  if (reading.state !== 'ok') return null;
  return reading.isString ? reading.stringValue : reading.value;
}
