import { createHmac } from 'node:crypto';
import type { Clock } from '#clock.ts';
import { NotReachableError } from '#outgoing/outgoing-call.ts';
import { AskedToWaitError, type PatientAnswer } from '#outgoing/patient-post.ts';
import type { AlertChannel, Sending } from './alert-channel.ts';
import type { AlertItem } from './alert-delivery-repository.ts';
import { NO_RIGHT } from './alert-rights.ts';
import { dashboardOf, headline } from './alert-text.ts';
import type { AlertWayRepository, WebhookRecord } from './alert-way-repository.ts';
import { ownerOfSecret } from './alert-way-service.ts';

/** Makes a POST and answers what came back. @throws whatever kept it from being answered */
export type Post = (request: {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}) => Promise<PatientAnswer>;

export interface WebhookChannelOptions {
  ways: AlertWayRepository;
  post: Post;
  unseal: (sealed: string, owner: string) => string;
  clock: Clock;
  portalUrl: () => string;
}

const GONE = 'There is no webhook any more.';
/** More than this would keep a machine from answering in time: it is told how many there are beyond. */
const MOST_ALERTS = 1_000;

/** What the signature of a webhook is made over: the time is in it, so that an old message cannot pass for a new one. */
export function signatureOf(secret: string, timestamp: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** Alerts for machines: signed, with the id of the message, by which a machine knows it again. */
export function webhookChannel({ ways, post, unseal, clock, portalUrl }: WebhookChannelOptions): AlertChannel {
  const hookOf = async (userGroupId: number | null): Promise<WebhookRecord | undefined> =>
    userGroupId === null ? undefined : (await ways.listWebhooks([userGroupId]))[0];
  return {
    async screen({ userGroupId }, items) {
      const assetIds = [...new Set(items.map(({ assetId }) => assetId))];
      const seen = await ways.listSeenByGroup(userGroupId ?? 0, assetIds);
      return {
        told: items.filter(({ assetId }) => seen.has(assetId)),
        dropped: items.filter(({ assetId }) => !seen.has(assetId)).map((item) => ({ item, reason: NO_RIGHT })),
      };
    },
    async send({ messageId, userGroupId }, items) {
      const hook = await hookOf(userGroupId);
      if (!hook) return { kind: 'failed', detail: GONE };
      const { url } = hook;
      const more = Math.max(0, items.length - MOST_ALERTS);
      const worst = more === 0 ? items : items.toSorted((a, b) => b.severity - a.severity).slice(0, MOST_ALERTS);
      const told = worst.map((item) => alertOf(item, portalUrl()));
      const body = JSON.stringify({ id: messageId, alerts: told, ...(more === 0 ? {} : { more }) });
      const timestamp = String(Math.floor(clock.now() / 1_000));
      const secret = unseal(hook.sealedSecret, ownerOfSecret(hook.userGroupId));
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'Telltale',
        'X-Telltale-Delivery': messageId,
        'X-Telltale-Timestamp': timestamp,
        'X-Telltale-Signature': signatureOf(secret, timestamp, body),
      };
      return sendingOf(() => post({ url, body, headers }), url);
    },
  };
}

const FIRST_GOOD = 200;
const FIRST_OTHER = 300;
/** The address is no more, and says so. */
const GONE_STATUS = 410;

/** How it went with a POST: only an answer of success is one. A redirect is none. */
export async function sendingOf(post: () => ReturnType<Post>, address: string): Promise<Sending> {
  try {
    const { status, notBeforeMs } = await post();
    if (status >= FIRST_GOOD && status < FIRST_OTHER) return { kind: 'sent', address };
    const detail = `It answered ${status}.`;
    return status === GONE_STATUS
      ? { kind: 'failed', detail, address }
      : { kind: 'again', detail, address, isDown: false, notBeforeMs };
  } catch (error) {
    if (error instanceof AskedToWaitError)
      return { kind: 'later', detail: error.message, address, untilMs: error.untilMs };
    const detail = error instanceof Error ? error.message.slice(0, 300) : String(error);
    if (error instanceof NotReachableError) return { kind: 'failed', detail, address };
    return { kind: 'again', detail, address, isDown: false };
  }
}

function alertOf(item: AlertItem, portalUrl: string) {
  const { kind, source, assetId, assetName, alarmDefinitionId, name, reason, severity, cause, by, note } = item;
  return {
    kind,
    source,
    title: headline(item),
    assetId,
    asset: assetName,
    ...(source === 'alarm' ? { alarmDefinitionId, name, reason, severity } : {}),
    cause,
    raised: new Date(item.occurrenceMs).toISOString(),
    time: new Date(item.timeMs).toISOString(),
    by,
    note,
    url: dashboardOf(item, portalUrl),
  };
}
