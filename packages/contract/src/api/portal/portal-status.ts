import { z } from 'zod';
import { assetIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { administrators, call } from '../call.ts';
import { brokerConnectionSchema } from './outside-broker.ts';

const count = z.number().int().nonnegative();

/** A node of a portal of several, as it tells of itself. */
export const nodeStatusSchema = z.object({
  name: z.string(),
  version: z.string(),
  startedAt: isoTimeSchema,
  /** Whether it is the one that answers this. */
  isThis: z.boolean(),
  /** Whether it does what the portal does once: exports, retention, alerts, the outside broker. */
  hasDuty: z.boolean(),
  /** By how much its clock is ahead of the database's. */
  clockOffsetMs: z.number(),
  /** False: its clock is so wrong that it stores and evaluates nothing. */
  mayOwn: z.boolean(),
  /** Of the portal's, how many it stores and evaluates. */
  partitions: count,
  /** Sessions of devices and gateways at it. */
  devices: count,
  /** Points that it has read and not stored yet. */
  pointsWaiting: count,
});
export type NodeStatus = z.infer<typeof nodeStatusSchema>;

export const portalStatusSchema = z.object({
  version: z.string(),
  startedAt: isoTimeSchema,
  /** What keeps data from being accepted now, and what else an operator should know, a line each. */
  faults: z.array(z.string()),
  warnings: z.array(z.string()),
  ingest: z.object({
    /** A minute each, oldest first, at most an hour. */
    minutes: z.array(
      z.object({
        time: isoTimeSchema,
        pointsPerSecond: z.number().nonnegative(),
        /** The longest that a message waited for the disk at one of the looks of that minute, ms. */
        commitMs: z.number().nonnegative(),
      }),
    ),
    pointsWaiting: count,
    pointsStored: count,
    setAside: count,
    assets: count,
    assetsConnected: count,
    browsers: count,
  }),
  disk: z.object({
    freeBytes: z.number(),
    totalBytes: z.number(),
    historyBytes: z.number(),
    historyPoints: z.number(),
    /** `embedded`, or the server that history is at, with its version. */
    historyEngine: z.string(),
    /** How much less is free each day, as of the last hours; null: not known yet. */
    bytesPerDay: z.number().nullable(),
    /** When nothing is taken in any more at this rate; null: not to be foreseen. */
    fullAt: isoTimeSchema.nullable(),
  }),
  process: z.object({ memoryBytes: z.number(), databaseBytes: z.number().nullable(), databaseEngine: z.string() }),
  /** Since the start, the slowest first. */
  calls: z.array(
    z.object({
      call: z.string(),
      count,
      meanMs: z.number(),
      /** 95 of 100 were answered within this. */
      p95Ms: z.number(),
    }),
  ),
  /** Devices of which the most was set aside since the start. */
  devices: z.array(
    z.object({
      assetId: assetIdSchema.nullable(),
      gatewayId: z.number().int().nullable(),
      name: z.string(),
      setAside: count,
      reason: z.string(),
    }),
  ),
  /** The plant's own MQTT broker; null: the portal takes data from none. */
  broker: brokerConnectionSchema.nullable(),
  waiting: z.object({ mails: count, alerts: count, exports: count, commands: count }),
  /** Mails, but for alerts, that were not taken. */
  mails: z.object({
    /** Since when the oldest waits that was tried in vain; null: there is none. */
    waitingSince: isoTimeSchema.nullable(),
    /** Why it was not taken when it was tried last. */
    problem: z.string().nullable(),
    /** Given up in the last week. */
    givenUp: count,
  }),
  backups: z.object({
    isOn: z.boolean(),
    lastGoodAt: isoTimeSchema.nullable(),
    failure: z.string().nullable(),
  }),
  /** The nodes, and how many partitions of all have no owner now; null: the portal is one process. */
  cluster: z
    .object({
      nodes: z.array(nodeStatusSchema),
      /** Those that are gone and did not say that they go, until one of their name begins; for a week. */
      lost: z.array(z.object({ name: z.string(), version: z.string(), lostAt: isoTimeSchema })),
      partitions: count,
      unowned: count,
    })
    .nullable(),
  /** When the portal's own certificate ends; null: it has none. */
  certificateEndsAt: isoTimeSchema.nullable(),
});
export type PortalStatus = z.infer<typeof portalStatusSchema>;

export const getStatus = call({
  method: 'GET',
  path: '/api/status',
  access: administrators,
  summary:
    'How the portal itself is: ingest, disk, slow calls, misbehaving devices, queues, backups; for administrators of admin unit 1',
  reply: portalStatusSchema,
});
