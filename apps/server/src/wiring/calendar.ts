import { ScopeRepository } from '#features/access/scope-repository.ts';
import { CalendarRepository } from '#features/calendar/calendar-repository.ts';
import { calendarRoutes } from '#features/calendar/calendar-routes.ts';
import { CalendarService } from '#features/calendar/calendar-service.ts';
import { FeedRepository } from '#features/calendar/feeds/feed-repository.ts';
import { feedRoutes } from '#features/calendar/feeds/feed-routes.ts';
import { FeedService } from '#features/calendar/feeds/feed-service.ts';
import { CounterSeries } from '#features/calendar/series/counter-series.ts';
import { SeriesRepository } from '#features/calendar/series/series-repository.ts';
import { seriesRoutes } from '#features/calendar/series/series-routes.ts';
import { SeriesService } from '#features/calendar/series/series-service.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import type { Equipment } from './equipment.ts';
import type { Events } from './events.ts';
import type { Foundation } from './foundation.ts';
import type { Identity } from './identity.ts';
import type { Maintenance } from './maintenance.ts';

const PLAN_MS = 3_600_000;
/** Counters move on. */
const PLACE_MS = 600_000;
/** What a device kept while it was offline comes in for a while. */
const CHANGED_MS = 60_000;

/** The calendar of maintenance. */
export interface Calendar {
  readonly feedService: FeedService;
  readonly seriesService: SeriesService;
  readonly counterSeries: CounterSeries;
  readonly calendarRoutes: readonly Route[];
}

export function openCalendar(
  { db, work, clock, log, publicAddress, closing, news, cluster, limits }: Foundation,
  { access }: Identity,
  { assetReader }: Equipment,
  { eventService }: Events,
  { counterDues }: Maintenance,
): Calendar {
  const scope = new ScopeRepository(db);
  const repository = new SeriesRepository(db);
  const putEvents = eventService.putWithin.bind(eventService);
  const counters = new CounterSeries({
    work,
    repository,
    dueOf: counterDues.dueOf.bind(counterDues),
    putEvents,
    moveEvent: eventService.moveWithin.bind(eventService),
    clock,
    log,
  });
  news.records.subscribe((entries) => {
    for (const { kind, assetId } of entries) {
      if (kind === 'event' && assetId !== undefined) counters.noteWritten(assetId);
    }
  });
  const service = new CalendarService({
    repository: new CalendarRepository(db),
    assetsInSight: async (caller: Caller) =>
      (await assetReader.listInSight(caller)).map(({ asset }) => ({
        assetId: asset.assetId,
        assetDefinitionId: asset.assetDefinitionId,
        name: asset.assetAlias || asset.serialNumber,
      })),
    assetsOfGroup: (assetGroupId) => scope.listAssetsOfGroup(assetGroupId),
    settled: () => counters.settled(),
  });
  const feeds = new FeedService({
    work,
    repository: new FeedRepository(db),
    calendar: service,
    rightsOf: (userId) => access.accessOf(userId),
    portalUrl: () => publicAddress.url,
    clock,
    limits,
  });
  const seriesService = new SeriesService({
    work,
    repository,
    requireVisible: (caller, assetId) => assetReader.entry(caller, assetId),
    putEvents,
    counters,
    deleteEvent: (unit, caller, eventId) => eventService.deleteWithin(unit, caller, eventId),
    clock,
    log,
  });
  const ahead = startDutyJob(
    { cluster, log },
    'plan maintenance that comes again',
    PLAN_MS,
    () => seriesService.planDue(),
    0,
  );
  closing.defer(() => ahead.stop());
  const placing = startDutyJob(
    { cluster, log },
    'place maintenance by its counters',
    PLACE_MS,
    () => counters.placeAll(),
    0,
  );
  const changed = startDutyJob({ cluster, log }, 'place maintenance whose counters told more', CHANGED_MS, () =>
    counters.placeOf(counterDues.takeChanged()),
  );
  closing.defer(async () => {
    await placing.stop();
    await changed.stop();
    await counters.settled();
  });
  return {
    feedService: feeds,
    seriesService,
    counterSeries: counters,
    calendarRoutes: [...calendarRoutes(service), ...feedRoutes(feeds), ...seriesRoutes(seriesService)],
  };
}
