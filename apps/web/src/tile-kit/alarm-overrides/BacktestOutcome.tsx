import type { alarmDefinitions, ReplyOf } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';
import classes from './backtest-outcome.module.css';
import { durationText } from './backtest-text.ts';
import { runsOf } from './recorded-line.ts';

const SHOWN_INTERVALS = 20;

export type Backtest = ReplyOf<typeof alarmDefinitions.backtestAlarm> & { fromMs: number; toMs: number };

interface BacktestOutcomeProps {
  outcome: Backtest;
  /** What the rule that is in force did in the same time; undefined: it is the same rule, or not known yet. */
  before?: Backtest | undefined;
  /** In which times are written. */
  zone: string;
}

/** More than this from all alarms together is more than an operator can look after (EEMUA 191). */
export const MOST_AN_HOUR = 6;

/** When an alarm would have been raised: how often, on a strip beside the rule in force, and one by one. */
export function BacktestOutcome({ outcome, before, zone }: BacktestOutcomeProps) {
  const { intervals, count, overrideMethod } = outcome;
  return (
    <div role="status">
      <p className={classes.outcome}>
        <Sentence of={outcome} />
      </p>
      {FOLLOWED[overrideMethod] === undefined ? null : (
        <p className={classes.before}>This asset has an override, which was followed: {FOLLOWED[overrideMethod]}.</p>
      )}
      {before ? (
        <p className={classes.before}>
          {before.count === 0
            ? 'The rule in force did not raise it.'
            : `The rule in force raised it ${timesText(before.count)}, for ${durationText(before.longestSeconds)} at the longest.`}
        </p>
      ) : null}
      {before && before.count > 0 ? <Strip of={before} label="Rule in force" isOld /> : null}
      {count > 0 ? <Strip of={outcome} label={before ? 'As written' : undefined} /> : null}
      {count > 0 ? (
        <>
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
        </>
      ) : null}
    </div>
  );
}

/** What the override of an asset makes of the rule. */
const FOLLOWED: Partial<Record<alarmDefinitions.OverrideMethod, string>> = {
  1: 'its own expression decides instead of the one above',
  2: 'its own expression raises the alarm as well',
  3: 'its own expression must be true, too',
};

function Sentence({ of: { count, longestSeconds, perHour, chattering } }: { of: Backtest }) {
  if (count === 0) return 'It would not have been raised.';
  return (
    <>
      It would have been raised <strong>{timesText(count)}</strong>, for <strong>{durationText(longestSeconds)}</strong>{' '}
      at the longest ({perHour.toPrecision(2)} an hour
      {perHour > MOST_AN_HOUR ? `: alone more than the ${MOST_AN_HOUR} that an operator can look after` : ''}).
      {chattering > 0 ? ` ${chattering.toLocaleString('en')} of them chatter: three or more within a minute.` : ''}
    </>
  );
}

interface StripProps {
  of: Backtest;
  label: string | undefined;
  isOld?: boolean;
}

function Strip({ of: { intervals, fromMs, toMs }, label, isOld = false }: StripProps) {
  return (
    <div className={classes.line}>
      {label === undefined ? null : <span className={classes.label}>{label}</span>}
      <svg
        className={classes.strip}
        data-old={isOld}
        viewBox="0 0 1000 14"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <title>When it would have been raised</title>
        {runsOf(intervals, { fromMs, toMs }, 1000).map(({ x, width }) => (
          <rect key={x} x={x} width={width} height="14" />
        ))}
      </svg>
    </div>
  );
}

const timesText = (count: number) => (count === 1 ? 'once' : `${count} times`);
