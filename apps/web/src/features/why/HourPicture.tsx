import { formatBriefly, formatTimeOfDay } from '@telltale/domain';
import { useOwnZone } from '#pages/use-own-zone.ts';
import { CoursePicture } from '#ui/CoursePicture.tsx';
import classes from './why.module.css';

interface HourPictureProps {
  /** Seconds since 1970. */
  times: readonly number[];
  values: readonly (number | null)[];
  /** ISO; the end of the hour. Undefined: now. */
  at: string | undefined;
  unit: string;
}

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
  const span = `${formatBriefly(low)} to ${formatBriefly(high)}${unit === '' ? '' : ` ${unit}`}`;
  return (
    <section className={classes.part}>
      <h3>The hour before</h3>
      <CoursePicture times={times} values={values} from={end - HOUR_S} to={end} title={`From ${span}`} />
      <p className={classes.none}>
        {span}, until {formatTimeOfDay(end * 1_000, zone)}
      </p>
    </section>
  );
}
