import { formatBriefly, formatNumber, type HourCell, hoursBetween } from '@telltale/domain';
import { hourMark } from '#tiles/shared/hourly/hour-mark.ts';
import type { HourlySettings } from '#tiles/shared/hourly/hourly-settings.ts';
import classes from './heat-table.module.css';
import { rangeOf, shadeOf } from './shades.ts';

interface HeatTableProps {
  settings: Pick<HourlySettings, 'color' | 'start' | 'stop' | 'title'>;
  /** Of the tile, pixels. */
  width: number;
  cells: readonly HourCell[];
  unit: string;
}

/** Of one figure at most, and of the space around a number. */
const FIGURE_WIDTH = 6.5;
const AROUND_NUMBER = 6;
const DAY_WIDTH = 82;
/** Of a day without its year, where the hours would have nothing left. */
const SHORT_DAY_WIDTH = 38;
const SHORT_DAY = 'MM-DD';
const NARROW = 170;
/** Left and right of the table. */
const AROUND_TABLE = 24;
/** An hour of two digits, with the gap to the next. */
const HOUR_WIDTH = 18;
/** From the middle of an hour to its end. */
const HALF_HOUR_WIDTH = 7;

/** A table whose cells are shaded by their value; the numbers are written where there is room, and always read out. */
export function HeatTable({ settings, width, cells, unit }: HeatTableProps) {
  const hours = hoursBetween(settings.start, settings.stop);
  const days = [...new Set(cells.map(({ day }) => day))].reverse();
  const byPlace = new Map(cells.map((cell) => [`${cell.day} ${cell.hour}`, cell]));
  const range = rangeOf(cells.map(({ mean }) => mean));
  const isNarrow = width < NARROW;
  const dayWidth = isNarrow ? SHORT_DAY_WIDTH : DAY_WIDTH;
  const cellWidth = (width - AROUND_TABLE - dayWidth) / hours.length;
  const figures = Math.max(0, ...cells.map(({ mean }) => formatBriefly(mean).length));
  const hasRoom = cellWidth >= figures * FIGURE_WIDTH + AROUND_NUMBER;
  // Every second or third where they would run into each other; all of them are read out.
  const everyNth = Math.max(1, Math.ceil(HOUR_WIDTH / cellWidth));
  const isWritten = (index: number) =>
    index % everyNth === 0 && (hours.length - index - 0.5) * cellWidth >= HALF_HOUR_WIDTH;
  const ends = [formatBriefly(range.min), formatBriefly(range.max)];
  const withUnit = (text: string) => (unit === '' ? text : `${text} ${unit}`);

  return (
    <>
      <table
        className={classes.table}
        data-narrow={isNarrow || undefined}
        style={{ '--heat': settings.color || 'var(--tt-accent)' } as React.CSSProperties}
      >
        <caption className="tt-visually-hidden">Mean of each hour{unit === '' ? '' : ` in ${unit}`}</caption>
        <thead>
          <tr>
            <th scope="col" style={{ width: dayWidth - 2 }}>
              Day
            </th>
            {hours.map((hour, index) => (
              <th key={hour} scope="col" className={classes.hour}>
                <span className={isWritten(index) ? classes.hourText : 'tt-visually-hidden'}>{hour}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day}>
              <th scope="row" title={day} aria-label={isNarrow ? day : undefined}>
                {isNarrow ? day.slice(-SHORT_DAY.length) : day}
              </th>
              {hours.map((hour) => {
                const cell = byPlace.get(`${day} ${hour}`);
                return (
                  <HeatCell key={hour} cell={cell} shade={shadeOf(cell?.mean, range)} hasRoom={hasRoom} unit={unit} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.scale} data-narrow={isNarrow || undefined} aria-hidden="true">
        {withUnit(ends[0] ?? '')}
        <span
          className={classes.ramp}
          style={{ '--heat': settings.color || 'var(--tt-accent)' } as React.CSSProperties}
        />
        {withUnit(ends[1] ?? '')}
      </p>
    </>
  );
}

interface HeatCellProps {
  cell: HourCell | undefined;
  shade: number;
  hasRoom: boolean;
  unit: string;
}

function HeatCell({ cell, shade, hasRoom, unit }: HeatCellProps) {
  if (cell === undefined) return <td className={classes.empty}>{hasRoom ? '' : null}</td>;
  const { day, hour, mean, min, max, count } = cell;
  const title = `${day} ${String(hour).padStart(2, '0')}:00, mean ${formatNumber(mean)} ${unit}, ${formatNumber(min)} to ${formatNumber(max)}, ${count} points`;
  return (
    <td
      className={classes.cell}
      {...hourMark(hour, day)}
      style={{ '--shade': `${Math.round(shade * 100)}%` } as React.CSSProperties}
      title={title}
    >
      <span className={hasRoom ? '' : 'tt-visually-hidden'}>{formatBriefly(mean)}</span>
    </td>
  );
}
