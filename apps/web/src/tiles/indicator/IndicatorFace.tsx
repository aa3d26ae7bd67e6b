import type { CSSProperties, ReactNode } from 'react';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { fitTitle } from '#tiles/shared/head/fit-title.ts';
import classes from './indicator.module.css';
import { fitValue } from './value-fit.ts';

interface IndicatorFaceProps {
  size: TileSize;
  label: string;
  text: string;
  /** Stands for it where it would be too small to read. */
  brief: string;
  unit: string;
  /** Written under the value when the settings ask for it: the longest way that has room, of these. */
  timestamp: readonly string[] | null;
  labelColor: string;
  valueColor: string;
  backgroundColor: string;
  isBusy: boolean;
  isDoubtful: boolean;
  marks: ReactNode;
}

const PADDING = 8;
/** Below this height the row for marks lies over the value, and nothing else is written. */
const LOW_PX = 72;

/** One value as large as the tile allows: props in, markup out. */
export function IndicatorFace(props: IndicatorFaceProps) {
  const { size, label, text, brief, unit, timestamp, labelColor, valueColor, backgroundColor, isBusy } = props;
  const inner = { width: Math.max(0, size.width - 2 * PADDING), height: Math.max(0, size.height - 2 * PADDING) };
  const isLow = size.height < LOW_PX;
  const lines = (isLow ? 0 : 1) + (timestamp === null ? 0 : 1);
  const whole = fitValue(inner, text, unit, lines);
  const drawn = whole.isTight ? brief : text;
  const fit = drawn === text ? whole : fitValue(inner, drawn, unit, lines);
  const colour = (stored: string) => (stored === '' ? {} : { color: stored });
  return (
    <div
      className={classes.indicator}
      style={backgroundColor === '' ? {} : ({ '--painted': backgroundColor } as CSSProperties)}
      data-low={isLow}
      data-painted={backgroundColor !== ''}
      aria-busy={isBusy}
    >
      <div
        className={classes.label}
        style={{ fontSize: fitTitle(label, fit.labelPx, inner.width), ...colour(labelColor) }}
        title={label}
      >
        {label}
      </div>
      <div
        className={classes.reading}
        data-doubtful={props.isDoubtful}
        data-wrapped={fit.isWrapped}
        style={{ fontSize: fit.valuePx, ...colour(valueColor) }}
      >
        {isBusy ? (
          <span className={classes.waiting} />
        ) : (
          <span className={classes.line}>
            <span className={classes.value} style={fit.isWrapped ? { WebkitLineClamp: fit.lines } : {}} title={text}>
              {drawn}
            </span>
            {unit === '' ? null : (
              <span className={classes.unit} style={{ fontSize: fit.unitPx }}>
                {unit}
              </span>
            )}
          </span>
        )}
      </div>
      {timestamp === null ? null : (
        <div className={classes.timestamp} title={timestamp[0]}>
          {longestThatFits(timestamp, inner.width)}
        </div>
      )}
      <div className={classes.marks}>{props.marks}</div>
    </div>
  );
}

/** Mean width of a character of the timestamp, pixels. */
const TIME_CHARACTER_PX = 6.5;

/** A date that is cut off at its front reads as another one: it is written shorter instead. */
function longestThatFits(ways: readonly string[], width: number): string {
  return ways.find((way) => way.length * TIME_CHARACTER_PX <= width) ?? ways.at(-1) ?? '';
}
