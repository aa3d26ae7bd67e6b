import type { alerts } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { type Addressee, AlertDeliveryRepository, matterOf, type NewDelivery } from './alert-delivery-repository.ts';
import { type AlertNews, type AlertSource, isWanted, OPENING_KINDS } from './alert-news.ts';
import { AlertRecipientRepository, type Recipient } from './alert-recipient-repository.ts';
import { AlertSourceRepository } from './alert-source-repository.ts';
import { AlertWayRepository } from './alert-way-repository.ts';

/** So much is spread in one unit of work, so that no other change waits for long. */
const NEWS_AT_ONCE = 200;
const SOURCES: readonly AlertSource[] = ['alarm', 'connection'];

/** Turns what happened into what each person is told: the position and the deliveries change together or not at all. */
export class AlertSpread {
  readonly #work: UnitOfWork;
  readonly #sources: AlertSourceRepository;
  readonly #clock: Clock;

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
    return hasMore;
  }

  async #spread(source: AlertSource): Promise<boolean> {
    // Looking costs no transaction of its own: most of the time there is nothing.
    const seen = await this.#sources.positionOf(source);
    if ((await this.#sources.readAfter(source, seen, 1)).position === seen) return false;
    return this.#work.run(portalActor, async (unit) => {
      const sources = unit.of(AlertSourceRepository);
      const from = await sources.positionOf(source);
      const { news, position, hasMore } = await sources.readAfter(source, from, NEWS_AT_ONCE);
      if (position === from) return false;
      await this.#tell(unit, news);
      await sources.moveTo(source, position);
      return hasMore;
    });
  }

  async #tell(unit: Work, news: readonly AlertNews[]): Promise<void> {
    const opens = news.filter((one) => one.source === 'connection' || OPENING_KINDS.includes(one.kind));
    await this.#insert(unit, await this.#addresseesOfOpening(unit, opens));
    const follows = news.filter((one) => !opens.includes(one));
    const told = await unit.of(AlertDeliveryRepository).listToldOf(follows);
    await this.#insert(unit, new Map(follows.map((one) => [one, told.get(matterOf(one)) ?? []])));
  }

  async #addresseesOfOpening(unit: Work, news: readonly AlertNews[]): Promise<Map<AlertNews, Addressee[]>> {
    const sources = unit.of(AlertSourceRepository);
    const subscriptions = await sources.listSubscriptions([...new Set(news.map(({ assetId }) => assetId))]);
    const groups = [...new Set(subscriptions.map(({ userGroupId }) => userGroupId))];
    const members = await sources.listMembers(groups);
    const users = await unit.of(AlertRecipientRepository).list([...new Set(members.map(({ userId }) => userId))]);
    const byId = new Map(users.map((user) => [Number(user.userId), user]));
    const ways = unit.of(AlertWayRepository);
    const hooks = new Set((await ways.listWebhooks(groups)).map(({ userGroupId }) => Number(userGroupId)));
    const sendsTexts = (await ways.findTextGateway()) !== undefined;
    const usersOf = Map.groupBy(members, ({ userGroupId }) => userGroupId);
    const wishesOf = Map.groupBy(subscriptions, ({ assetId }) => assetId);
    const addresseesOf = (userGroupId: number): Addressee[] => [
      ...(usersOf.get(userGroupId) ?? []).flatMap(({ userId }) => {
        const user = byId.get(userId);
        return user ? waysTo(user, userGroupId, sendsTexts) : [];
      }),
      ...(hooks.has(userGroupId) ? [webhookOf(userGroupId)] : []),
    ];
    return new Map(
      news.map((one) => {
        const wishes = (wishesOf.get(one.assetId) ?? []).filter((wish) => isWanted(one, wish));
        return [one, wishes.flatMap(({ userGroupId }) => addresseesOf(userGroupId))];
      }),
    );
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

function waysTo(user: Recipient, userGroupId: number, sendsTexts: boolean): Addressee[] {
  const channels: alerts.AlertChannel[] = [];
  if (user.wantsMail) channels.push('mail');
  if (user.wantsText && sendsTexts) channels.push('text');
  const recipient = `u${user.userId}`;
  return channels.map((channel) => ({ recipient, userId: user.userId, userGroupId, channel }));
}

function webhookOf(userGroupId: number): Addressee {
  return { recipient: `g${userGroupId}`, userId: null, userGroupId, channel: 'webhook' };
}
