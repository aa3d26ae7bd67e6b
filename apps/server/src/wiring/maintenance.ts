import type { AssetId } from '@telltale/contract';
import { seriesKey, seriesKeyParts } from '@telltale/historian';
import { AssetAttributeRepository } from '#features/assets/asset-attribute-repository.ts';
import type { AssetEntry } from '#features/assets/asset-directory.ts';
import { AssetRepository } from '#features/assets/asset-repository.ts';
import { EventRepository } from '#features/events/event-repository.ts';
import { CounterBook } from '#features/maintenance/counter-book.ts';
import { startOfDay } from '#features/maintenance/counter-course.ts';
import { CounterDues } from '#features/maintenance/counter-dues.ts';
import { type AssetInForecast, ForecastService } from '#features/maintenance/forecast-service.ts';
import { maintenanceRoutes } from '#features/maintenance/maintenance-routes.ts';
import { OverdueRepository } from '#features/maintenance/overdue-repository.ts';
import { OverdueWatch } from '#features/maintenance/overdue-watch.ts';
import { PartBook } from '#features/maintenance/part-book.ts';
import { PartRepository } from '#features/maintenance/part-repository.ts';
import { SCHEDULE_ATTRIBUTE } from '#features/maintenance/part-schedule.ts';
import { PartService } from '#features/maintenance/part-service.ts';
import { PartMoments } from '#features/maintenance/part-state.ts';
import type { Route } from '#http/route.ts';
import { systemCaller } from '#http/system-caller.ts';
import { nameKey } from '#names.ts';
import { startDutyJob } from '../jobs/duty-job.ts';
import type { Equipment } from './equipment.ts';
import type { Events } from './events.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';
import type { Repositories } from './repositories.ts';

const LOOK_MS = 60_000;
const PREPARE_MS = 120_000;

/** Parts of assets, what they were used for and when they fall due. */
export interface Maintenance {
  readonly partService: PartService;
  readonly forecastService: ForecastService;
  readonly overdueWatch: OverdueWatch;
  readonly counterDues: CounterDues;
  readonly maintenanceRoutes: readonly Route[];
}

export function openMaintenance(
  { db, work, clock, log, closing, news, cluster }: Foundation,
  { historian, registry, currentValues, feeds, historyListeners }: Ingest,
  { attributes }: Repositories,
  { assetReader }: Equipment,
  { eventService }: Events,
): Maintenance {
  const repository = new PartRepository(db);
  const counters = new CounterBook({
    historian,
    readingNow: (key) => {
      const { assetId, dataItemId } = seriesKeyParts(key);
      const value = currentValues.get(assetId as AssetId, dataItemId as never);
      const isUsable = value !== undefined && typeof value.value === 'number' && value.quality >= USABLE;
      return isUsable && Number.isFinite(value.value) ? (value.value as number) : undefined;
    },
  });
  const book = new PartBook({
    listDefinitions: () => repository.listDefinitions(),
    listLast: (atMs, assetId) => repository.listLast(atMs, assetId),
    itemsOf: (assetId) => [...(registry.find(assetId)?.slots() ?? [])],
  });
  const moments = new PartMoments(counters);
  const shared = { work, book, moments, clock };
  const partService = new PartService({
    ...shared,
    repository,
    assetOf: async (caller, assetId) => ofEntry(await assetReader.entry(caller, assetId)),
    assetWithin: async (unit, caller, assetId) => {
      const { assetDefinitionId } = await assetReader.within(unit, caller, assetId);
      const schedule = await unit.of(AssetAttributeRepository).find(assetId, SCHEDULE_ATTRIBUTE);
      return { assetDefinitionId, schedule: schedule?.attributeValue };
    },
    attributesAt: async (assetId, timeMs) => {
      const known = new Map(
        (await attributes.listAt(assetId, timeMs)).map((one) => [nameKey(one.attributeName), one.attributeValue]),
      );
      return { schedule: known.get(SCHEDULE_ATTRIBUTE), aliasMap: known.get('aliasmap') };
    },
    putEvents: (unit, caller, inputs) => eventService.putWithin(unit, caller, inputs),
  });
  const forecastService = new ForecastService({
    ...shared,
    assetsInSight: async (caller) => (await assetReader.listInSight(caller)).map(ofEntry),
  });
  const overdueWatch = new OverdueWatch({
    ...shared,
    repository: new OverdueRepository(db),
    listAssets: async () => (await assetReader.listInSight(systemCaller)).map(ofEntry),
    insertEvent: (unit, event) => unit.of(EventRepository).insert(event),
    setStatus: async (unit, eventId, status, comment) => {
      const event = await unit.of(EventRepository).find(eventId);
      if (!event) return;
      const cause = comment === '' ? event.cause : `${event.cause}\n${comment}`;
      await unit.of(EventRepository).update({ ...event, status, cause });
    },
    assetWithin: async (unit, assetId) => {
      const asset = await unit.of(AssetRepository).find(assetId);
      if (!asset) return undefined;
      const schedule = await unit.of(AssetAttributeRepository).find(assetId, SCHEDULE_ATTRIBUTE);
      return { assetDefinitionId: asset.assetDefinitionId, schedule: schedule?.attributeValue };
    },
  });
  const job = startDutyJob({ cluster, log }, 'note what maintenance is overdue', LOOK_MS, () => overdueWatch.look());
  closing.defer(() => job.stop());
  const ahead = startDutyJob({ cluster, log }, 'reckon parts ahead', PREPARE_MS, () => forecastService.prepare(), 0);
  closing.defer(() => ahead.stop());

  const aliasMapOf = async (assetId: AssetId) => (await assetReader.find(systemCaller, assetId))?.attribute('aliasMap');
  const counterDues = new CounterDues({ repository, book, aliasMapOf, moments });
  const pastChanged = ({ assetId, dataItemId }: { assetId: AssetId; dataItemId: number }) => {
    counters.forget(seriesKey(assetId, dataItemId));
    counterDues.noteChanged(assetId);
  };
  feeds.push({
    sinkFor: (assetId: AssetId) => ({
      // What a device kept while it was offline comes in order, and is of days that were looked at already.
      current: ({ dataItemId, timeMs }) => {
        if (timeMs < startOfDay(clock.now())) pastChanged({ assetId, dataItemId });
      },
      settled: () => undefined,
      late: ({ dataItemId }) => pastChanged({ assetId, dataItemId }),
    }),
  });
  historyListeners.push(async (edit) => pastChanged(edit));
  news.records.subscribe((entries) => {
    for (const { kind, assetId } of entries) {
      if (kind === 'event' && assetId !== undefined) book.forget(assetId);
      if (kind === 'event definition') book.forgetDefinitions();
    }
  });
  news.assets.subscribe(({ kind, assetId }) => {
    if (kind !== 'deleted') return;
    book.forget(assetId);
    counters.forgetAsset(assetId);
  });
  return {
    partService,
    forecastService,
    overdueWatch,
    counterDues,
    maintenanceRoutes: maintenanceRoutes(partService, forecastService),
  };
}

/** A reading whose quality is not bad (OPC DA). */
const USABLE = 64;

function ofEntry(entry: AssetEntry): AssetInForecast {
  const { asset, definition } = entry;
  const { assetId, assetDefinitionId, assetAlias, serialNumber } = asset;
  return {
    assetId,
    assetDefinitionId,
    schedule: entry.attribute(SCHEDULE_ATTRIBUTE),
    aliasMap: entry.attribute('aliasMap'),
    name: assetAlias || serialNumber,
    assetDefinitionName: definition.alias || definition.assetDefinitionName,
  };
}
