import { accounts } from '@telltale/contract';
import { notFound } from '#http/errors.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { type LoginReplies, loginOriginOf } from './auth-routes.ts';
import type { AuthService } from './auth-service.ts';
import { ExternalLoginError, type ExternalLoginService, FLOW_MS } from './external-login-service.ts';

const FLOW_COOKIE = 'oidcFlow';
const FLOW_PATH = '/api/auth/oidc';

const leadTo = (address: string) => new Answer(303, '', { Location: address });

/** @param logins undefined: no provider is configured, and the calls are not there */
export function externalLoginRoutes(
  logins: ExternalLoginService | undefined,
  authService: AuthService,
  replies: LoginReplies,
): Route[] {
  return [
    route(accounts.startExternalLogin, async ({ query, raw, rawReply }) => {
      if (!logins) throw notFound('The identity provider');
      return orSay(async () => {
        const { address, flow } = await logins.begin(query.next);
        rawReply.setCookie(FLOW_COOKIE, flow, {
          httpOnly: true,
          // The browser comes back from another site: a strict cookie would not come with it.
          sameSite: 'lax',
          path: FLOW_PATH,
          secure: replies.isSecure(raw),
          maxAge: FLOW_MS / 1_000,
        });
        return leadTo(address.href);
      });
    }),

    route(accounts.finishExternalLogin, async ({ raw, rawReply }) => {
      if (!logins) throw notFound('The identity provider');
      const flow = raw.cookies[FLOW_COOKIE];
      rawReply.clearCookie(FLOW_COOKIE, { path: FLOW_PATH });
      return orSay(async () => {
        const { user, next } = await logins.finish(queryOf(raw.url), flow, raw.ip);
        const started = await authService.begin(user, loginOriginOf(raw), 'logged in with the identity provider');
        replies.setCookie(raw, rawReply, started.token);
        return leadTo(next);
      });
    }),
  ];
}

/** Both calls are pages of a browser: what went wrong is shown by the login page. */
async function orSay(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExternalLoginError) return leadTo(`/login?loginError=${error.failure}`);
    throw error;
  }
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
