import type { Generated } from 'kysely';
import type { EscalationTables } from './escalation/escalation-tables.ts';
import type { RotaTables } from './oncall/rota-tables.ts';
import type { BrowserTables } from './push/browser-tables.ts';
import type { QuietTables } from './quiet/quiet-tables.ts';

/** Up to where it was looked what there is to tell. */
export interface AlertCursorsTable {
  source: string;
  position: number;
}

/** What there is to tell, once for each alarm and state. */
export interface AlertNewsTable {
  news_id: Generated<number>;
  source: string;
  asset_id: number;
  /** 0: not of an alarm. */
  alarm_definition_id: number;
  /** When the alarm was raised, or the connection changed: with asset and definition it names one alarm. */
  occurrence_ms: number;
  kind: string;
  /** Of an escalation: the how many-th group is told; 0: it is none. */
  step: Generated<number>;
  time_ms: number;
  name: string;
  reason: string;
  severity: number;
  cause: string;
  /** Its numbers, as they are kept beside the alarm's. */
  cause_numbers: Generated<string>;
  by_name: string;
  note: string;
}

/** Who is told of it by which way, and how that went. */
export interface AlertDeliveriesTable {
  delivery_id: Generated<number>;
  news_id: number;
  /** The user or the user group, as one text. */
  recipient: string;
  user_id: number | null;
  /** The group whose subscription it is. */
  user_group_id: number | null;
  channel: string;
  state: string;
  created_ms: number;
  /** Not told before. */
  due_ms: number;
  /** Until when it is held, or was, because it is quiet for whom it is told; null: it was not. */
  held_until_ms: number | null;
  /** 1: told to who is on call, whether or not it is quiet for them. */
  on_call: Generated<number>;
  /** The message that tells it; null: there is none yet. */
  message_id: string | null;
  detail: string;
}

/** One message to one recipient: of one thing, or of many in a flood. */
export interface AlertMessagesTable {
  message_id: string;
  recipient: string;
  user_id: number | null;
  user_group_id: number | null;
  channel: string;
  state: string;
  /** Of how many things it tells. */
  size: number;
  /** Of the worst thing that it tells. */
  severity: Generated<number>;
  attempts: number;
  created_ms: number;
  /** Not tried before. */
  next_ms: number;
  sent_ms: number | null;
  /** Where it was sent. */
  address: string;
  detail: string;
  /** When its link was used; null: not yet. */
  answered_ms: number | null;
}

/** Where machines of a user group are told. */
export interface AlertWebhooksTable {
  user_group_id: number;
  url: string;
  sealed_secret: string;
  created_ms: number;
}

/** What sends texts to phones; one row at most, with the id 1. */
export interface AlertTextGatewayTable {
  gateway_id: number;
  url: string;
  content_type: string;
  /** With {phone} and {text} in it. */
  body: string;
  /** Empty: no such header. */
  sealed_authorization: string;
}

export interface AlertTables extends BrowserTables, EscalationTables, QuietTables, RotaTables {
  alert_webhooks: AlertWebhooksTable;
  alert_text_gateway: AlertTextGatewayTable;
  alert_cursors: AlertCursorsTable;
  alert_news: AlertNewsTable;
  alert_deliveries: AlertDeliveriesTable;
  alert_messages: AlertMessagesTable;
}
