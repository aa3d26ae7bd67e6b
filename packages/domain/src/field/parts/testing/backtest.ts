import { DAYS_LOOKED_BACK, forecastOf } from '../forecast.ts';

export interface BacktestOutcome {
  /** Forecasts that named a time. */
  readonly made: number;
  /** Those whose part fell due within the band. */
  readonly kept: number;
}

const DAY_MS = 86_400_000;
const WEEK = 7;
/** How finely the moment is looked for at which a part fell due, in days. */
const STEP = 1 / 48;

/**
 * Goes through what a counter did, day by day: on each day it asks when a part would fall due that in truth fell due a week
 * later, and holds the answer's band against that.
 */
export function backtest(days: readonly number[]): BacktestOutcome {
  const totals = [0];
  for (const day of days) totals.push((totals.at(-1) ?? 0) + day);
  const totalAt = (day: number) => {
    const whole = Math.min(Math.floor(day), days.length);
    return (totals[whole] ?? 0) + (day - whole) * (days[whole] ?? 0);
  };
  let [made, kept] = [0, 0];
  for (let today = DAYS_LOOKED_BACK; today + WEEK < days.length; today++) {
    const dueAt = totalAt(today + WEEK);
    const remaining = dueAt - totalAt(today);
    const before = days.slice(today - DAYS_LOOKED_BACK, today).reverse();
    const forecast = forecastOf({ nowMs: 0, remaining, days: before });
    if (forecast.kind !== 'due') continue;
    made++;
    let fellDue = today + WEEK;
    while (fellDue - STEP > today && totalAt(fellDue - STEP) >= dueAt) fellDue -= STEP;
    const fellDueMs = (fellDue - today) * DAY_MS;
    if (fellDueMs >= forecast.earliestMs && fellDueMs <= (forecast.latestMs ?? Number.POSITIVE_INFINITY)) kept++;
  }
  return { made, kept };
}

export function sumOf(outcomes: readonly BacktestOutcome[]): BacktestOutcome {
  return outcomes.reduce((sum, one) => ({ made: sum.made + one.made, kept: sum.kept + one.kept }), {
    made: 0,
    kept: 0,
  });
}
