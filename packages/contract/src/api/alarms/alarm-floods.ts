import { z } from 'zod';
import { alarmDefinitionIdSchema, assetDefinitionIdSchema, assetIdSchema, idInPath } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may } from '../call.ts';
import { MAX_OPERATORS } from './alarm-health.ts';

/** A flood is named by the millisecond of its first alarm, of those that the caller sees. */
export const floodIdSchema = z.number().int();

/** The first alarm of a flood. */
export const firstOutSchema = z.object({
  assetId: assetIdSchema,
  assetName: z.string(),
  alarmDefinitionId: alarmDefinitionIdSchema,
  name: z.string(),
  severity: z.number(),
  raised: isoTimeSchema,
});
export type FirstOut = z.infer<typeof firstOutSchema>;

const severityCountSchema = z.object({ severity: z.number(), alarms: z.number().int() });

/** Ten alarms or more within ten minutes, until fewer than five come in ten minutes. */
export const floodSchema = z.object({
  floodId: floodIdSchema,
  from: isoTimeSchema,
  /** Null: it goes on. */
  until: isoTimeSchema.nullable(),
  /** When the last of its alarms was opened. */
  last: isoTimeSchema,
  /** How many were opened in it. */
  alarms: z.number().int(),
  assets: z.number().int(),
  firstOut: firstOutSchema,
  /** Of all of them, the highest severity first. */
  severities: z.array(severityCountSchema),
});
export type Flood = z.infer<typeof floodSchema>;

/** What a row of the list of alarms tells of the flood that it stands for. */
export const floodRowSchema = floodSchema.omit({ assets: true }).extend({
  /** How many of its alarms stand in this list, with its filter; the figures beside are of these. */
  listed: z.number().int(),
  unacknowledged: z.number().int(),
  /** Its alarms follow in the list. */
  isOpened: z.boolean(),
});
export type FloodRow = z.infer<typeof floodRowSchema>;

/** Where an alarm stands in its flood, and why. */
export const floodPlaceSchema = z.object({
  floodId: floodIdSchema,
  /**
   * `first`: the first out of the flood. `cause`: the first out of a group that nothing known leads to. `consequence`: it followed
   * another one. `alone`: nothing known leads to it, and nothing followed it.
   */
  role: z.enum(['first', 'cause', 'consequence', 'alone']),
  /** After the one that it follows; where there is none, after the flood began. */
  afterSeconds: z.number(),
  follows: z.object({ name: z.string(), assetName: z.string(), isFirst: z.boolean() }).nullable(),
  /** What both have in common: the asset, a system, or being the same alarm on two assets. */
  bond: z.enum(['asset', 'system', 'alarm']).nullable(),
  systemName: z.string().nullable(),
  /** How often it had followed that one, of the last times before; null where that tells nothing. */
  evidence: z.object({ followed: z.number().int(), of: z.number().int() }).nullable(),
});
export type FloodPlace = z.infer<typeof floodPlaceSchema>;

export const listFloods = call({
  method: 'GET',
  path: '/api/ef/alarms/floods',
  access: may('Alarms', 'View'),
  summary:
    'Floods of alarms of all assets in sight in a time, newest first: 10 alarms or more within 10 minutes for each operator, with their first out',
  query: z.object({
    /** Seven days before the end, where it is not said. */
    from: isoTimeSchema.optional(),
    /** Now, where it is not said. */
    to: isoTimeSchema.optional(),
    operators: z.coerce.number().int().min(1).max(MAX_OPERATORS).default(1),
    assetDefinitionId: idInPath(assetDefinitionIdSchema).optional(),
    limit: z.coerce.number().int().min(1).max(1_000).default(50),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  }),
  reply: z.object({ total: z.number().int(), floods: z.array(floodSchema) }),
});
