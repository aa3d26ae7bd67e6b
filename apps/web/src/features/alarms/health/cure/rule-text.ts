import type { alarmHealth } from '@telltale/contract';

type Rule = Pick<alarmHealth.AlarmRule, 'expression' | 'onDelay' | 'offDelay' | 'deadband'>;

/** What a change changes: its name, and how it was and will be. */
export interface RuleDifference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const FIELDS: readonly [string, (rule: Rule) => string][] = [
  ['Expression', ({ expression }) => expression],
  ['On delay', ({ onDelay }) => `${onDelay} s`],
  ['Off delay', ({ offDelay }) => `${offDelay} s`],
  ['Deadband', ({ deadband }) => String(deadband)],
];

export function differencesOf(before: Rule, after: Rule): RuleDifference[] {
  return FIELDS.map(([field, of]) => ({ field, before: of(before), after: of(after) })).filter(
    (one) => one.before !== one.after,
  );
}

/** The parts of two texts that are the same at both ends, and what stands between them in each. */
export function changedPart(before: string, after: string) {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A number is shown whole.
  while (start > 0 && /[\d.]/.test(before[start - 1] ?? '')) start--;
  while (end > 0 && /[\d.]/.test(before[before.length - end] ?? '')) end--;
  return {
    head: before.slice(0, start),
    before: before.slice(start, before.length - end),
    after: after.slice(start, after.length - end),
    tail: before.slice(before.length - end),
  };
}

const KINDS: Readonly<Record<alarmHealth.CureKind, string>> = {
  deadband: 'A deadband',
  delay: 'A delay',
  threshold: 'Another threshold',
};
export const kindTitle = (kind: alarmHealth.CureKind): string => KINDS[kind];

/** The reason that is put in the field: who applies it may say it in other words. */
export function suggestedReason({ removed, outcome }: alarmHealth.AlarmCure, noise: number, kept: number): string {
  const percent = Math.floor(removed * 100);
  const keeps = kept === 0 ? '' : `, and keeps ${kept === 1 ? 'the one' : `all ${kept}`} that somebody acted on`;
  return `Takes ${percent} % of the noise: ${noise} to ${outcome.noise} alarms that nobody acted on${keeps}.`;
}
