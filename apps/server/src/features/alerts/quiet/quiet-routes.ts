import { quietHours } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { QuietService } from './quiet-service.ts';

export const quietRoutes = (quiet: QuietService): Route[] => [
  route(quietHours.getQuietHours, ({ caller }) => quiet.get(caller)),
  route(quietHours.putQuietHours, ({ caller, body }) => quiet.put(caller, body)),
];
