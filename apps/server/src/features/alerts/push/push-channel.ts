import type { UserId } from '@telltale/contract';
import webPush from 'web-push';
import type { Clock } from '#clock.ts';
import type { UnitOfWork } from '#db/unit-of-work.ts';
import { portalActor } from '#journal/journal.ts';
import { NotReachableError, type OutgoingRequest } from '#outgoing/outgoing-call.ts';
import { AskedToWaitError, type PatientAnswer } from '#outgoing/patient-post.ts';
import { SealBrokenError } from '#secret-box.ts';
import type { AlertChannel, Sending } from '../alert-channel.ts';
import type { AlertItem } from '../alert-delivery-repository.ts';
import { type RightsOf, screenForUser } from '../alert-rights.ts';
import type { AlertReader } from '../readers/alert-reader.ts';
import { type Browser, BrowserRepository, browserIdOf } from './browser-repository.ts';
import { takeAway } from './browser-service.ts';
import { pushNoteOf } from './push-note.ts';
import { ownerOfSubscription, type Subscription, subscriptionSchema } from './subscription.ts';
import type { VapidKeys } from './vapid-keys.ts';

export interface PushChannelOptions {
  work: UnitOfWork;
  /** For reading, outside of units. */
  browsers: BrowserRepository;
  post: (request: OutgoingRequest) => Promise<PatientAnswer>;
  unseal: (sealed: string, owner: string) => string;
  vapidKeys: VapidKeys;
  rightsOf: RightsOf;
  readerOf: (userId: UserId, items: readonly AlertItem[]) => Promise<AlertReader>;
  clock: Clock;
  portalUrl: () => string;
}

const OTHER_KEY = 'The key of the portal is another, so the browser was taken away.';
const TAKEN_AWAY = 'This browser was taken away.';
/** For so long a service keeps what it cannot deliver; who hears a day late of an alarm has heard otherwise. */
const KEPT_SECONDS = 86_400;
const FIRST_GOOD = 200;
const FIRST_OTHER = 300;
/** The browser agrees no more, and the service says so. */
const GONE: readonly number[] = [404, 410];
const TOO_LARGE = 413;

/** Alerts on the screens of browsers and phones (Web Push, RFC 8030): sealed for the browser, so that no service can read them. */
export function pushChannel(options: PushChannelOptions): AlertChannel {
  const { work, browsers, post, unseal, vapidKeys, rightsOf, readerOf, clock, portalUrl } = options;

  async function settle(browser: Browser, { status, notBeforeMs }: PatientAnswer): Promise<Sending> {
    const address = browser.service;
    if (status >= FIRST_GOOD && status < FIRST_OTHER) {
      await work.run(portalActor, (unit) => unit.of(BrowserRepository).setUsed(browser.browserId, clock.now()));
      return { kind: 'sent', address };
    }
    if (GONE.includes(status)) {
      await work.run(portalActor, (unit) => takeAway(unit, browser, 'it agrees no more'));
      return { kind: 'failed', detail: `The browser agrees no more and was taken away (${status}).`, address };
    }
    const detail = `The push service answered ${status}.`;
    return status === TOO_LARGE
      ? { kind: 'failed', detail, address }
      : { kind: 'again', detail, address, isDown: false, notBeforeMs };
  }

  /** Undefined: it was sealed with another key. */
  function opened({ mark, sealedSubscription }: Browser): Subscription | undefined {
    try {
      return subscriptionSchema.parse(JSON.parse(unseal(sealedSubscription, ownerOfSubscription(mark))));
    } catch (error) {
      if (error instanceof SealBrokenError) return undefined;
      throw error;
    }
  }

  return {
    async screen({ recipient, userId }, items) {
      const browser = await browsers.find(browserIdOf(recipient));
      if (!browser) return { told: [], dropped: items.map((item) => ({ item, reason: TAKEN_AWAY })) };
      return screenForUser(rightsOf, userId as UserId, items);
    },
    async send({ messageId, recipient }, items) {
      const browser = await browsers.find(browserIdOf(recipient));
      if (!browser) return { kind: 'failed', detail: TAKEN_AWAY };
      const { service: address } = browser;
      const subscription = opened(browser);
      if (!subscription) {
        await work.run(portalActor, (unit) => takeAway(unit, browser, 'the key of the portal is another'));
        return { kind: 'failed', detail: OTHER_KEY, address };
      }
      const note = pushNoteOf(messageId, items, await readerOf(browser.userId, items));
      const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(note), {
        vapidDetails: { ...vapidKeys, subject: contactOf(portalUrl()) },
        TTL: KEPT_SECONDS,
        urgency: note.calls ? 'high' : 'normal',
        topic: note.about,
      });
      const said = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      let answer: PatientAnswer;
      try {
        answer = await post({ url: subscription.endpoint, headers: said, body: body ?? '' });
      } catch (error) {
        if (error instanceof AskedToWaitError)
          return { kind: 'later', detail: error.message, address, untilMs: error.untilMs };
        const detail = error instanceof Error ? error.message.slice(0, 300) : String(error);
        if (error instanceof NotReachableError) return { kind: 'failed', detail, address };
        return { kind: 'again', detail: `The push service is not reached: ${detail}.`, address, isDown: false };
      }
      return settle(browser, answer);
    },
  };
}

/** Whom a push service may write to about this portal; they take nothing but https: and mailto:. */
export function contactOf(portalUrl: string): string {
  const { protocol, hostname } = new URL(portalUrl);
  return protocol === 'https:' && hostname !== 'localhost'
    ? portalUrl
    : `mailto:telltale@${hostname.replace(/^\[|\]$/g, '')}`;
}
