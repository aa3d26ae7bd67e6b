import { portalStatus } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { StatusService } from './status-service.ts';

export function statusRoutes(service: StatusService): Route[] {
  return [route(portalStatus.getStatus, ({ caller }) => service.read(caller))];
}
