import { type AssetId, events } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { EventFilter } from './event-repository.ts';
import type { EventService } from './event-service.ts';

interface RangeQuery {
  from?: string | undefined;
  to?: string | undefined;
  category?: number | undefined;
  limit: number;
  offset: number;
}

function filterOf(assetId: AssetId, { from, to, category, limit, offset }: RangeQuery): EventFilter {
  const [fromMs, toMs] = [from, to].map((iso) => (iso === undefined ? undefined : Date.parse(iso)));
  return { assetId, fromMs, toMs, category, limit, offset };
}

export function eventRoutes(service: EventService): Route[] {
  const writersOnly = {
    scope: ({ caller }: { caller: Parameters<EventService['refuseReaders']>[0] }) => service.refuseReaders(caller),
  };
  return [
    route(events.listEvents, ({ caller, query }) => service.list(caller, filterOf(query.assetId, query))),
    route(events.listAssetEvents, ({ caller, params, query }) => service.list(caller, filterOf(params.assetId, query))),
    route(events.putEvents, ({ caller, body }) => service.put(caller, body), writersOnly),
    route(events.deleteEvent, async ({ caller, params }) => {
      await service.delete(caller, params.eventId);
      return params;
    }),
    route(events.listEventDefinitions, ({ caller, query }) => service.listDefinitions(caller, query.assetDefinitionId)),
    route(events.putEventDefinition, ({ caller, body }) => service.putDefinition(caller, body), writersOnly),
    route(events.deleteEventDefinition, async ({ caller, params }) => {
      await service.deleteDefinition(caller, params.eventDefinitionId);
      return params;
    }),
  ];
}
