import type { alarmHealth, ReplyOf } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import { useOwnZone } from '#pages/use-own-zone.ts';
import classes from './health.module.css';

const WIDTH = 1_000;
const HEIGHT = 120;
/** So many in ten minutes, for each operator, are a flood. */
const FLOOD = 10;

interface RateCourseProps {
  course: ReplyOf<typeof alarmHealth.getAlarmHealth>['course'];
  stepSeconds: number;
  operators: number;
}

/** The fullest ten minutes of each step, against what is a flood. */
export function RateCourse({ course, stepSeconds, operators }: RateCourseProps) {
  const zone = useOwnZone();
  const most = Math.max(FLOOD * operators * 1.2, ...course.map(({ peak }) => peak));
  const [first, last] = [course[0], course.at(-1)];
  if (!first || !last) return null;
  const width = WIDTH / course.length;
  const highest = course.reduce((best, one) => (one.peak > best.peak ? one : best), first);
  const floods = course.filter(({ peak }) => peak >= FLOOD * operators).length;
  const at = (iso: string) => formatDateTime(Date.parse(iso), zone);
  const steps = stepSeconds >= 86_400 ? 'days' : stepSeconds >= 3_600 ? 'hours' : 'ten minutes';
  return (
    <figure className={classes.course}>
      <figcaption className={classes.caption}>
        Most alarms in ten minutes
        <span className={classes.dim}>
          {' '}
          · at most {highest.peak.toLocaleString('en')}, {at(highest.at)}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Most alarms in ten minutes, in steps of ${steps}: at most ${highest.peak}, ${floods} of ${course.length} steps with a flood`}
      >
        {course.map(({ at: time, peak }, i) => (
          <rect
            key={time}
            className={peak >= FLOOD * operators ? classes.flood : classes.bar}
            x={i * width}
            width={Math.max(1, width - 1)}
            y={HEIGHT - (peak / most) * HEIGHT}
            height={(peak / most) * HEIGHT}
          >
            <title>{`${at(time)}: ${peak} in ten minutes`}</title>
          </rect>
        ))}
        <line
          className={classes.limit}
          x1={0}
          x2={WIDTH}
          y1={HEIGHT - ((FLOOD * operators) / most) * HEIGHT}
          y2={HEIGHT - ((FLOOD * operators) / most) * HEIGHT}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className={classes.ends}>
        <span>{at(first.at)}</span>
        <span>line: a flood, {FLOOD * operators}</span>
        <span>
          {at(last.at)} {zone}
        </span>
      </p>
    </figure>
  );
}
