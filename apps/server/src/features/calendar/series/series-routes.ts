import { calendarRepeats } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { SeriesService } from './series-service.ts';

export function seriesRoutes(service: SeriesService): Route[] {
  return [
    route(calendarRepeats.putMaintenanceSeries, ({ caller, body }) => service.put(caller, body), {
      scope: ({ caller }) => service.refuseReaders(caller),
    }),
  ];
}
