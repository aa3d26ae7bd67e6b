import { accounts } from '@telltale/contract';
import { badRequest } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import type { AccountService } from './account-service.ts';
import { type LoginReplies, loginOriginOf } from './auth-routes.ts';
import type { AuthService } from './auth-service.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { secondFactorOf } from './second-factor/second-factor-routes.ts';

/** Words for everybody who asks, whether or not there is such a user. */
const REQUESTED =
  'If there is such an account, a reset link has been sent to its email or phone. Check quarantines and spam filters too.';

export function accountRoutes(account: AccountService, authService: AuthService, replies: LoginReplies): Route[] {
  return [
    route(accounts.requestReset, ({ params, raw }) => {
      account.requestReset(params.username, raw.ip);
      return { message: REQUESTED };
    }),

    route(accounts.submitPassword, async ({ params, raw, rawReply }) => {
      const credentials = readBasicCredentials(raw.headers.authorization);
      if (!credentials) throw badRequest('The new password must come as Basic credentials.');
      const { user, passwordHash } = await account.submit(params.changeId, credentials, secondFactorOf(raw), raw.ip);
      const stillStands = authService.withPassword(user.userId, passwordHash);
      const started = await authService.begin(user, loginOriginOf(raw), stillStands);
      return replies.start(raw, rawReply, { ...started, userId: user.userId });
    }),

    route(accounts.makeResetLink, async ({ caller, params }) => ({
      link: await account.makeLink(caller, params.username),
    })),

    route(accounts.register, async ({ body, raw }) => {
      const { userId, username } = await account.register(body, raw.ip);
      return { userId, username };
    }),
  ];
}
