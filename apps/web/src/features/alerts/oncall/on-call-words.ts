import type { onCall, UserId } from '@telltale/contract';
import { clockFields, formatDateTime } from '@telltale/domain/format/time.ts';
import { type Duty, onCallBetween, type Rota, type RotaOverride, turnsFrom } from '@telltale/domain/time/on-call.ts';
import { dayNumberOf, weekDayOf } from '@telltale/domain/time/week-days.ts';

export const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
const SHORT_DAY = 3;
const SHOWN_WEEKS = 8;

/** `Mon 2026-11-23 08:00` on the clock of a zone. */
export function momentWords(timeMs: number, zone: string): string {
  const day = weekDays[weekDayOf(dayNumberOf(clockFields(timeMs, zone))) - 1] ?? '';
  return `${day.slice(0, SHORT_DAY)} ${formatDateTime(timeMs, zone).slice(0, 16)}`;
}

export const planOf = ({ members, ...rota }: onCall.RotaOfGroup): Rota<UserId> => ({
  ...rota,
  members: members.map(({ userId }) => userId),
});

export const overridesOf = ({ overrides }: onCall.RotaOfGroup): RotaOverride<UserId>[] =>
  overrides.map(({ userId, from, to }) => ({ userId, fromMs: Date.parse(from), toMs: Date.parse(to) }));

/** The name in front of an address. */
const shortName = (username: string) => username.split('@')[0] || username;

export interface Week {
  fromMs: number;
  toMs: number;
  duties: Duty<UserId>[];
}

/** The week that runs, and those after it. */
export function weeksOf(rota: onCall.RotaOfGroup, nowMs: number): Week[] {
  const plan = planOf(rota);
  const overrides = overridesOf(rota);
  return turnsFrom(plan, nowMs, SHOWN_WEEKS).map(({ fromMs, toMs }) => ({
    fromMs,
    toMs,
    duties: joined(onCallBetween(plan, overrides, { fromMs, toMs })),
  }));
}

/** Stretches of one person that follow on each other are one. */
function joined(duties: readonly Duty<UserId>[]): Duty<UserId>[] {
  const all: Duty<UserId>[] = [];
  for (const duty of duties) {
    const last = all.at(-1);
    if (last?.userId === duty.userId && last.insteadOf === duty.insteadOf) last.toMs = duty.toMs;
    else all.push({ ...duty });
  }
  return all;
}

/** What stands in the bar of a week. */
export function barWords(duty: Duty<UserId>, people: ReadonlyMap<UserId, onCall.RotaPerson>): string {
  const person = people.get(duty.userId);
  const name = person?.isMember === true ? shortName(person.username) : 'Everybody';
  const other = duty.insteadOf === undefined ? undefined : people.get(duty.insteadOf);
  return other ? `${name} instead of ${shortName(other.username)}` : name;
}

/** Names of whom the rota knows, and whether they are still in the group. */
export function peopleOf({ members, overrides }: onCall.RotaOfGroup): Map<UserId, onCall.RotaPerson> {
  return new Map([...overrides, ...members].map((person) => [person.userId, person]));
}

export function nameWords(person: onCall.RotaPerson | undefined): string {
  if (!person || person.username === '') return 'A deleted user';
  return person.isMember ? person.username : `${person.username}, who has left the group`;
}

/** `Ann instead of Bob, Thu … to Mon …`. */
export function dutyWords(duty: Duty<UserId>, people: ReadonlyMap<UserId, onCall.RotaPerson>, zone: string): string {
  const name = nameWords(people.get(duty.userId));
  const instead = duty.insteadOf === undefined ? '' : ` instead of ${nameWords(people.get(duty.insteadOf))}`;
  return `${name}${instead}, ${momentWords(duty.fromMs, zone)} to ${momentWords(duty.toMs, zone)}`;
}
