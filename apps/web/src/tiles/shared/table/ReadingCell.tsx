import type { BandName } from '@telltale/contract';
import { NO_VALUE } from '@telltale/domain';
import type { CSSProperties } from 'react';
import type { Reading } from '#readings/readings.ts';
import { severityText, usePalette } from '#tile-kit/portal/use-palette.ts';
import { whyOf } from '#tile-kit/readings/why-mark.ts';
import { type Doubt, doubtOf } from '#tiles/shared/reading/doubt.ts';
import { Figure } from '#tiles/shared/reading/Figure.tsx';
import { BAND_WORDS, bandNameOf } from '#tiles/shared/reading/use-band.ts';
import { hasValue, isFigures, valueText } from '#tiles/shared/reading/value-text.ts';
import { type LiveRow, useRowText } from './live-row.ts';
import classes from './reading-cell.module.css';

interface ReadingCellProps {
  row: LiveRow;
  decimals: number | null;
}

interface Shown {
  text: string;
  isDim?: boolean;
  doubt?: Doubt | undefined;
  band?: BandName | undefined;
  severity?: number | undefined;
}

/** A value in a table, marked and explained where it is in doubt. */
export function ReadingCell(props: ReadingCellProps) {
  return (
    <span {...whyOf(props.row.item)}>
      <CellValue {...props} />
    </span>
  );
}

function CellValue({ row, decimals }: ReadingCellProps) {
  const key = useRowText(row, (reading) => JSON.stringify(shownOf(reading, decimals)));
  const { text, isDim = false, doubt, band, severity = 0 } = JSON.parse(key) as Shown;
  const color = severityText(usePalette(), severity);
  if (text === WAITING) return <span className={classes.waiting} />;
  if (isDim) {
    return (
      <span className={classes.dim} title={text === NO_VALUE ? undefined : text}>
        {text}
      </span>
    );
  }
  const figure = <Figure text={text} doubt={doubt} />;
  if (band === undefined) return <span {...fitted(text, 0)}>{figure}</span>;
  const { word, sign } = BAND_WORDS[band];
  return (
    <span {...fitted(text, SIGN)} style={{ color, ...fitted(text, SIGN).style }} title={word}>
      <span aria-hidden="true">{sign} </span>
      {figure}
      <span className="tt-visually-hidden"> ({word.toLowerCase()})</span>
    </span>
  );
}

/** So many figures fit the column as large as the table's other texts, and so many at the smallest size that can be read. */
const ROOM = 12;
const LONGEST_LINE = 18;
/** The sign of a band and the space after it, in figures. */
const SIGN = 2;

/** A number with more figures than there is room for is written smaller, and on two lines: half a number is another one. */
function fitted(text: string, before: number): { className?: string | undefined; style?: CSSProperties } {
  const length = text.length + before;
  if (!isFigures(text) || length <= ROOM) return {};
  const style = { fontSize: `${(ROOM / Math.min(length, LONGEST_LINE)).toFixed(2)}em` };
  return length > LONGEST_LINE ? { className: classes.long, style } : { style };
}

/** Not a text that a device may send. */
const WAITING = '\u0000waiting';

function shownOf(reading: Reading, decimals: number | null): Shown {
  if (reading.state === 'waiting') return { text: WAITING };
  if (reading.state === 'missing') return { text: 'Cannot find data item', isDim: true };
  if (reading.state !== 'ok') return { text: NO_VALUE, isDim: true };
  const band = bandNameOf(reading);
  const severity = band && reading.display.bands[band]?.severity;
  return {
    text: valueText(reading, decimals),
    doubt: hasValue(reading) ? doubtOf(reading) : undefined,
    band,
    severity,
  };
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
