import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { type Addressee, AlertDeliveryRepository, type AlertItem } from '../alert-delivery-repository.ts';
import { type AlertNews, type Matter, matterOf, OPENING_KINDS, type Subscription } from '../alert-news.ts';
import { type AddresseesOf, addresseesOnDuty, onCallFirst, type ToldGroup } from '../oncall/duty.ts';
import { quietFor, reachesSomebody } from '../quiet/quiet-gate.ts';
import { QuietHoursRepository } from '../quiet/quiet-hours-repository.ts';
import { type Climb, EscalationRepository, keyOfSubscription, type Step } from './escalation-repository.ts';

const MINUTE_MS = 60_000;
const CLIMBS_AT_ONCE = 100;
export const ANSWERED = 'It was answered meanwhile.';

/** An alarm for whose acknowledgement is waited since the news of it; undefined: no longer. */
interface Wait {
  matter: Matter;
  news: AlertNews | undefined;
}

interface Told {
  wanted: (news: AlertNews) => readonly Subscription[];
  addresseesOf: AddresseesOf;
  nowMs: number;
}

/**
 * Begins to wait for an answer to what was raised, for each subscription that names a next group, and ends it for what was
 * acknowledged, ended or shelved: together with what else is made of the same transitions. Where nobody of those who are told
 * first can be reached now, the next group is told at once.
 */
export async function followAnswers(
  unit: Work,
  waits: readonly Wait[],
  { wanted, addresseesOf, nowMs }: Told,
): Promise<void> {
  if (waits.length === 0) return;
  const repository = unit.of(EscalationRepository);
  await repository.endClimbs(waits.map(({ matter }) => matter));
  const answered = waits.filter(({ news }) => news === undefined).map(({ matter }) => matter);
  await unit.of(AlertDeliveryRepository).dropUnanswered(answered, ANSWERED);
  const open = waits.flatMap(({ matter, news }) => (news ? [{ matter, news, wishes: wanted(news) }] : []));
  const groups = [...new Set(open.flatMap(({ wishes }) => wishes.map(({ userGroupId }) => userGroupId)))];
  const steps = await repository.listSteps(groups);
  const people = open.flatMap(({ wishes }) => wishes.flatMap(addresseesOf).map(({ userId }) => userId));
  const quiet = await quietFor(unit.of(QuietHoursRepository), people, nowMs);
  const climbs = open.flatMap(({ matter, news, wishes }) =>
    wishes.flatMap((wish) => {
      const { userGroupId, assetGroupId } = wish;
      const first = steps.get(keyOfSubscription({ userGroupId, assetGroupId }))?.[0];
      if (!first) return [];
      const isHeard = reachesSomebody(quiet, addresseesOf(wish), news.severity);
      const dueMs = isHeard ? news.timeMs + first.minutes * MINUTE_MS : nowMs;
      return [{ ...matter, userGroupId, assetGroupId, dueMs }];
    }),
  );
  await repository.startClimbs(climbs);
}

/** What need not be told any more: calls for an answer that was given since, and the answers to who was never called. */
export async function answeredSince(
  { climbs, deliveries }: { climbs: EscalationRepository; deliveries: AlertDeliveryRepository },
  addressee: Addressee,
  items: readonly AlertItem[],
): Promise<ReadonlySet<AlertItem>> {
  const calls = items.filter(({ kind }) => kind === 'unanswered');
  const follows = items.filter(({ source, kind }) => source === 'alarm' && !OPENING_KINDS.includes(kind));
  const open = new Set((await climbs.listUnanswered(calls)).map(matterOf));
  const heard = await deliveries.listHeard(addressee, follows);
  return new Set([
    ...calls.filter((item) => !open.has(matterOf(item))),
    ...follows.filter((item) => !heard.has(matterOf(item))),
  ]);
}

/** Tells the next group of what nobody has acknowledged in time. How far it has come and what is told change together. */
export class AlertClimbs {
  readonly #work: UnitOfWork;
  readonly #repository: EscalationRepository;
  readonly #clock: Clock;

  /** @param repository for looking outside of units */
  constructor(work: UnitOfWork, repository: EscalationRepository, clock: Clock) {
    this.#work = work;
    this.#repository = repository;
    this.#clock = clock;
  }

