import type { alarmDefinitions, ReplyOf } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import classes from './backtest-outcome.module.css';
import { durationText, shareOf } from './backtest-text.ts';

const SHOWN_INTERVALS = 20;

export type Backtest = ReplyOf<typeof alarmDefinitions.backtestAlarm> & { fromMs: number; toMs: number };

interface BacktestOutcomeProps {
  outcome: Backtest;
  /** In which times are written. */
  zone: string;
}

/** When an alarm would have been raised: how often, on a strip, and one by one. */
export function BacktestOutcome({ outcome, zone }: BacktestOutcomeProps) {
  const { intervals, count, longestSeconds, perHour, fromMs, toMs } = outcome;
  if (count === 0) return <p role="status">It would not have been raised.</p>;
  return (
    <div role="status">
      <p className={classes.outcome}>
        It would have been raised <strong>{count === 1 ? 'once' : `${count} times`}</strong>, for{' '}
        <strong>{durationText(longestSeconds)}</strong> at the longest ({perHour.toPrecision(2)} an hour).
      </p>
      <svg className={classes.strip} viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
        <title>When it would have been raised</title>
        {intervals.map(({ from, to }) => {
          const { x, width } = shareOf(Date.parse(from), Date.parse(to), fromMs, toMs, 1000);
          return <rect key={from} x={x} width={width} height="14" />;
        })}
      </svg>
      <ul className={classes.intervals}>
        {intervals.slice(0, SHOWN_INTERVALS).map(({ from, to }) => (
          <li key={from}>
            {formatDateTime(Date.parse(from), zone)} – {formatDateTime(Date.parse(to), zone)}
          </li>
        ))}
      </ul>
      <p className={classes.zone}>
        {count > SHOWN_INTERVALS ? `and ${count - SHOWN_INTERVALS} more · ` : ''}
        {zone}
      </p>
    </div>
  );
}
