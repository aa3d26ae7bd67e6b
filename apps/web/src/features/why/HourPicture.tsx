import { formatBriefly, formatTimeOfDay } from '@telltale/domain';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from './why.module.css';

interface HourPictureProps {
  /** Seconds since 1970. */
  times: readonly number[];
  values: readonly (number | null)[];
  /** ISO; the end of the hour. Undefined: now. */
  at: string | undefined;
  unit: string;
}

const WIDTH = 480;
const HEIGHT = 72;
const HOUR_S = 3_600;

/** The hour before the moment as one line. */
export function HourPicture({ times, values, at, unit }: HourPictureProps) {
  const zone = useOwnZone();
  const known = values.flatMap((value, index) => (value === null ? [] : [{ time: times[index] as number, value }]));
  const last = known.at(-1);
  if (!last) {
    return (
      <section className={classes.part}>
        <h3>The hour before</h3>
        <p className={classes.none}>Nothing was recorded in it.</p>
      </section>
    );
  }
  const end = at === undefined ? last.time : Date.parse(at) / 1_000;
  const [low, high] = [Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value))];
  const x = (time: number) => (((time - end + HOUR_S) / HOUR_S) * WIDTH).toFixed(1);
  const y = (value: number) =>
    (high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4)).toFixed(1);
  const line = known.map(({ time, value }) => `${x(time)},${y(value)}`).join(' ');
  const span = `${formatBriefly(low)} to ${formatBriefly(high)}${unit === '' ? '' : ` ${unit}`}`;
  return (
    <section className={classes.part}>
      <h3>The hour before</h3>
      <svg className={classes.hour} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
        <title>{`From ${span}`}</title>
        <polyline points={known.length === 1 ? `0,${y(last.value)} ${WIDTH},${y(last.value)}` : line} />
      </svg>
      <p className={classes.none}>
        {span}, until {formatTimeOfDay(end * 1_000, zone)}
      </p>
    </section>
  );
}
