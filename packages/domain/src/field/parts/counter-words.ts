interface CounterForecast {
  readonly kind: 'due' | 'overdue' | 'still' | 'unknown';
  readonly counter: string;
  readonly interval: number;
  readonly used: number | null;
  readonly perDay: number | null;
  readonly fault: string | null;
}

const number = (value: number) => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

/** Why maintenance that comes again by a counter stands on its day: `Forecast: 212 of 300 Pump Hours, at 9.2 a day`. */
export function counterWords({ kind, counter, interval, used, perDay, fault }: CounterForecast): string {
  const share =
    used === null ? `every ${number(interval)} ${counter}` : `${number(used)} of ${number(interval)} ${counter}`;
  if (kind === 'due') return `Forecast: ${share}${perDay === null ? '' : `, at ${number(perDay)} a day`}`;
  if (kind === 'overdue') return `Due: ${share}`;
  if (kind === 'still') return `No forecast, ${counter} stands still: ${share}`;
  return fault === null ? `No forecast, the pace of ${counter} is not known yet: ${share}` : `No forecast: ${fault}`;
}
