import type { AlarmDefinitionId, AssetId, alerts, EpochMs } from '@telltale/contract';

/** Where things to tell come from. */
export type AlertSource = 'alarm' | 'connection';

/** Which alarm: the same for everything that happens to one while it is open. */
export interface Matter {
  assetId: AssetId;
  /** 0: not of an alarm. */
  alarmDefinitionId: AlarmDefinitionId;
  /** When the alarm was raised, or the connection changed. */
  occurrenceMs: EpochMs;
}

export const matterOf = ({ assetId, alarmDefinitionId, occurrenceMs }: Matter) =>
  `${assetId} ${alarmDefinitionId} ${occurrenceMs}`;

/** Something to tell: what happened to an alarm or to the connection of an asset. */
export interface AlertNews extends Matter {
  source: AlertSource;
  kind: alerts.AlertKind;
  /** Of `unanswered`: the how many-th group is told; else 0. */
  step: number;
  timeMs: EpochMs;
  name: string;
  reason: string;
  severity: number;
  cause: string;
  /** Its numbers that have a unit, as they are kept beside it; '': none has. */
  causeNumbers: string;
  /** Who did it; `telltale` is the portal itself. */
  by: string;
  note: string;
}

/** What the transition of an alarm says, as far as it is told. */
export interface AlarmFact {
  assetId: AssetId;
  alarmDefinitionId: AlarmDefinitionId;
  kind: string;
  status: number | null;
  raisedMs: EpochMs;
  timeMs: EpochMs;
  shelvedUntilMs: EpochMs | null;
  name: string;
  reason: string;
  severity: number;
  cause: string;
  causeNumbers: string;
  by: string;
  note: string;
}

const ACKNOWLEDGED = 2;
const TOLD: ReadonlySet<string> = new Set(['raised', 'escalated', 'acknowledged', 'closed', 'expired']);

/** These open a matter; the others go only to who heard of its opening. */
export const OPENING_KINDS: readonly alerts.AlertKind[] = ['raised', 'escalated', 'unanswered'];

/**
 * What is told of a transition. Nothing of an alarm that is shelved: whoever shelved it knows. One that is still open and
 * not acknowledged when its shelving ends is told as raised, which is once whatever was told before.
 */
export function newsOfAlarm(fact: AlarmFact): AlertNews | undefined {
  const { kind, status, raisedMs, shelvedUntilMs, assetId, alarmDefinitionId } = fact;
  const { timeMs, name, reason, severity, cause, causeNumbers, by, note } = fact;
  const comesBack = kind === 'unshelved' && status !== null && status !== ACKNOWLEDGED;
  if (!comesBack && (!TOLD.has(kind) || shelvedUntilMs !== null)) return undefined;
  return {
    source: 'alarm',
    assetId,
    alarmDefinitionId,
    occurrenceMs: raisedMs,
    kind: comesBack ? 'raised' : (kind as alerts.AlertKind),
    step: 0,
    timeMs,
    name,
    reason,
    severity,
    cause,
    causeNumbers,
    by,
    note,
  };
}

const ANSWERS: ReadonlySet<string> = new Set(['acknowledged', 'closed', 'expired', 'shelved']);

/** Whether somebody is waited for since a transition, or no longer; undefined: it changes nothing of that. */
export function awaitsAnswer(fact: AlarmFact): boolean | undefined {
  if (ANSWERS.has(fact.kind)) return false;
  return newsOfAlarm(fact)?.kind === 'raised' ? true : undefined;
}

/** An asset went offline or came back. */
export function newsOfConnection(fact: {
  assetId: AssetId;
  isOnline: boolean;
  timeMs: EpochMs;
  cause: string;
}): AlertNews {
  const { assetId, isOnline, timeMs, cause } = fact;
  return {
    source: 'connection',
    assetId,
    alarmDefinitionId: 0 as AlarmDefinitionId,
    occurrenceMs: timeMs,
    kind: isOnline ? 'online' : 'offline',
    step: 0,
    timeMs,
    name: isOnline ? 'Online' : 'Offline',
    reason: '',
    severity: 0,
    cause,
    causeNumbers: '',
    by: 'telltale',
    note: '',
  };
}

/** What a user group wants to hear of an asset. */
export interface Subscription {
  assetId: AssetId;
  userGroupId: number;
  assetGroupId: number;
  severityMin: number;
  severityMax: number;
  online: boolean;
  offline: boolean;
  /** Only who of the group is on call is told. */
  onCallOnly: boolean;
}

/** Whether a subscription asks for it. */
export function isWanted(news: AlertNews, { severityMin, severityMax, online, offline }: Subscription): boolean {
  if (news.source === 'connection') return news.kind === 'online' ? online : offline;
  return news.severity >= severityMin && news.severity <= severityMax;
}
