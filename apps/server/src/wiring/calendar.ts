import { ScopeRepository } from '#features/access/scope-repository.ts';
import { CalendarRepository } from '#features/calendar/calendar-repository.ts';
import { calendarRoutes } from '#features/calendar/calendar-routes.ts';
import { CalendarService } from '#features/calendar/calendar-service.ts';
import { FeedRepository } from '#features/calendar/feeds/feed-repository.ts';
import { feedRoutes } from '#features/calendar/feeds/feed-routes.ts';
import { FeedService } from '#features/calendar/feeds/feed-service.ts';
import { SeriesRepository } from '#features/calendar/series/series-repository.ts';
import { seriesRoutes } from '#features/calendar/series/series-routes.ts';
import { SeriesService } from '#features/calendar/series/series-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { startPeriodicJob } from '../jobs/periodic-job.ts';
import type { Equipment } from './equipment.ts';
import type { Events } from './events.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';

const PLAN_MS = 3_600_000;

/** The calendar of maintenance. */
export interface Calendar {
  readonly feedService: FeedService;
  readonly seriesService: SeriesService;
  readonly calendarRoutes: readonly Route[];
}

export function openCalendar(
  { db, work, clock, log, publicAddress, closing }: Foundation,
  { access }: Identity,
  { assetReader }: Equipment,
  { eventService }: Events,
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
  const seriesService = new SeriesService({
    work,
    repository: new SeriesRepository(db),
    requireVisible: (caller, assetId) => assetReader.entry(caller, assetId),
    putEvents: (unit, caller, inputs) => eventService.putWithin(unit, caller, inputs),
    deleteEvent: (unit, caller, eventId) => eventService.deleteWithin(unit, caller, eventId),
    clock,
    log,
  });
  const ahead = startPeriodicJob('plan maintenance that comes again', PLAN_MS, log, () => seriesService.planDue(), 0);
  closing.defer(() => ahead.stop());
  return {
    feedService: feeds,
    seriesService,
    calendarRoutes: [...calendarRoutes(service), ...feedRoutes(feeds), ...seriesRoutes(seriesService)],
  };
}
