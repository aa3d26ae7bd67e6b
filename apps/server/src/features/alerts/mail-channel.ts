import type { UserId } from '@telltale/contract';
import type { Mailer } from '#mail/mailer.ts';
import { smtpProblem } from '#mail/smtp-problem.ts';
import type { AlertChannel, Sending } from './alert-channel.ts';
import type { AlertItem } from './alert-delivery-repository.ts';
import type { Recipient } from './alert-recipient-repository.ts';
import { type RightsOf, screenForUser } from './alert-rights.ts';
import { alertText } from './alert-text.ts';
import type { AlertReader } from './readers/alert-reader.ts';

export interface MailChannelOptions {
  mailer: Mailer;
  recipient: (userId: UserId) => Promise<Recipient | undefined>;
  /** Where mails of a user go; undefined: nowhere. */
  addressOf: (username: string, altEmail: string) => string | undefined;
  rightsOf: RightsOf;
  portalUrl: () => string;
  /** The link by which a user acknowledges what a message tells; undefined for who may not. */
  answerUrl: (messageId: string, userId: UserId, items: readonly AlertItem[]) => Promise<string | undefined>;
  /** How a user reads times and values. */
  readerOf: (user: Recipient, items: readonly AlertItem[]) => Promise<AlertReader>;
}

const NO_ADDRESS = 'There is no mail address.';
const SWITCHED_OFF = 'Mails are switched off.';

/** Alerts by mail. The id of the message is that of the mail: who gets it twice can tell. */
export function mailChannel(options: MailChannelOptions): AlertChannel {
  const { mailer, recipient, addressOf, rightsOf, portalUrl, answerUrl, readerOf } = options;
  return {
    async screen({ userId }, items) {
      const user = await recipient(userId as UserId);
      if (user && !user.wantsMail) {
        return { told: [], dropped: items.map((item) => ({ item, reason: SWITCHED_OFF })) };
      }
      return screenForUser(rightsOf, userId as UserId, items);
    },
    async send({ messageId, userId }, items) {
      const user = await recipient(userId as UserId);
      const to = user && addressOf(user.username, user.altEmail);
      if (user === undefined || to === undefined) return { kind: 'failed', detail: NO_ADDRESS };
      try {
        const answer = await answerUrl(messageId, userId as UserId, items);
        const reader = await readerOf(user, items);
        await mailer.send({ to, ...alertText(items, portalUrl(), reader, answer), key: messageId });
        return { kind: 'sent', address: to };
      } catch (error) {
        return outcomeOf(error, to);
      }
    },
  };
}

function outcomeOf(error: unknown, address: string): Sending {
  const { isRefused, isDown } = smtpProblem(error);
  const detail = (error as Error).message.slice(0, 300);
  if (isRefused) return { kind: 'failed', detail, address };
  return { kind: 'again', detail, address, isDown };
}
