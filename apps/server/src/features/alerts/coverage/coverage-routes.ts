import { alertCoverage } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { CoverageService } from './coverage-service.ts';

export const coverageRoutes = (coverage: CoverageService): Route[] => [
  route(alertCoverage.listAlertSubscriptions, ({ caller, query }) => coverage.listSubscriptions(caller, query)),
  route(alertCoverage.listToldPeople, ({ caller, params, query }) => coverage.listPeople(caller, params, query)),
  route(alertCoverage.listAlertGaps, ({ caller, query }) => coverage.listGaps(caller, query)),
];
