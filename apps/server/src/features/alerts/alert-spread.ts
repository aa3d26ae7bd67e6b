import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { type Addressee, AlertDeliveryRepository, type NewDelivery } from './alert-delivery-repository.ts';
import { type AlertNews, type AlertSource, isWanted, matterOf, OPENING_KINDS } from './alert-news.ts';
import { AlertRecipientRepository } from './alert-recipient-repository.ts';
import { AlertSourceRepository, type NewsPage } from './alert-source-repository.ts';
import { followAnswers } from './escalation/alert-climbs.ts';
import { addresseesOnDuty, onCallFirst } from './oncall/duty.ts';
import { HeldRepository } from './quiet/held-repository.ts';
import { USUALLY_BREAKS_THROUGH } from './quiet/quiet-hours-repository.ts';

/** So much is spread in one unit of work, so that no other change waits for long. */
const NEWS_AT_ONCE = 200;
const ANSWERED_BY_THEM = 'They answered it meanwhile.';
const SOURCES: readonly AlertSource[] = ['alarm', 'connection'];

/** Turns what happened into what each person is told: the position and the deliveries change together or not at all. */
export class AlertSpread {
  readonly #work: UnitOfWork;
  readonly #sources: AlertSourceRepository;
  readonly #clock: Clock;
  /** Up to where a flood was looked through for what breaks through it. What is seen again after a start is still told once. */
  #seenAhead = 0;

  /** @param sources for looking outside of units */
  constructor(work: UnitOfWork, sources: AlertSourceRepository, clock: Clock) {
    this.#work = work;
    this.#sources = sources;
    this.#clock = clock;
  }

  /** Takes some of what happened. @returns whether there is more */
  async spreadSome(): Promise<boolean> {
    let hasMore = false;
    for (const source of SOURCES) if (await this.#spread(source)) hasMore = true;
    if (hasMore) await this.#spreadAhead();
    return hasMore;
  }

  /**
   * While a flood is spread, the severest of what comes after does not wait for its turn. When that has come, it has been told;
   * all that begins only then is the wait for an answer.
   */
  async #spreadAhead(): Promise<void> {
    const from = Math.max(this.#seenAhead, await this.#sources.positionOf('alarm'));
    const wanted = { severityMin: USUALLY_BREAKS_THROUGH, limit: NEWS_AT_ONCE };
    const { news, position } = await this.#sources.readRaisedAfter(from, wanted);
    if (news.length > 0) {
      await this.#work.run(portalActor, async (unit) => {
        const { told } = await this.#wishes(unit, news);
        await this.#insert(unit, new Map(news.map((one) => [one, told(one)])));
      });
    }
    this.#seenAhead = position;
  }

  async #spread(source: AlertSource): Promise<boolean> {
    // Looking costs no transaction of its own: most of the time there is nothing.
    const seen = await this.#sources.positionOf(source);
    if ((await this.#sources.readAfter(source, seen, 1)).position === seen) return false;
    return this.#work.run(portalActor, async (unit) => {
      const sources = unit.of(AlertSourceRepository);
      const from = await sources.positionOf(source);
      const page = await sources.readAfter(source, from, NEWS_AT_ONCE);
      if (page.position === from) return false;
      await this.#tell(unit, page);
      await sources.moveTo(source, page.position);
      return page.hasMore;
    });
  }

  async #tell(unit: Work, { news, waits }: NewsPage): Promise<void> {
    const opens = news.filter((one) => one.source === 'connection' || OPENING_KINDS.includes(one.kind));
    const { told, ...asked } = await this.#wishes(unit, opens);
    await this.#insert(unit, new Map(opens.map((one) => [one, told(one)])));
    await followAnswers(unit, waits, asked);
    const follows = news.filter((one) => !opens.includes(one));
    for (const one of follows) {
      if (one.by === portalActor.name) continue;
      await unit.of(HeldRepository).dropAnsweredBy(one.by, one, ANSWERED_BY_THEM);
    }
    const heard = await unit.of(AlertDeliveryRepository).listToldOf(follows);
    await this.#insert(unit, new Map(follows.map((one) => [one, onCallFirst(heard.get(matterOf(one)) ?? [])])));
  }

  /** Who is to be told of the beginning of each of these. */
  async #wishes(unit: Work, opens: readonly AlertNews[]) {
    const assetIds = [...new Set(opens.map(({ assetId }) => assetId))];
    const wishes = await unit.of(AlertSourceRepository).listSubscriptions(assetIds);
    const wishesOf = Map.groupBy(wishes, ({ assetId }) => assetId);
    const wanted = (one: AlertNews) => (wishesOf.get(one.assetId) ?? []).filter((wish) => isWanted(one, wish));
    const nowMs = this.#clock.now();
    const addresseesOf = await addresseesOnDuty(unit, wishes, nowMs);
    const told = (one: AlertNews) => onCallFirst(wanted(one).flatMap(addresseesOf));
    return { wanted, addresseesOf, nowMs, told };
  }

  /** Who did it is not told of it. */
  async #insert(unit: Work, addressees: ReadonlyMap<AlertNews, readonly Addressee[]>): Promise<void> {
    const told = [...addressees].filter(([, some]) => some.length > 0);
    if (told.length === 0) return;
    const nowMs = this.#clock.now();
    const deliveries = unit.of(AlertDeliveryRepository);
    const ids = await deliveries.insertNews(told.map(([news]) => news));
    const actors = await this.#idsOf(unit, told);
    const rows: NewDelivery[] = told.flatMap(([news, some]) => {
      const newsId = ids.get(news);
      if (newsId === undefined) return [];
      return some
        .filter(({ userId }) => userId === null || actors.get(userId) !== news.by)
        .map((addressee) => ({ ...addressee, newsId, createdMs: nowMs, dueMs: nowMs }));
    });
    await deliveries.insert(rows);
  }

  async #idsOf(unit: Work, told: readonly (readonly [AlertNews, readonly Addressee[]])[]) {
    if (told.every(([news]) => news.by === portalActor.name)) return new Map<number, string>();
    const userIds = [...new Set(told.flatMap(([, some]) => some.flatMap(({ userId }) => userId ?? [])))];
    const users = await unit.of(AlertRecipientRepository).list(userIds);
    return new Map(users.map(({ userId, username }) => [Number(userId), username]));
  }
}
