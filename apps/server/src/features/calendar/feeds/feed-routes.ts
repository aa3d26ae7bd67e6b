import { calendarFeeds } from '@telltale/contract';
import { Answer, type Route, route } from '#http/route.ts';
import type { FeedRecord } from './feed-repository.ts';
import type { FeedService, FeedWithAddress } from './feed-service.ts';

function toReply({ feedId, name, filter, createdMs, lastUsedMs }: FeedRecord): calendarFeeds.CalendarFeed {
  const lastUsed = lastUsedMs === null ? null : new Date(lastUsedMs).toISOString();
  return { feedId, name, filter, created: new Date(createdMs).toISOString(), lastUsed };
}

const withAddress = (feed: FeedWithAddress) => ({ ...toReply(feed), address: feed.address });

export function feedRoutes(service: FeedService): Route[] {
  return [
    route(calendarFeeds.listCalendarFeeds, async ({ caller }) => (await service.list(caller)).map(toReply)),
    route(calendarFeeds.createCalendarFeed, async ({ caller, body }) =>
      withAddress(await service.create(caller, body)),
    ),
    route(calendarFeeds.renewCalendarFeed, async ({ caller, params }) =>
      withAddress(await service.renew(caller, params.feedId)),
    ),
    route(calendarFeeds.deleteCalendarFeed, async ({ caller, params }) => {
      await service.delete(caller, params.feedId);
      return params;
    }),
    route(calendarFeeds.readCalendarFeed, async ({ params, raw }) => {
      const calendar = await service.read(params.secret.replace(/\.ics$/i, ''), raw.ip);
      return new Answer(200, calendar, {
        'Content-Type': 'text/calendar; charset=utf-8',
        'Content-Disposition': 'inline; filename="maintenance.ics"',
        'Cache-Control': 'private, no-cache',
      });
    }),
  ];
}
