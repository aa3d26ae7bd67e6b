import { why } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { WhyService } from './why-service.ts';

export function whyRoutes(service: WhyService): Route[] {
  return [
    route(why.listAlarmValues, ({ caller, params }) => service.itemsOfAlarm(caller, params)),
    route(why.getWhy, ({ caller, params, query: { at } }) =>
      service.get(caller, params, at === undefined ? undefined : Date.parse(at)),
    ),
  ];
}
