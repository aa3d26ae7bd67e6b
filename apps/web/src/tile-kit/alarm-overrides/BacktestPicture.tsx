import type { Backtest } from './BacktestOutcome.tsx';
import classes from './backtest-outcome.module.css';
import { type RecordedLine, runsOf } from './recorded-line.ts';

const WIDTH = 1_000;
const HEIGHT = 140;

interface BacktestPictureProps {
  /** What people read of the data item that is drawn. */
  name: string;
  line: RecordedLine;
  span: { readonly fromMs: number; readonly toMs: number };
  /** Of the data item that is drawn, as written and as in force. */
  limits: readonly number[];
  limitsBefore: readonly number[];
  outcome: Backtest | undefined;
  before: Backtest | undefined;
}

/** What was recorded, with the limits, and when the alarm would have been raised: as written above, by the rule in force below. */
export function BacktestPicture({ name, line, span, limits, limitsBefore, outcome, before }: BacktestPictureProps) {
  const all = [...limits, ...limitsBefore, line.min, line.max];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const spread = high - low || 1;
  const y = (value: number) => HEIGHT - 6 - ((value - low) / spread) * (HEIGHT - 12);
  const x = (timeMs: number) => ((timeMs - span.fromMs) / (span.toMs - span.fromMs)) * WIDTH;
  const points = line.points.map(([timeMs, value]) => `${x(timeMs).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name} as recorded, ${line.min} to ${line.max}, with when the alarm would have been raised`}
    >
      {runsOf(before?.intervals ?? [], span, WIDTH).map((run) => (
        <rect key={run.x} className={classes.old} x={run.x} width={run.width} y={HEIGHT / 2} height={HEIGHT / 2} />
      ))}
      {runsOf(outcome?.intervals ?? [], span, WIDTH).map((run) => (
        <rect
          key={run.x}
          className={classes.new}
          x={run.x}
          width={run.width}
          y={0}
          height={before ? HEIGHT / 2 : HEIGHT}
        />
      ))}
      <polyline className={classes.data} points={points} vectorEffect="non-scaling-stroke" />
      {limitsBefore.map((limit) => (
        <Limit key={`old ${limit}`} at={y(limit)} isOld />
      ))}
      {limits.map((limit) => (
        <Limit key={limit} at={y(limit)} />
      ))}
    </svg>
  );
}

function Limit({ at, isOld = false }: { at: number; isOld?: boolean }) {
  return (
    <line
      className={isOld ? classes.limitBefore : classes.limit}
      x1={0}
      x2={WIDTH}
      y1={at}
      y2={at}
      vectorEffect="non-scaling-stroke"
    />
  );
}
