import { type Box, boxOf, formatNumber, formatTicks, type HourCell, hoursBetween } from '@telltale/domain';
import type { TileSize } from '#tile-kit/define-tile.ts';
import { hourMark } from '#tiles/shared/hourly/hour-mark.ts';
import type { HourlySettings } from '#tiles/shared/hourly/hourly-settings.ts';
import classes from './box-picture.module.css';
import { roundTicks } from './box-scale.ts';

interface BoxPictureProps {
  settings: Pick<HourlySettings, 'color' | 'start' | 'stop'>;
  size: TileSize;
  cells: readonly HourCell[];
  unit: string;
}

const MARGIN = { left: 48, right: 8, top: 8, bottom: 22 };
/** Padding, title and zone around the picture. */
const CHROME = { width: 24, height: 62 };
const LEAST_HEIGHT = 80;

/** Boxes from quartile to quartile with median, mean and the whole range; the numbers are read out as a table. */
export function BoxPicture({ settings, size, cells, unit }: BoxPictureProps) {
  const boxes = hoursBetween(settings.start, settings.stop).map((hour) => ({
    hour,
    box: boxOf(cells.filter((cell) => cell.hour === hour).map(({ mean }) => mean)),
  }));
  const known = boxes.flatMap(({ box }) => box ?? []);
  const ticks = roundTicks(Math.min(...known.map(({ min }) => min)), Math.max(...known.map(({ max }) => max)));
  const [bottom = 0, top = 1] = [ticks[0], ticks.at(-1)];
  const labels = formatTicks(ticks);
  const width = Math.max(120, size.width - CHROME.width);
  const height = Math.max(LEAST_HEIGHT, size.height - CHROME.height);
  const slot = (width - MARGIN.left - MARGIN.right) / boxes.length;
  const y = (value: number) => MARGIN.top + ((top - value) / (top - bottom)) * (height - MARGIN.top - MARGIN.bottom);
  const x = (index: number) => MARGIN.left + (index + 0.5) * slot;
  const everyNth = Math.ceil(22 / slot);

  return (
    <>
      <svg
        className={classes.picture}
        width={width}
        height={height}
        aria-hidden="true"
        style={{ color: settings.color || 'var(--tt-accent)' }}
      >
        {ticks.map((tick, index) => (
          <g key={tick}>
            <line className={classes.grid} x1={MARGIN.left} x2={width - MARGIN.right} y1={y(tick)} y2={y(tick)} />
            <text className={classes.tick} x={MARGIN.left - 6} y={y(tick) + 3} textAnchor="end">
              {labels[index]}
            </text>
          </g>
        ))}
        {boxes.map(({ hour, box }, index) => (
          <g key={hour} {...hourMark(hour)}>
            {index % everyNth === 0 ? (
              <text className={classes.tick} x={x(index)} y={height - 6} textAnchor="middle">
                {hour}
              </text>
            ) : null}
            {box === undefined ? null : (
              <BoxMark box={box} x={x(index)} y={y} width={Math.min(28, slot * 0.7)} hour={hour} />
            )}
          </g>
        ))}
      </svg>
      <BoxTable boxes={boxes} unit={unit} />
    </>
  );
}

interface BoxMarkProps {
  box: Box;
  x: number;
  y: (value: number) => number;
  width: number;
  hour: number;
}

function BoxMark({ box, x, y, width, hour }: BoxMarkProps) {
  const { min, lowerQuartile, median, upperQuartile, max, mean } = box;
  const [left, right] = [x - width / 2, x + width / 2];
  const boxTop = y(upperQuartile);
  return (
    <g>
      <title>
        {`${hour}:00, mean ${formatNumber(mean)}, median ${formatNumber(median)}, half of the days between ${formatNumber(lowerQuartile)} and ${formatNumber(upperQuartile)}, all between ${formatNumber(min)} and ${formatNumber(max)}`}
      </title>
      <path className={classes.whisker} d={`M${x} ${y(max)}V${boxTop}M${x} ${y(lowerQuartile)}V${y(min)}`} />
      <path className={classes.whisker} d={`M${left} ${y(max)}H${right}M${left} ${y(min)}H${right}`} />
      <rect className={classes.box} x={left} y={boxTop} width={width} height={Math.max(1, y(lowerQuartile) - boxTop)} />
      <path className={classes.median} d={`M${left} ${y(median)}H${right}`} />
      <circle className={classes.mean} cx={x} cy={y(mean)} r={2.5} />
    </g>
  );
}

function BoxTable({ boxes, unit }: { boxes: readonly { hour: number; box: Box | undefined }[]; unit: string }) {
  return (
    <table className="tt-visually-hidden">
      <caption>Hourly means by hour of the day{unit === '' ? '' : ` in ${unit}`}</caption>
      <thead>
        <tr>
          {['Hour', 'Minimum', 'Lower quartile', 'Median', 'Upper quartile', 'Maximum', 'Mean', 'Days'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {boxes.map(({ hour, box }) =>
          box === undefined ? null : (
            <tr key={hour} {...hourMark(hour)}>
              <th scope="row">{hour}</th>
              {[box.min, box.lowerQuartile, box.median, box.upperQuartile, box.max, box.mean].map((value, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns never change places
                <td key={index}>{formatNumber(value)}</td>
              ))}
              <td>{box.count}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
