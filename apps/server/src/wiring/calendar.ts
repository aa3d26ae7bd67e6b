import { ScopeRepository } from '#features/access/scope-repository.ts';
import { CalendarRepository } from '#features/calendar/calendar-repository.ts';
import { calendarRoutes } from '#features/calendar/calendar-routes.ts';
import { CalendarService } from '#features/calendar/calendar-service.ts';
import { FeedRepository } from '#features/calendar/feeds/feed-repository.ts';
import { feedRoutes } from '#features/calendar/feeds/feed-routes.ts';
import { FeedService } from '#features/calendar/feeds/feed-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from './equipment.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';

/** The calendar of maintenance. */
export interface Calendar {
  readonly feedService: FeedService;
  readonly calendarRoutes: readonly Route[];
}

export function openCalendar(
  { db, work, clock, publicAddress }: Foundation,
  { access }: Identity,
  { assetReader }: Equipment,
): Calendar {
  const scope = new ScopeRepository(db);
  const service = new CalendarService({
    repository: new CalendarRepository(db),
    assetsInSight: async (caller: Caller) =>
      (await assetReader.listInSight(caller)).map(({ asset }) => ({
        assetId: asset.assetId,
        assetDefinitionId: asset.assetDefinitionId,
        name: asset.assetAlias || asset.serialNumber,
      })),
    assetsOfGroup: (assetGroupId) => scope.listAssetsOfGroup(assetGroupId),
  });
  const feeds = new FeedService({
    work,
    repository: new FeedRepository(db),
    calendar: service,
    rightsOf: (userId) => access.accessOf(userId),
    portalUrl: () => publicAddress.url,
    clock,
  });
  return { feedService: feeds, calendarRoutes: [...calendarRoutes(service), ...feedRoutes(feeds)] };
}
