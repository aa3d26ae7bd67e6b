import { z } from 'zod';
import { assetIdSchema, dataItemIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { causeNumberSchema } from '../alarms/alarms.ts';
import { anyone, call, may } from '../call.ts';

/** What a region is asked for (spec 2 §9): the newest so many, from this magnitude up. */
export const REGION_EVENTS = 200;
export const REGION_MIN_MAGNITUDE = 2;
/** The alarm definition whose alarms are locally detected events (spec 2 §9). */
export const LOCAL_EVENT_DEFINITION = 2;
/** Of any feed, the newest so many. */
export const MOST_EVENTS = 20_000;
export const MOST_DETECTIONS = 1_000;

export const seismicFeedSchema = z.object({
  name: z.string(),
  /** Null: the feed is not asked for one region. */
  region: z.string().nullable(),
  /** Whether a visitor without a session sees it, too. */
  isPublic: z.boolean(),
});
export type SeismicFeed = z.infer<typeof seismicFeedSchema>;

export const seismicEventSchema = z.object({
  id: z.string(),
  time: isoTimeSchema,
  magnitude: z.number().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  /** Kilometres below the sea. */
  depth: z.number().nullable(),
  region: z.string(),
  /** A page about the event, http or https. */
  url: z.string().nullable(),
});
export type SeismicEvent = z.infer<typeof seismicEventSchema>;

export const seismicEventsSchema = z.object({
  source: z.string(),
  /** When the feed answered these; null: it never did. */
  fetchedAt: isoTimeSchema.nullable(),
  /** Why there is nothing newer; null: there is. */
  problem: z.string().nullable(),
  /** Events of the feed's answer that could not be read. */
  leftOut: z.number().int(),
  /** Newest first. */
  events: z.array(seismicEventSchema),
});
export type SeismicEvents = z.infer<typeof seismicEventsSchema>;

export const listSeismicFeeds = call({
  method: 'GET',
  path: '/api/seismic/feeds',
  access: anyone,
  summary: 'The earthquake feeds of the portal; without a session the public ones alone',
  reply: z.array(seismicFeedSchema),
});

export const listSeismicEvents = call({
  method: 'GET',
  path: '/api/seismic/events',
  access: anyone,
  summary:
    'The earthquakes of one feed, newest first, and when it answered them; feeds of regions need a session and Assets/View',
  query: z.object({ source: z.string().min(1).max(255) }),
  reply: seismicEventsSchema,
});

/** An alarm of definition 2: a station has noticed an event by itself. */
export const detectionSchema = z.object({
  assetId: assetIdSchema,
  assetAlias: z.string(),
  alarmDefinitionId: z.literal(LOCAL_EVENT_DEFINITION),
  raised: isoTimeSchema,
  /** Whose values its cause named when it was raised; absent: it told of none. */
  causeNumbers: z.array(causeNumberSchema).optional(),
  /** Whether the alarm is open. */
  isOpen: z.boolean(),
});
export type Detection = z.infer<typeof detectionSchema>;

export const listDetections = call({
  method: 'GET',
  path: '/api/seismic/detections',
  access: may('Assets', 'View'),
  summary: 'Events that the stations in sight have noticed themselves, open or ended, newest first',
  reply: z.array(detectionSchema),
});

/** The stations: assets of the definition that alarm definition 2 belongs to, and which of their data items are the ground's motion. */
export const seismicStationsSchema = z.object({
  assetIds: z.array(assetIdSchema),
  recordings: z.array(z.object({ dataItemId: dataItemIdSchema, label: z.string(), unit: z.string() })),
});
export type SeismicStations = z.infer<typeof seismicStationsSchema>;

export const listSeismicStations = call({
  method: 'GET',
  path: '/api/seismic/stations',
  access: may('Assets', 'View'),
  summary:
    'The stations in sight, which are the assets whose alarms are locally detected events, and what they record of the ground',
  reply: seismicStationsSchema,
});
