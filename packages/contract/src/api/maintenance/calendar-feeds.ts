import { z } from 'zod';
import { assetGroupIdSchema, assetIdSchema, idInPath } from '../../ids.ts';
import { requiredName } from '../../plain-name.ts';
import { isoTimeSchema } from '../../time.ts';
import { anyone, call, may } from '../call.ts';
import { eventStatusSchema } from '../events.ts';
import { zoneSchema } from '../exports.ts';

const calendarFeedIdSchema = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const feedInPath = z.object({ feedId: idInPath(calendarFeedIdSchema) });

/** What a feed is narrowed to: what the calendar was as it was made. */
export const feedFilterSchema = z.object({
  assetId: assetIdSchema.optional(),
  assetGroupId: assetGroupIdSchema.optional(),
  statuses: z.array(eventStatusSchema).min(1).max(4).optional(),
  type: z.string().max(255).optional(),
});
export type FeedFilter = z.infer<typeof feedFilterSchema>;

/** A calendar feed as its owner sees it; its address is answered once, when it is made or renewed. */
export const calendarFeedSchema = z.object({
  feedId: calendarFeedIdSchema,
  name: z.string(),
  filter: feedFilterSchema,
  created: isoTimeSchema,
  /** When a calendar program last asked for it. */
  lastUsed: isoTimeSchema.nullable(),
});
export type CalendarFeed = z.infer<typeof calendarFeedSchema>;

const withAddress = calendarFeedSchema.extend({ address: z.string() });

export const listCalendarFeeds = call({
  method: 'GET',
  path: '/api/calendarfeeds',
  access: may('Events', 'View'),
  proof: 'session',
  summary: "The caller's calendar feeds",
  reply: z.array(calendarFeedSchema),
});

export const createCalendarFeed = call({
  method: 'POST',
  path: '/api/calendarfeeds',
  access: may('Events', 'View'),
  proof: 'session',
  summary:
    'Make an address at which calendar programs read maintenance, never more than its owner sees; answered this once',
  body: z.object({
    name: requiredName(),
    filter: feedFilterSchema.default({}),
    /** In which its owner reads times, where they have chosen no other: of days in addresses. */
    zone: zoneSchema.optional(),
  }),
  reply: withAddress,
});

export const renewCalendarFeed = call({
  method: 'POST',
  path: '/api/calendarfeeds/{feedId}/renew',
  access: may('Events', 'View'),
  proof: 'session',
  summary: 'Give a calendar feed another address; the one before ends at once',
  params: feedInPath,
  reply: withAddress,
});

export const deleteCalendarFeed = call({
  method: 'DELETE',
  path: '/api/calendarfeeds/{feedId}',
  access: may('Events', 'View'),
  proof: 'session',
  summary: "End one of the caller's calendar feeds",
  params: feedInPath,
  reply: z.object({ feedId: calendarFeedIdSchema }),
});

export const readCalendarFeed = call({
  method: 'GET',
  path: '/api/calendars/{secret}',
  access: anyone,
  summary: 'Maintenance as iCalendar (RFC 5545), by the address of a feed: what its owner may see at this moment',
  params: z.object({ secret: z.string().max(200) }),
  reply: z.unknown(),
  replyType: 'text/calendar; charset=utf-8',
});
