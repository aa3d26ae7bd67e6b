import { views } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import { requireSessionToken } from '../auth-routes.ts';
import type { ViewService } from './view-service.ts';

/** Viewing the portal as another user. */
export function viewRoutes(service: ViewService): Route[] {
  return [
    route(views.startView, ({ caller, body, raw }) => service.start(caller, body.userId, requireSessionToken(raw))),
    // Made as oneself, also in the view: see the check of access.
    route(views.endView, ({ caller, params }) => service.stop(caller, params.viewId)),
  ];
}
