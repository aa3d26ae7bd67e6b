import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { addresseesOfGroups } from '../alert-addressees.ts';
import { type Addressee, AlertDeliveryRepository, type AlertItem } from '../alert-delivery-repository.ts';
import { type AlertNews, type Matter, matterOf, OPENING_KINDS, type Subscription } from '../alert-news.ts';
import { type Climb, EscalationRepository, keyOfSubscription, type Step } from './escalation-repository.ts';

const MINUTE_MS = 60_000;
const CLIMBS_AT_ONCE = 100;
export const ANSWERED = 'It was answered meanwhile.';

/** An alarm for whose acknowledgement is waited since the news of it; undefined: no longer. */
interface Wait {
  matter: Matter;
  news: AlertNews | undefined;
}

/**
 * Begins to wait for an answer to what was raised, for each subscription that names a next group, and ends it for what was
 * acknowledged, ended or shelved: together with what else is made of the same transitions.
 */
export async function followAnswers(
  unit: Work,
  waits: readonly Wait[],
  wanted: (news: AlertNews) => readonly Subscription[],
): Promise<void> {
  if (waits.length === 0) return;
  const repository = unit.of(EscalationRepository);
  await repository.endClimbs(waits.map(({ matter }) => matter));
  const answered = waits.filter(({ news }) => news === undefined).map(({ matter }) => matter);
  await unit.of(AlertDeliveryRepository).dropUnanswered(answered, ANSWERED);
  const open = waits.flatMap(({ matter, news }) => (news ? [{ matter, news, wishes: wanted(news) }] : []));
  const groups = [...new Set(open.flatMap(({ wishes }) => wishes.map(({ userGroupId }) => userGroupId)))];
  const steps = await repository.listSteps(groups);
  const climbs = open.flatMap(({ matter, news, wishes }) =>
    wishes.flatMap(({ userGroupId, assetGroupId }) => {
      const first = steps.get(keyOfSubscription({ userGroupId, assetGroupId }))?.[0];
      return first ? [{ ...matter, userGroupId, assetGroupId, dueMs: news.timeMs + first.minutes * MINUTE_MS }] : [];
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
    const ended: number[] = [];
    const told: { news: AlertNews; nextGroupId: number }[] = [];
    for (const climb of due) {
      const alarm = open.get(matterOf(climb));
      const [next, after] = stepsAfter(steps.get(keyOfSubscription(climb)), climb.position);
      if (alarm && next) {
        const news: AlertNews = { ...alarm, kind: 'unanswered', step: next.position, timeMs: nowMs };
        told.push({ news, nextGroupId: next.nextGroupId });
      }
      if (alarm && next && after) {
        await repository.advance(climb.climbId, next.position, nowMs + after.minutes * MINUTE_MS);
      } else ended.push(climb.climbId);
    }
    await repository.deleteClimbs(ended);
    await tell(unit, told, nowMs);
  }
}

const stepsAfter = (steps: readonly Step[] = [], position: number) => steps.filter((step) => step.position > position);

/** A person hears of a step once, whatever subscriptions lead there. */
async function tell(unit: Work, told: readonly { news: AlertNews; nextGroupId: number }[], nowMs: number) {
  const addresseesOf = await addresseesOfGroups(
    unit,
    told.map(({ nextGroupId }) => nextGroupId),
  );
  const deliveries = unit.of(AlertDeliveryRepository);
  for (const { news, nextGroupId } of told) {
    const addressees = addresseesOf(nextGroupId);
    if (addressees.length === 0) continue;
    const newsId = (await deliveries.insertNews([news])).get(news) ?? (await deliveries.findNews(news));
    if (newsId === undefined) continue;
    await deliveries.insert(addressees.map((one) => ({ ...one, newsId, createdMs: nowMs, dueMs: nowMs })));
  }
}
