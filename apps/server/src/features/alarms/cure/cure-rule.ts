import type { alarmHealth } from '@telltale/contract';
import { limitPlaces, withLimit } from '@telltale/domain/expression/limit-places.ts';
import type { LimitOperator } from '@telltale/domain/expression/plain-limits.ts';

/** What a cure changes; what it leaves alone is as in the rule in force. Seconds. */
export interface CureChange {
  readonly kind: alarmHealth.CureKind;
  readonly limit?: number;
  readonly deadband?: number;
  readonly onDelay?: number;
  readonly offDelay?: number;
  /** How much of an intrusion it is, among changes of the kind. */
  readonly weight: number;
}

/** The rule with a change. */
export function changedRule(rule: alarmHealth.AlarmRule, change: CureChange): alarmHealth.AlarmRule {
  const { onDelay = rule.onDelay, offDelay = rule.offDelay, deadband = rule.deadband, limit } = change;
  const [place] = limit === undefined ? [] : limitPlaces(rule.expression);
  const expression = limit === undefined || !place ? rule.expression : withLimit(rule.expression, place, limit);
  return { ...rule, expression, onDelay, offDelay, deadband };
}

/** Seconds, none longer than an operator may wait for an alarm. */
const DELAYS = [5, 10, 15, 30, 60, 120, 300, 600];
/** Shares of the noise that a deadband or a threshold is made for. */
const QUANTILES = [0.5, 0.75, 0.9, 0.95, 0.99, 1];

/** Delays that go beyond those in force: each alone, and both the same. */
export function delayChanges({ onDelay, offDelay }: Pick<alarmHealth.AlarmRule, 'onDelay' | 'offDelay'>): CureChange[] {
  return DELAYS.flatMap((delay): CureChange[] => {
    const isOn = delay > onDelay;
    const isOff = delay > offDelay;
    // An alarm that comes later is a greater intrusion than one that stays longer.
    return [
      ...(isOff ? [{ kind: 'delay' as const, offDelay: delay, weight: delay }] : []),
      ...(isOn ? [{ kind: 'delay' as const, onDelay: delay, weight: 2 * delay }] : []),
      ...(isOn && isOff ? [{ kind: 'delay' as const, onDelay: delay, offDelay: delay, weight: 3 * delay }] : []),
    ];
  });
}

/** Deadbands that bridge the times between two alarms. @param dips how far the value came back in each of them */
export function deadbandChanges(deadband: number, dips: Float64Array): CureChange[] {
  return sizes(dips)
    .filter((size) => size > deadband)
    .map((size) => ({ kind: 'deadband', deadband: size, weight: size }));
}

/** Thresholds further out. @param peaks how far the value went beyond the one in force in each alarm */
export function thresholdChanges(operator: LimitOperator, limit: number, peaks: Float64Array): CureChange[] {
  const sign = operator.startsWith('>') ? 1 : -1;
  return sizes(peaks).map((size) => ({
    kind: 'threshold',
    limit: Number((limit + sign * size).toPrecision(12)),
    weight: size,
  }));
}

/** Round numbers that are larger than so many of them each. */
function sizes(of: Float64Array): number[] {
  const sorted = of.filter((one) => one > 0).sort();
  if (sorted.length === 0) return [];
  const found = QUANTILES.map((share) => roundUp(sorted[Math.ceil(share * sorted.length) - 1] as number));
  return [...new Set(found)];
}

/** The next larger number of two digits. */
export function roundUp(value: number): number {
  const step = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor(value / step + 1e-9) * step + step).toPrecision(2));
}
