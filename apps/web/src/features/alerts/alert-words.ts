import type { alerts } from '@telltale/contract';

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

const kindWords: Readonly<Record<alerts.AlertKind, string>> = {
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
