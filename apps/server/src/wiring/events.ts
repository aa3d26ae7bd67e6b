import type { AssetId } from '@telltale/contract';
import { UserUnits, unitChoice } from '@telltale/domain/units/user-units.ts';
import { catchUpConnections, connectionEvents } from '#features/events/connection-events.ts';
import { EventDefinitionRepository } from '#features/events/event-definition-repository.ts';
import { EventRepository } from '#features/events/event-repository.ts';
import { eventRoutes } from '#features/events/event-routes.ts';
import { EventService } from '#features/events/event-service.ts';
import { TimelineRepository } from '#features/timeline/timeline-repository.ts';
import { timelineRoutes } from '#features/timeline/timeline-routes.ts';
import { TimelineService } from '#features/timeline/timeline-service.ts';
import { UserAttributeRepository } from '#features/users/user-attribute-repository.ts';
import type { Caller } from '#http/caller.ts';
import type { Route } from '#http/route.ts';
import type { Equipment } from './equipment.ts';
import { tellOfWriting } from './feeds/written-behind.ts';
import type { Foundation } from './foundation.ts';
import type { Ingest } from './ingest.ts';

/** Events of assets: those that people make, and those that the portal notes itself. */
export interface Events {
  readonly eventService: EventService;
  readonly eventRoutes: readonly Route[];
}

export function openEvents(
  { db, work, clock, log, health, metrics, closing }: Foundation,
  { connections }: Ingest,
  { assetReader, definitionScope, currentValueService }: Equipment,
): Events {
  const events = new EventRepository(db);
  const eventService = new EventService({
    work,
    events,
    definitions: new EventDefinitionRepository(db),
    requireDefinition: (caller, assetDefinitionId) => definitionScope.get(caller, assetDefinitionId),
    requireWholeDefinition: (unit, caller, id) => definitionScope.within(unit).getToChange(caller, id),
    definitionOfAssetWithin: async (unit, caller, assetId) =>
      (await assetReader.within(unit, caller, assetId)).assetDefinitionId,
    definitionOfAsset: async (caller: Caller, assetId: AssetId) =>
      (await assetReader.entry(caller, assetId)).asset.assetDefinitionId,
    clock,
  });
  const news = connectionEvents(events, log);
  connections.onRecord((change) => news.note(change));
  tellOfWriting({ metrics, health }, 'connection_events', news);
  const ending = new AbortController();
  let caughtUp: Promise<unknown> = Promise.resolve();
  connections.onRecording(() => {
    caughtUp = catchUpConnections({ connections, repository: events, signal: ending.signal }).catch((error: unknown) =>
      log.error({ err: error }, 'changes of connection that nobody wrote down could not be looked for'),
    );
  });
  closing.defer(async () => {
    ending.abort();
    await caughtUp;
    await news.close();
  });
  const timeline = new TimelineService(new TimelineRepository(db), {
    aliasesOf: async (caller, assetId) => (await assetReader.entry(caller, assetId)).aliases,
    unitsOf: async (caller, assetId) => {
      const items = await currentValueService.describedItems(await assetReader.entry(caller, assetId));
      return new Map(items.map(({ dataItemId, unit }) => [dataItemId, unit]));
    },
  });
  const attributes = new UserAttributeRepository(db);
  const unitsOf = async ({ userId }: Caller) => new UserUnits(unitChoice(await attributes.list(userId)));
  return { eventService, eventRoutes: [...eventRoutes(eventService), ...timelineRoutes(timeline, unitsOf)] };
}