  /** Takes some of what is due. @returns whether there is more */
  async climbSome(): Promise<boolean> {
    if (!(await this.#repository.isAnyDue(this.#clock.now()))) return false;
    return this.#work.run(portalActor, async (unit) => {
      const due = await unit.of(EscalationRepository).listDue(this.#clock.now(), CLIMBS_AT_ONCE);
      await this.#climb(unit, due);
      return due.length === CLIMBS_AT_ONCE;
    });
  }

  async #climb(unit: Work, due: readonly Climb[]): Promise<void> {
    const repository = unit.of(EscalationRepository);
    // What was answered a moment ago may not have been spread yet: the alarm itself says whether it still waits.
    const open = new Map((await repository.listUnanswered(due)).map((alarm) => [matterOf(alarm), alarm]));
    const steps = await repository.listSteps([...new Set(due.map(({ userGroupId }) => userGroupId))]);
    const nowMs = this.#clock.now();
    const ways = await waysToGroups(unit, [...steps.values()].flat().map(groupOf), nowMs);
    const ended: number[] = [];
    const calls: Call[] = [];
    for (const climb of due) {
      const alarm = open.get(matterOf(climb));
      const ahead = stepsAfter(steps.get(keyOfSubscription(climb)), climb.position);
      const { told, next } = alarm ? callNext(ahead, alarm, { climb, nowMs, reaches: ways.reaches }) : NOBODY;
      calls.push(...told);
      const last = told.at(-1);
      if (last && next) await repository.advance(climb.climbId, last.news.step, nowMs + next.minutes * MINUTE_MS);
      else ended.push(climb.climbId);
    }
    await repository.deleteClimbs(ended);
    await tell(unit, calls, ways.addresseesOf, nowMs);
  }
}

type Reaches = (group: ToldGroup, severity: number) => boolean;

const groupOf = ({ nextGroupId, onCallOnly }: Step): ToldGroup => ({ userGroupId: nextGroupId, onCallOnly });

type NamedStep = Step & { name: string };

/** One group is told of what was not answered. */
interface Call {
  news: AlertNews;
  group: ToldGroup;
  note: string | undefined;
}

const NOBODY: { told: Call[]; next: Step | undefined } = { told: [], next: undefined };
const FIRST_NOT_REACHED = 'At once: nobody of those who are told first could be reached.';
const notReached = (name: string) => `At once: nobody of ${name} could be reached.`;

const stepsAfter = (steps: readonly NamedStep[] = [], position: number) =>
  steps.filter((step) => step.position > position);

/** The next step, and at once the ones after it for as long as nobody is reached. @returns the one that is left to wait for */
function callNext(
  ahead: readonly NamedStep[],
  alarm: Omit<AlertNews, 'kind' | 'timeMs' | 'step'>,
  { climb, nowMs, reaches }: { climb: Climb; nowMs: number; reaches: Reaches },
): { told: Call[]; next: Step | undefined } {
  const told: Call[] = [];
  const [first] = ahead;
  const isEarly = climb.position === 0 && first && nowMs < alarm.occurrenceMs + first.minutes * MINUTE_MS;
  let note = isEarly ? FIRST_NOT_REACHED : undefined;
  for (const step of ahead) {
    const group = groupOf(step);
    told.push({ news: { ...alarm, kind: 'unanswered', step: step.position, timeMs: nowMs }, group, note });
    if (reaches(group, alarm.severity)) break;
    note = notReached(step.name);
  }
  return { told, next: ahead[told.length] };
}

async function waysToGroups(unit: Work, groups: readonly ToldGroup[], nowMs: number) {
  const addresseesOf = await addresseesOnDuty(unit, groups, nowMs);
  const people = groups.flatMap(addresseesOf).map(({ userId }) => userId);
  const quiet = await quietFor(unit.of(QuietHoursRepository), people, nowMs);
  const reaches: Reaches = (group, severity) => reachesSomebody(quiet, addresseesOf(group), severity);
  return { addresseesOf, reaches };
}

/** A person hears of a step once, whatever subscriptions lead there. */
async function tell(unit: Work, calls: readonly Call[], addresseesOf: AddresseesOf, nowMs: number): Promise<void> {
  const deliveries = unit.of(AlertDeliveryRepository);
  for (const { news, group, note } of calls) {
    const addressees = onCallFirst(addresseesOf(group));
    if (addressees.length === 0) continue;
    const newsId = (await deliveries.insertNews([news])).get(news) ?? (await deliveries.findNews(news));
    if (newsId === undefined) continue;
    const noted = (one: Addressee) => [note, one.note].filter((text) => text !== undefined).join(' ');
    const rows = addressees.map((one) => ({ ...one, note: noted(one), newsId, createdMs: nowMs, dueMs: nowMs }));
    await deliveries.insert(rows);
  }
}
