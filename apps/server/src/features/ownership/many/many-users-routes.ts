import { manyUsers } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { ManyUsersService } from './many-users-service.ts';

export function manyUsersRoutes(service: ManyUsersService): Route[] {
  return [
    route(manyUsers.importUsers, ({ caller, body: { preview, ...input } }) =>
      preview ? service.preview(caller, input) : service.apply(caller, input),
    ),
  ];
}
