import { z } from 'zod';
import { assetIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';

/** All alarms in sight in a few figures. What is shelved counts as nothing but `shelved`. */
export const alarmSummarySchema = z.object({
  open: z.number().int(),
  /** Of the open ones, those that nobody has acknowledged. */
  unacknowledged: z.number().int(),
  shelved: z.number().int(),
  /** The highest severity of an open one; null: none is open. */
  worst: z.number().nullable(),
  worstUnacknowledged: z.number().nullable(),
  /** When the newest of those that nobody has acknowledged was raised. */
  newest: isoTimeSchema.nullable(),
});
export type AlarmSummary = z.infer<typeof alarmSummarySchema>;

export const getAlarmSummary = call({
  method: 'GET',
  path: '/api/ef/alarms/summary',
  access: may('Alarms', 'View'),
  summary: 'How many alarms of all assets in sight are open, and how severe the worst is',
  reply: alarmSummarySchema,
});

/** The open alarms of one asset in a few figures; without what is shelved. */
export const assetAlarmCountSchema = z.object({
  assetId: assetIdSchema,
  count: z.number().int(),
  unacknowledged: z.number().int(),
  worstSeverity: z.number(),
});
export type AssetAlarmCount = z.infer<typeof assetAlarmCountSchema>;

export const listAlarmCounts = call({
  method: 'GET',
  path: '/api/ef/alarms/assets',
  access: may('Alarms', 'View'),
  summary: 'The assets in sight that have open alarms: how many, and the highest severity',
  reply: z.array(assetAlarmCountSchema),
});
