import { isIP } from 'node:net';
import { type AlertBrowserId, alertBrowsers } from '@telltale/contract';
import type { Clock } from '#clock.ts';
import type { Log } from '#config/log.ts';
import type { UnitOfWork, Work } from '#db/unit-of-work.ts';
import type { Caller } from '#http/caller.ts';
import { badRequest, conflict, notFound } from '#http/errors.ts';
import { portalActor } from '#journal/journal.ts';
import type { IsReachable } from '#outgoing/reachable.ts';
import type { SecretBox } from '#secret-box.ts';
import { type Browser, BrowserRepository } from './browser-repository.ts';
import { markOf, ownerOfSubscription, type Subscription } from './subscription.ts';
import { isPublicKey } from './vapid-keys.ts';

export interface BrowserServiceOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  repository: BrowserRepository;
  box: Pick<SecretBox, 'seal'>;
  isReachable: IsReachable;
  publicKey: string;
  clock: Clock;
}

/** Sessions as far as it matters here that they end. */
interface SessionEnds {
  onAccessChanged(listener: (change: { authIds?: readonly string[]; lapsed?: boolean }) => void): () => void;
  isOpen(authId: string): boolean;
}

const LONGEST_AGENT = 255;

/** The browsers in which a user is told: each user's own, by a session of theirs. */
export class BrowserService {
  readonly #options: BrowserServiceOptions;

  constructor(options: BrowserServiceOptions) {
    this.#options = options;
  }

  async list({ userId }: Caller): Promise<{ publicKey: string; browsers: alertBrowsers.AlertBrowser[] }> {
    const { repository, publicKey } = this.#options;
    return { publicKey, browsers: (await repository.listOfUsers([userId])).map(replyOf) };
  }

  /** @throws HttpError 400 for what nothing can be sent to, 409 for one too many */
  async add(caller: Caller, subscription: Subscription, agent: string): Promise<alertBrowsers.AlertBrowser> {
    const { work, box, clock, isReachable } = this.#options;
    const { hostname, host } = new URL(subscription.endpoint);
    refuseAddress(hostname, isReachable);
    if (!isPublicKey(subscription.keys.p256dh)) throw badRequest('keys.p256dh is no key of the curve P-256.');
    const mark = markOf(subscription.endpoint);
    const given = {
      authId: caller.authId,
      sealedSubscription: box.seal(JSON.stringify(subscription), ownerOfSubscription(mark)),
      userAgent: agent.slice(0, LONGEST_AGENT),
    };
    return work.run(caller, async (unit) => {
      const browsers = unit.of(BrowserRepository);
      const before = await browsers.findByMark(mark);
      if (before?.userId === caller.userId) {
        await browsers.renew(before.browserId, given);
        return replyOf({ ...before, ...given });
      }
      const own = await browsers.listOfUsers([caller.userId]);
      if (own.length >= alertBrowsers.MOST_ALERT_BROWSERS) {
        throw conflict(`${alertBrowsers.MOST_ALERT_BROWSERS} browsers tell you already. Take one of them away first.`);
      }
      // The same browser in other hands: what was told to who used it before is not for who uses it now.
      if (before) await takeAway(unit, before, 'somebody else agreed in it');
      const place = { userId: caller.userId, mark, service: host, createdMs: clock.now() };
      const made = await browsers.insert({ ...place, ...given });
      unit.note({ kind: 'session', what: 'browser added for alerts', after: described(made) });
      return replyOf(made);
    });
  }

  /** @throws HttpError 404 for one that is not the caller's */
  async remove(caller: Caller, browserId: AlertBrowserId): Promise<void> {
    await this.#options.work.run(caller, async (unit) => {
      const browser = await unit.of(BrowserRepository).find(browserId);
      if (browser?.userId !== caller.userId) throw notFound('The browser');
      await takeAway(unit, browser, 'by its user');
    });
  }

  /**
   * A session that somebody ended, by logging out or as one that should not be, takes the browser along in which it agreed. One
   * that lapsed does not: a phone is to ring at night although nobody has looked at it for days.
   * @returns what ends this
   */
  follow(sessions: SessionEnds, log: Log): () => void {
    return sessions.onAccessChanged(({ authIds = [], lapsed = false }) => {
      const ended = lapsed ? [] : authIds.filter((authId) => !sessions.isOpen(authId));
      if (ended.length === 0) return;
      this.#endOf(ended).catch((error: unknown) =>
        log.error({ err: error }, 'browsers of ended sessions are still told'),
      );
    });
  }

  async #endOf(authIds: readonly string[]): Promise<void> {
    if ((await this.#options.repository.listOfSessions(authIds)).length === 0) return;
    await this.#options.work.run(portalActor, async (unit) => {
      const browsers = await unit.of(BrowserRepository).listOfSessions(authIds);
      for (const browser of browsers) await takeAway(unit, browser, 'its session was ended');
    });
  }
}

/** A browser is told no more, and the journal says why. */
export async function takeAway(unit: Work, browser: Browser, why: string): Promise<void> {
  if (!(await unit.of(BrowserRepository).delete(browser.browserId))) return;
  unit.note({ kind: 'session', what: `browser taken from alerts: ${why}`, before: described(browser) });
}

/** Names are looked at when something is sent, as they mean then. */
function refuseAddress(hostname: string, isReachable: IsReachable): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isReachable(address)) {
    throw badRequest(`${address} is not a public address. The operator of the portal may allow it.`);
  }
}

const described = ({ browserId, userId, service, userAgent }: Browser) => ({ browserId, userId, service, userAgent });

function replyOf(browser: Browser): alertBrowsers.AlertBrowser {
  const { browserId, mark, userAgent, service, createdMs, lastUsedMs } = browser;
  const iso = (ms: number) => new Date(ms).toISOString();
  const lastUsed = lastUsedMs === null ? null : iso(lastUsedMs);
  return { browserId, mark, userAgent, service, created: iso(createdMs), lastUsed };
}
