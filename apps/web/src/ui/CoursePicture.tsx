import classes from './course-picture.module.css';

interface CoursePictureProps {
  /** Seconds since 1970. */
  times: readonly number[];
  /** Null: no value there. */
  values: readonly (number | null)[];
  /** What is drawn from side to side, seconds. */
  from: number;
  to: number;
  /** What it shows, in words. */
  title: string;
}

const WIDTH = 480;
const HEIGHT = 72;

/** Values over a stretch of time as one line, broken where there are none. */
export function CoursePicture({ times, values, from, to, title }: CoursePictureProps) {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (time: number) => (((time - from) / Math.max(1e-9, to - from)) * WIDTH).toFixed(1);
  const y = (value: number) =>
    (high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4)).toFixed(1);
  const runs: string[][] = [[]];
  for (const [i, value] of values.entries()) {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push(`${x(times[i] as number)},${y(value)}`);
  }
  const lines = runs.filter((run) => run.length > 0);
  return (
    <svg className={classes.course} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
      <title>{title}</title>
      {known.length === 1 ? (
        <polyline points={`0,${HEIGHT / 2} ${WIDTH},${HEIGHT / 2}`} />
      ) : (
        lines.map((run) => <polyline key={run[0]} points={(run.length === 1 ? [run[0], run[0]] : run).join(' ')} />)
      )}
    </svg>
  );
}
