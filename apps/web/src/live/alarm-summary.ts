import type { alarmCounts } from '@telltale/contract';

const numbers = ['open', 'unacknowledged', 'shelved'] as const;
const orNull = { worst: 'number', worstUnacknowledged: 'number', newest: 'string' } as const;

/**
 * The figures that the hub says of all alarms in sight; undefined when they cannot be read. By hand: they are shown on
 * every page, which must not load the schemas of all calls about alarms for them (decision 0050).
 */
export function readSummary(payload: unknown): alarmCounts.AlarmSummary | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const said = payload as Record<string, unknown>;
  const isWhole =
    numbers.every((name) => typeof said[name] === 'number') &&
    Object.entries(orNull).every(([name, type]) => said[name] === null || typeof said[name] === type);
  return isWhole ? (said as alarmCounts.AlarmSummary) : undefined;
}
