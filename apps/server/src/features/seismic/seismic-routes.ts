import { seismic } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { SeismicService } from './seismic-service.ts';

export function seismicRoutes(service: SeismicService): Route[] {
  return [
    route(seismic.listSeismicFeeds, ({ optionalCaller }) => service.feeds(optionalCaller)),
    route(seismic.listSeismicEvents, ({ optionalCaller, query }) => service.events(optionalCaller, query.source)),
    route(seismic.listDetections, ({ caller }) => service.listDetections(caller)),
    route(seismic.listSeismicStations, ({ caller }) => service.listStations(caller)),
  ];
}
