import { z } from 'zod';
import { brokerFileSchema, brokerRulesSchema, topicFilterSchema } from '../../broker-rules.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call } from '../call.ts';

const count = z.number().int().nonnegative();

export const brokerConnectionSchema = z.object({
  /** Without user and password. */
  address: z.string(),
  clientId: z.string(),
  isConnected: z.boolean(),
  /** Of MQTT; null while there is no connection. */
  version: z.number().int().nullable(),
  /** Since when it is connected, or was not any more; null: it never was. */
  since: isoTimeSchema.nullable(),
  /** Why there is no connection. */
  failure: z.string().nullable(),
  /** Messages since the start: that came, that were acknowledged or needed no acknowledgement, that came to nothing. */
  received: count,
  done: count,
  setAside: count,
  /** Messages that wait for the disk. */
  waiting: count,
  reconnects: count,
});
export type BrokerConnection = z.infer<typeof brokerConnectionSchema>;

export const outsideBrokerSchema = z.object({
  /** Null: TELLTALE_BROKER_URL names none. */
  connection: brokerConnectionSchema.nullable(),
  /** By whose token nobody connects: what the broker brings counts as this gateway's. */
  gatewayId: z.number().int().nullable(),
  file: brokerFileSchema,
  /** Of the rules as they are: who changes them says what they were. */
  version: z.string(),
});
export type OutsideBroker = z.infer<typeof outsideBrokerSchema>;

export const getOutsideBroker = call({
  method: 'GET',
  path: '/api/broker',
  access: administrators,
  summary:
    'The MQTT broker that the portal takes data from beside its own, and by which rules; for administrators of admin unit 1',
  reply: outsideBrokerSchema,
});

export const putBrokerRules = call({
  method: 'PUT',
  path: '/api/broker/rules',
  access: administrators,
  summary:
    'Change by which rules topics of the MQTT broker become values of assets; for administrators of admin unit 1',
  body: z.object({ rules: brokerRulesSchema, version: z.string().max(100) }),
  reply: outsideBrokerSchema,
});

/** What a rule makes of a message. */
export const brokerOutcomeSchema = z.object({
  rule: z.string(),
  /** Null: the message does not say of which asset it is. */
  serialNumber: z.string().nullable(),
  points: z.array(
    z.object({
      label: z.string(),
      value: z.union([z.number(), z.string(), z.null()]),
      unit: z.string(),
      /** Null: the time of arrival. */
      time: isoTimeSchema.nullable(),
    }),
  ),
  /** What of it is set aside, and why. */
  problems: z.array(z.string()),
});
export type BrokerOutcome = z.infer<typeof brokerOutcomeSchema>;

export const brokerMessageSchema = z.object({
  time: isoTimeSchema,
  topic: z.string(),
  /** Its beginning, as text; bytes that are none stand as \xNN. */
  text: z.string(),
  bytes: count,
  retained: z.boolean(),
  outcomes: z.array(brokerOutcomeSchema),
});
export type BrokerMessage = z.infer<typeof brokerMessageSchema>;

export const lookAtBroker = call({
  method: 'POST',
  path: '/api/broker/look',
  access: administrators,
  summary:
    'The last messages of a topic filter since somebody looks at it, and what rules make of them, without storing anything; for administrators of admin unit 1',
  body: z.object({
    filter: topicFilterSchema,
    /** Left out: those that count. */
    rules: brokerRulesSchema.optional(),
  }),
  reply: z.object({
    /** The newest first. */
    messages: z.array(brokerMessageSchema),
    /** Of the filter, since somebody looks at it. */
    total: count,
    /** Why the broker sends nothing; null: it does. */
    failure: z.string().nullable(),
  }),
});
