import { z } from 'zod';
import { alarmDefinitionIdSchema, assetIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { anyone, call } from '../call.ts';

/** `ended`: it is closed, or was closed and raised anew since: this link is not of that alarm. */
export const answeredAlarmSchema = z.object({
  assetId: assetIdSchema,
  asset: z.string(),
  alarmDefinitionId: alarmDefinitionIdSchema,
  name: z.string(),
  reason: z.string(),
  severity: z.number(),
  raised: isoTimeSchema,
  state: z.enum(['open', 'acknowledged', 'shelved', 'ended']),
  /** Who acknowledged it; empty: nobody, or it is not known any more. */
  by: z.string(),
});
export type AnsweredAlarm = z.infer<typeof answeredAlarmSchema>;

/** What the link in a message leads to. */
export const alertAnswerSchema = z.object({
  /** In whose name it is acknowledged. */
  username: z.string(),
  /** By their session, or by the link alone, which is that of who got the message. */
  way: z.enum(['session', 'link']),
  /** `refused`: they may not acknowledge these alarms. */
  state: z.enum(['ready', 'used', 'expired', 'refused']),
  /** Those that they may see. */
  alarms: z.array(answeredAlarmSchema),
});
export type AlertAnswer = z.infer<typeof alertAnswerSchema>;

const body = z.object({ link: z.string().min(1).max(200) });

export const lookAtAlertAnswer = call({
  method: 'POST',
  path: '/api/alertanswers/look',
  access: anyone,
  summary: 'Of which alarms the link in a message is, and in whose name it would acknowledge them; 404: it is no link',
  body,
  reply: alertAnswerSchema,
});

export const answerAlert = call({
  method: 'POST',
  path: '/api/alertanswers',
  access: anyone,
  summary: 'Acknowledge the alarms of the link in a message; 403 and 409 say why it cannot be done',
  body,
  reply: alertAnswerSchema,
});
