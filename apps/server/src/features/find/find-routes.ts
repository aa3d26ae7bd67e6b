import { find } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { FindService } from './find-service.ts';

export function findRoutes(service: FindService): Route[] {
  return [route(find.findAnything, ({ caller, query }) => service.find(caller, query))];
}
