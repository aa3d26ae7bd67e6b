import { type calendarFeeds, type EpochMs, permissionId, type UserId } from '@telltale/contract';
import { counterWords } from '@telltale/domain/field/parts/counter-words.ts';
import { formatDate } from '@telltale/domain/format/time.ts';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { type Caller, holds } from '#http/caller.ts';
import { conflict, HttpError, notFound } from '#http/errors.ts';
import { hashToken, randomToken } from '#random-token.ts';
import type { RateLimit, RateLimits } from '#rate-limit.ts';
import type { CalendarService, PlacedRow } from '../calendar-service.ts';
import { type FeedRecord, FeedRepository } from './feed-repository.ts';
import { type IcalendarEntry, icalendar } from './icalendar.ts';

export interface FeedServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: FeedRepository;
  calendar: Pick<CalendarService, 'list'>;
  /** What a user may do and see at this moment; undefined: there is no such user. */
  rightsOf: (userId: UserId) => Promise<Omit<Caller, 'authId' | 'proof'> | undefined>;
  portalUrl: () => string;
  clock: Clock;
  limits: RateLimits;
}

export type FeedWithAddress = FeedRecord & { address: string };

const MOST_FEEDS = 20;
const DAY_MS = 86_400_000;
const BACK_MS = 90 * DAY_MS;
const AHEAD_MS = 300 * DAY_MS;
const USE_NOTED_EVERY_MS = 60_000;
const MOST_READS = 60;
const MOST_MISSES = 30;
const WINDOW_MS = 10 * 60_000;
const VIEW = permissionId('Events', 'View');
const SECRET = /^[\w-]{43}$/;
const STATUS_WORDS = ['Cancelled', 'Requested', 'In Progress', 'Completed'] as const;

/**
 * Calendar feeds: an address with a secret in it, at which a calendar program reads what the feed's owner may see as it
 * asks. The secret opens nothing else, and nothing else opens the address.
 */
export class FeedService {
  readonly #options: FeedServiceOptions;
  readonly #reads: RateLimit;
  readonly #misses: RateLimit;

  constructor(options: FeedServiceOptions) {
    this.#options = options;
    this.#reads = options.limits.of('reads of a calendar feed', MOST_READS, WINDOW_MS);
    this.#misses = options.limits.of('wrong calendar feeds from an address', MOST_MISSES, WINDOW_MS);
  }

  async list(caller: Caller): Promise<FeedRecord[]> {
    return this.#options.repository.listOf(caller.userId);
  }

  /** @throws HttpError 409 when there are too many */
  async create(
    caller: Caller,
    { name, filter, zone = 'UTC' }: { name: string; filter: calendarFeeds.FeedFilter; zone?: string | undefined },
  ): Promise<FeedWithAddress> {
    const secret = randomToken();
    const { work, clock } = this.#options;
    const record = await work.run(caller, async (unit) => {
      const feeds = unit.of(FeedRepository);
      const { userId } = caller;
      if ((await feeds.listOf(userId)).length >= MOST_FEEDS) throw conflict('There are too many feeds already.');
      const made = await feeds.insert({ userId, name, filter, zone, createdMs: clock.now() }, hashToken(secret));
      unit.note({ kind: 'calendar feed', what: `calendar feed ${made.feedId} made`, after: { name, filter } });
      return made;
    });
    return { ...record, address: this.#addressOf(secret) };
  }

  /** @throws HttpError 404 for none of the caller's own */
  async renew(caller: Caller, feedId: number): Promise<FeedWithAddress> {
    const secret = randomToken();
    const record = await this.#options.work.run(caller, async (unit) => {
      const renewed = await unit.of(FeedRepository).renew(feedId, caller.userId, hashToken(secret));
      if (!renewed) throw notFound('The calendar feed');
      unit.note({ kind: 'calendar feed', what: `calendar feed ${feedId} renewed` });
      return renewed;
    });
    return { ...record, address: this.#addressOf(secret) };
  }

  /** @throws HttpError 404 for none of the caller's own */
  async delete(caller: Caller, feedId: number): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      if (!(await unit.of(FeedRepository).delete(feedId, caller.userId))) throw notFound('The calendar feed');
      unit.note({ kind: 'calendar feed', what: `calendar feed ${feedId} ended` });
    });
  }

  /**
   * What a feed says at this moment.
   * @throws HttpError 404 for no feed, or one whose owner is gone or may not view events; 429 after too many
   */
  async read(secret: string, address: string): Promise<string> {
    const { repository, rightsOf, clock } = this.#options;
    const feed = SECRET.test(secret) ? await repository.findByHash(hashToken(secret)) : undefined;
    const rights = feed && (await rightsOf(feed.userId));
    if (!feed || !rights || !mayView(rights)) {
      refuseBeyond(this.#misses.take(address));
      throw notFound('The calendar');
    }
    refuseBeyond(this.#reads.take(String(feed.feedId)));
    const now = clock.now();
    if (feed.lastUsedMs === null || now - feed.lastUsedMs > USE_NOTED_EVERY_MS) {
      await repository.setLastUsed(feed.feedId, now);
    }
    const caller: Caller = { ...rights, authId: `calendar feed ${feed.feedId}`, proof: 'token', address };
    return icalendar(
      feed.name,
      (await this.#rows(caller, feed, now)).map((row) => this.#entry(row, feed.zone)),
    );
  }

  /** What it is narrowed to may be out of sight by now: then it says nothing. */
  async #rows(caller: Caller, { filter }: FeedRecord, nowMs: EpochMs): Promise<readonly PlacedRow[]> {
    // Whole days, so that what has not changed is the same answer all day.
    const todayMs = nowMs - (nowMs % DAY_MS);
    const list = (fromMs: EpochMs, toMs: EpochMs) => this.#options.calendar.list(caller, filter, { fromMs, toMs });
    try {
      const ahead = await list(todayMs, todayMs + AHEAD_MS);
      if (ahead.isCut) return ahead.rows;
      // What is to come is told whatever was done before: of too much only the latest is.
      for (let backMs = BACK_MS; ; backMs = Math.floor(backMs / 2)) {
        const { rows, isCut } = await list(todayMs - backMs, todayMs - 1);
        if (!isCut || backMs < DAY_MS) return [...rows, ...ahead.rows];
      }
    } catch (error) {
      if (error instanceof HttpError && [403, 404].includes(error.status)) return [];
      throw error;
    }
  }

  /** @param zone in which its day is that of the calendar which its address opens */
  #entry(
    { eventId, asset, type, timestampMs, receivedMs, cause, status, forecast }: PlacedRow,
    zone: string,
  ): IcalendarEntry {
    const portal = this.#options.portalUrl();
    const day = formatDate(timestampMs, zone);
    return {
      uid: `maintenance-${eventId}@${new URL(portal).host}`,
      timeMs: timestampMs,
      stampMs: receivedMs,
      summary: `${type}: ${asset.name}`,
      description: [STATUS_WORDS[status], forecast && counterWords(forecast), cause].filter(Boolean).join('\n'),
      status,
      url: `${portal}/maintenance?day=${day}&entry=${eventId}`,
    };
  }

  #addressOf(secret: string): string {
    return `${this.#options.portalUrl()}/api/calendars/${secret}.ics`;
  }
}

function mayView(rights: Pick<Caller, 'permissions'>): boolean {
  return holds(rights, VIEW);
}

function refuseBeyond(seconds: number): void {
  if (seconds === 0) return;
  const headers = { 'Retry-After': String(seconds) };
  throw new HttpError(429, 'too-many', 'The calendar was asked for too often. Try again later.', { headers });
}
