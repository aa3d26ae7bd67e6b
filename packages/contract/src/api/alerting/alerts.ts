import { z } from 'zod';
import { alarmDefinitionIdSchema, assetIdSchema, idInPath, userGroupIdSchema, userIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call, may } from '../call.ts';

/** What happened to an alarm or a connection, as people are told of it. */
export const alertKindSchema = z.enum([
  'raised',
  'escalated',
  'unanswered',
  'acknowledged',
  'closed',
  'expired',
  'offline',
  'online',
]);
export type AlertKind = z.infer<typeof alertKindSchema>;

/** A way to tell people, or machines. */
export const alertChannelSchema = z.enum(['mail', 'push', 'text', 'webhook']);
export type AlertChannel = z.infer<typeof alertChannelSchema>;

/**
 * `held`: until it is quiet no more for whom it is told. `sent`: the other side has taken it. `dropped`: it was not to be told
 * any more.
 */
export const alertMessageStateSchema = z.enum(['waiting', 'held', 'sending', 'sent', 'failed', 'dropped']);
export type AlertMessageState = z.infer<typeof alertMessageStateSchema>;

export const alertDeliverySchema = z.object({
  deliveryId: z.number().int(),
  kind: alertKindSchema,
  /** Of the alarm. */
  name: z.string(),
  severity: z.number(),
  assetId: assetIdSchema,
  asset: z.string(),
  /** 0: not of an alarm. */
  alarmDefinitionId: z.number().int(),
  /** When it happened. */
  time: isoTimeSchema,
  /** The user, or the user group of a webhook. */
  to: z.string(),
  channel: alertChannelSchema,
  /** Where it was sent; empty: nowhere yet. */
  address: z.string(),
  state: alertMessageStateSchema,
  attempts: z.number().int(),
  sent: isoTimeSchema.nullable(),
  /** When it is tried next. */
  next: isoTimeSchema.nullable(),
  /** Why it was not taken, or not told. */
  detail: z.string(),
});
export type AlertDelivery = z.infer<typeof alertDeliverySchema>;

export const listAlertDeliveries = call({
  method: 'GET',
  path: '/api/ef/alertdeliveries',
  access: may('Alerts', 'View'),
  summary:
    'Who was told of what by which way, and how that went, newest first: of assets in sight, to users and groups that the caller may know of',
  query: z.object({
    assetId: idInPath(assetIdSchema).optional(),
    alarmDefinitionId: idInPath(alarmDefinitionIdSchema).optional(),
    /** Of the alarm that was raised then: one that was raised anew since is another. */
    raised: isoTimeSchema.optional(),
    state: alertMessageStateSchema.optional(),
    channel: alertChannelSchema.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), deliveries: z.array(alertDeliverySchema) }),
});

export const alertProblemSchema = z.object({
  to: z.string(),
  /** Null: it is the webhook of a user group. */
  userId: userIdSchema.nullable(),
  channel: alertChannelSchema,
  address: z.string(),
  detail: z.string(),
  /** When the last message failed. */
  time: isoTimeSchema,
});
export type AlertProblem = z.infer<typeof alertProblemSchema>;

export const listAlertProblems = call({
  method: 'GET',
  path: '/api/ef/alertproblems',
  access: may('Alerts', 'View'),
  summary: 'Who cannot be told: users and webhooks whose last message was given up',
  reply: z.array(alertProblemSchema),
});

const webhookUrl = z
  .string()
  .trim()
  .max(2_000)
  .refine((text) => {
    const url = URL.parse(text);
    if (url === null || !['http:', 'https:'].includes(url.protocol)) return false;
    return url.username === '' && url.password === '';
  }, 'must be an address that begins with https:// or http://, without a user name');

/** Shorter ones can be guessed from a few messages. */
export const LEAST_SECRET = 16;

export const alertWebhookSchema = z.object({
  userGroupId: userGroupIdSchema,
  userGroupName: z.string(),
  url: z.string(),
});
export type AlertWebhook = z.infer<typeof alertWebhookSchema>;

export const listAlertWebhooks = call({
  method: 'GET',
  path: '/api/ef/alertwebhooks',
  access: may('Alerts', 'View'),
  summary: 'Where the machines of user groups are told of alarms; secrets are never answered',
  reply: z.array(alertWebhookSchema),
});

export const saveAlertWebhook = call({
  method: 'POST',
  path: '/api/ef/alertwebhooks',
  access: may('Alerts', 'Modify'),
  summary:
    'Tell the machine of a user group of what its users are told: a POST with X-Telltale-Timestamp (s) and X-Telltale-Signature: sha256= HMAC over timestamp.body',
  body: z.object({
    userGroupId: userGroupIdSchema,
    url: webhookUrl,
    secret: z.string().min(LEAST_SECRET).max(200),
  }),
  reply: alertWebhookSchema,
});

export const deleteAlertWebhook = call({
  method: 'DELETE',
  path: '/api/ef/alertwebhooks',
  access: may('Alerts', 'Modify'),
  summary: 'Tell the machine of a user group no more',
  body: z.object({ userGroupId: userGroupIdSchema }),
  reply: z.object({ userGroupId: userGroupIdSchema }),
});

export const textContentTypeSchema = z.enum(['application/json', 'application/x-www-form-urlencoded']);

export const textGatewaySchema = z.object({
  url: z.string(),
  contentType: textContentTypeSchema,
  body: z.string(),
  /** Whether an Authorization header goes with it; it is never answered. */
  hasAuthorization: z.boolean(),
});
export type TextGateway = z.infer<typeof textGatewaySchema>;

export const getTextGateway = call({
  method: 'GET',
  path: '/api/ef/alerttextgateway',
  access: administrators,
  summary: 'What sends texts to phones; null: nothing does. For administrators of admin unit 1',
  reply: textGatewaySchema.nullable(),
});

export const saveTextGateway = call({
  method: 'PUT',
  path: '/api/ef/alerttextgateway',
  access: administrators,
  summary:
    'Send texts to phones by a POST whose body is a template with {phone} and {text}. For administrators of admin unit 1',
  body: z.object({
    url: webhookUrl,
    contentType: textContentTypeSchema,
    body: z
      .string()
      .max(4_000)
      .refine((text) => text.includes('{phone}') && text.includes('{text}'), 'must have {phone} and {text} in it'),
    /** Absent: as it is; empty: none. */
    authorization: z
      .string()
      .max(2_000)
      .regex(/^[\x20-\x7e]*$/, 'must be plain characters')
      .optional(),
  }),
  reply: textGatewaySchema,
});

export const deleteTextGateway = call({
  method: 'DELETE',
  path: '/api/ef/alerttextgateway',
  access: administrators,
  summary: 'Send no texts to phones any more. For administrators of admin unit 1',
  reply: z.object({}),
});
