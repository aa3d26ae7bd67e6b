import { manyUsers } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { ResetLinks } from './reset-links.ts';
import type { ResetMails } from './reset-mails.ts';

/** Links that set the password, of many users: mailed, or answered to be handed over. */
export function resetMailRoutes(mails: ResetMails, links: ResetLinks): Route[] {
  return [
    route(manyUsers.sendResetMails, ({ caller, body }) => mails.send(caller, body.userIds)),
    route(manyUsers.makeResetLinks, ({ caller, body }) => links.make(caller, body.userIds, body.preview)),
  ];
}
