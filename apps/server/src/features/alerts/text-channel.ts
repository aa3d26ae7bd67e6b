import type { alerts, UserId } from '@telltale/contract';
import type { AlertChannel } from './alert-channel.ts';
import type { AlertItem } from './alert-delivery-repository.ts';
import type { Recipient } from './alert-recipient-repository.ts';
import { type RightsOf, screenForUser } from './alert-rights.ts';
import { alertText, headline } from './alert-text.ts';
import type { AlertWayRepository } from './alert-way-repository.ts';
import { OWNER_OF_AUTHORIZATION } from './alert-way-service.ts';
import type { AlertReader } from './readers/alert-reader.ts';
import { type Post, sendingOf } from './webhook-channel.ts';

export interface TextChannelOptions {
  ways: AlertWayRepository;
  post: Post;
  unseal: (sealed: string, owner: string) => string;
  recipient: (userId: UserId) => Promise<Recipient | undefined>;
  rightsOf: RightsOf;
  portalUrl: () => string;
  readerOf: (user: Recipient, items: readonly AlertItem[]) => Promise<AlertReader>;
}

const SWITCHED_OFF = 'Texts to the phone are switched off.';
const NO_PHONE = 'There is no phone number.';
const NO_GATEWAY = 'Nothing sends texts to phones.';
/** One text of a phone. */
const MOST_CHARACTERS = 160;

/** Puts values into the template of a body, as the kind of body wants them written. */
export function fillTemplate(
  template: string,
  contentType: alerts.TextGateway['contentType'],
  values: Readonly<Record<string, string>>,
): string {
  const written = (text: string) =>
    contentType === 'application/json' ? JSON.stringify(text).slice(1, -1) : encodeURIComponent(text);
  return template.replaceAll(/\{(phone|text)\}/g, (_all, name: string) => written(values[name] ?? ''));
}

function shortText(items: readonly AlertItem[], portalUrl: string, reader: AlertReader): string {
  const [only] = items;
  const text = only && items.length === 1 ? headline(only) : alertText(items, portalUrl, reader).subject;
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}

/** Alerts as texts to phones, by what the operator has for it. */
export function textChannel(options: TextChannelOptions): AlertChannel {
  const { ways, post, unseal, recipient, rightsOf, portalUrl, readerOf } = options;
  return {
    async screen({ userId }, items) {
      const user = await recipient(userId as UserId);
      if (user && !user.wantsText) {
        return { told: [], dropped: items.map((item) => ({ item, reason: SWITCHED_OFF })) };
      }
      return screenForUser(rightsOf, userId as UserId, items);
    },
    async send({ messageId, userId }, items) {
      const user = await recipient(userId as UserId);
      if (!user || user.phone === '') return { kind: 'failed', detail: NO_PHONE };
      const gateway = await ways.findTextGateway();
      if (!gateway) return { kind: 'failed', detail: NO_GATEWAY, address: user.phone };
      const { url, contentType, body, sealedAuthorization } = gateway;
      const headers = {
        'Content-Type': contentType,
        'User-Agent': 'Telltale',
        'Idempotency-Key': messageId,
        ...(sealedAuthorization === '' ? {} : { Authorization: unseal(sealedAuthorization, OWNER_OF_AUTHORIZATION) }),
      };
      const text = shortText(items, portalUrl(), await readerOf(user, items));
      const filled = fillTemplate(body, contentType, { phone: user.phone, text });
      const sending = await sendingOf(() => post({ url, body: filled, headers }), url);
      return { ...sending, address: user.phone };
    },
  };
}
