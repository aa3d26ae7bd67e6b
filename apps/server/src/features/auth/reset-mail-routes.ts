import { manyUsers } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { ResetMails } from './reset-mails.ts';

export function resetMailRoutes(mails: ResetMails): Route[] {
  return [route(manyUsers.sendResetMails, ({ caller, body }) => mails.send(caller, body.userIds))];
}
