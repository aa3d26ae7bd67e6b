import { auth } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { UserService } from './user-service.ts';

export function userRoutes(users: UserService): Route[] {
  return [
    route(auth.getUser, ({ caller, params }) => users.get(caller, params.userId)),
    route(auth.saveUserAttributes, ({ caller, body }) => users.saveOwn(caller, body)),
    route(auth.savePinnedAssets, ({ caller, params }) => users.savePins(caller, params.userId, params.assetIds)),
  ];
}
