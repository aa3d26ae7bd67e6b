import { z } from 'zod';
import {
  assetDefinitionIdSchema,
  assetIdSchema,
  assetInPath,
  eventDefinitionIdSchema,
  eventIdSchema,
  idInPath,
} from '../ids.ts';
import { nameText, requiredName } from '../plain-name.ts';
import { isoTimeSchema } from '../time.ts';
import { call, may } from './call.ts';

/** Category of an event definition (spec 2 §3); any other number is an event. */
export const CATEGORY_ANNOTATION = 0;
export const CATEGORY_MAINTENANCE = 1;
export const CATEGORY_EVENT = 2;

/** Going offline and coming back (spec 3 §7): definitions that every asset has. */
export const OFFLINE_EVENT_DEFINITION_ID = 1;
export const ONLINE_EVENT_DEFINITION_ID = 2;

/** 0 Cancelled, 1 Requested, 2 In Progress, 3 Completed (spec 1 §3). */
export const eventStatusSchema = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
export type EventStatus = z.infer<typeof eventStatusSchema>;
export const EVENT_COMPLETED = 3;

export const eventDefinitionSchema = z.object({
  eventDefinitionId: eventDefinitionIdSchema,
  /** Null: of every asset. */
  assetDefinitionId: assetDefinitionIdSchema.nullable(),
  name: z.string(),
  alias: z.string(),
  category: z.number().int(),
  /** JSON text, exactly as it was saved. */
  reason: z.string(),
  /** What the reason holds, read: part numbers to choose from. Empty when the text cannot be read. */
  reasonExpanded: z.object({ options: z.array(z.string()) }),
});
export type EventDefinition = z.infer<typeof eventDefinitionSchema>;

export const eventSchema = z.object({
  eventId: eventIdSchema,
  assetId: assetIdSchema,
  eventDefinitionId: eventDefinitionIdSchema,
  eventDefinition: eventDefinitionSchema,
  /** When it happened, or is to happen. */
  timestamp: isoTimeSchema,
  /** When the portal heard of it. */
  received: isoTimeSchema,
  /** Comments, one a line. */
  cause: z.string(),
  /** JSON text, exactly as it was saved. */
  meta: z.string(),
  status: eventStatusSchema,
  /** Who made it; `telltale` for the portal itself. */
  user: z.string(),
});
export type AssetEventRecord = z.infer<typeof eventSchema>;

export const MAX_TEXT = 100_000;

const eventRange = {
  /** Of the timestamp; both ends inclusive. */
  from: isoTimeSchema.optional(),
  to: isoTimeSchema.optional(),
  category: z.coerce.number().int().min(0).max(1_000).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000_000).default(0),
};

export const listEvents = call({
  method: 'GET',
  path: '/api/events',
  access: may('Events', 'View'),
  summary: 'The events of an asset, newest first',
  query: z.object({ assetId: idInPath(assetIdSchema), ...eventRange }),
  reply: z.array(eventSchema),
});

export const listAssetEvents = call({
  method: 'GET',
  path: '/api/assets/{assetId}/events',
  access: may('Events', 'View'),
  summary: 'The events of an asset, newest first',
  params: assetInPath,
  query: z.object(eventRange),
  reply: z.array(eventSchema),
});

export const eventInputSchema = z.object({
  /** Absent or 0: a new one. */
  eventId: z.union([z.literal(0), eventIdSchema]).nullish(),
  assetId: assetIdSchema,
  /** Null, or absent of a new one: a note, which every asset may have. */
  eventDefinitionId: eventDefinitionIdSchema.nullish(),
  /** A new one needs it. */
  timestamp: isoTimeSchema.optional(),
  /** What a change does not name stays; of a new one texts are empty, and it is completed. */
  cause: z.string().max(MAX_TEXT).optional(),
  /** A further line of the cause, below all that others have written by then. */
  comment: z.string().trim().min(1).max(MAX_TEXT).optional(),
  /** JSON text; kept as it is. */
  meta: z.string().max(MAX_TEXT).optional(),
  /** The meta as it was read: only what differs from it is changed, what others changed since stays. */
  metaBefore: z.string().max(MAX_TEXT).optional(),
  status: eventStatusSchema.optional(),
});
export type EventInput = z.output<typeof eventInputSchema>;

export const putEvents = call({
  method: 'PUT',
  path: '/api/events',
  access: may('Events', 'View'),
  summary: 'Create events (needs Events/Create) or change those with an id (needs Events/Modify), all or none',
  body: z.array(eventInputSchema).min(1).max(1_000),
  maxBodyBytes: 10_000_000,
  reply: z.array(eventSchema),
});

export const deleteEvent = call({
  method: 'DELETE',
  path: '/api/events/{eventId}',
  access: may('Events', 'Delete'),
  summary: 'Delete an event that a person made',
  params: z.object({ eventId: idInPath(eventIdSchema) }),
  reply: z.object({ eventId: eventIdSchema }),
});

export const listEventDefinitions = call({
  method: 'GET',
  path: '/api/events/definitions',
  access: may('Events', 'View'),
  summary: 'The event definitions of an asset definition, by name',
  query: z.object({ assetDefinitionId: idInPath(assetDefinitionIdSchema) }),
  reply: z.array(eventDefinitionSchema),
});

export const eventDefinitionInputSchema = z.object({
  /** Absent or 0: a new one. */
  eventDefinitionId: z.union([z.literal(0), eventDefinitionIdSchema]).nullish(),
  assetDefinitionId: assetDefinitionIdSchema,
  /** What a change does not name stays; a new one needs a name, and is an annotation. */
  name: requiredName().optional(),
  alias: nameText().nullish(),
  category: z.number().int().min(0).max(1_000).optional(),
  /** JSON text that may hold `options`, a list of part numbers; kept as it is. Absent: as it was. */
  reason: z.string().max(1_000_000).optional(),
  /** The reason that a change was made from: 409 where another stands there by now. Absent: whatever stands there. */
  expectedReason: z.string().max(1_000_000).optional(),
});
export type EventDefinitionInput = z.output<typeof eventDefinitionInputSchema>;

export const putEventDefinition = call({
  method: 'PUT',
  path: '/api/events/definitions',
  access: may('Events', 'View'),
  summary: 'Create an event definition (needs Events/Create) or change the one with the id (needs Events/Modify)',
  body: eventDefinitionInputSchema,
  maxBodyBytes: 8_000_000,
  reply: eventDefinitionSchema,
});

export const deleteEventDefinition = call({
  method: 'DELETE',
  path: '/api/events/definitions/{eventDefinitionId}',
  access: may('Events', 'Delete'),
  summary: 'Delete an event definition that no event uses',
  params: z.object({ eventDefinitionId: idInPath(eventDefinitionIdSchema) }),
  reply: z.object({ eventDefinitionId: eventDefinitionIdSchema }),
});
