import type { alerts } from '@telltale/contract';
import { formatDateTime } from '@telltale/domain/format/time.ts';

export const stateWords: Readonly<Record<alerts.AlertMessageState, string>> = {
  waiting: 'Waiting',
  held: 'Held',
  sending: 'On its way',
  sent: 'Sent',
  failed: 'Given up',
  dropped: 'Not told',
};

export const channelWords: Readonly<Record<alerts.AlertChannel, string>> = {
  mail: 'Mail',
  push: 'Browser',
  text: 'Text to a phone',
  webhook: 'Webhook',
};

export const kindWords: Readonly<Record<alerts.AlertKind, string>> = {
  raised: 'raised',
  escalated: 'escalated',
  unanswered: 'not acknowledged',
  acknowledged: 'acknowledged',
  closed: 'closed',
  expired: 'closed, its time ran out',
  offline: 'offline',
  online: 'online',
};

/** What was told, in one line. */
export function whatWords({ alarmDefinitionId, name, kind }: alerts.AlertDelivery): string {
  return alarmDefinitionId === 0 ? kindWords[kind] : `${name}: ${kindWords[kind]}`;
}

/** The state, with when and why. */
export function stateText({ state, sent, next, attempts, detail }: alerts.AlertDelivery, zone: string): string {
  const at = (time: string) => formatDateTime(Date.parse(time), zone);
  const isPutOff = state === 'held' || (state === 'waiting' && attempts > 0);
  const again = isPutOff && next !== null ? ` until ${at(next)}` : '';
  const when = sent === null ? again : ` ${at(sent)}`;
  return `${stateWords[state]}${when}${detail === '' ? '' : `. ${detail}`}`;
}
