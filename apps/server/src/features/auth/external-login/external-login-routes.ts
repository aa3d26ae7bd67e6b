import { accounts, ownAccount, type UserId } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, notFound } from '#http/errors.ts';
import { Answer, type Route, route } from '#http/route.ts';
import { type LoginReplies, loginOriginOf } from '../auth-routes.ts';
import type { AuthService } from '../auth-service.ts';
import { type BegunFlow, ExternalLoginError, type ExternalLoginService, FLOW_MS } from './external-login-service.ts';

const FLOW_COOKIE = 'oidcFlow';
const FLOW_PATH = '/api/auth/oidc';

const leadTo = (address: string) => new Answer(303, '', { Location: address });

/** @param logins undefined: no provider is configured, and the calls are not there */
export function externalLoginRoutes(
  logins: ExternalLoginService | undefined,
  label: string | null,
  authService: AuthService,
  replies: LoginReplies,
): Route[] {
  const required = () => {
    if (!logins) throw notFound('The identity provider');
    return logins;
  };
  const keep = ({ raw, rawReply }: Browser, { address, flow }: BegunFlow) => {
    rawReply.setCookie(FLOW_COOKIE, flow, {
      httpOnly: true,
      // The browser comes back from another site: a strict cookie would not come with it.
      sameSite: 'lax',
      path: FLOW_PATH,
      secure: replies.isSecure(raw),
      maxAge: FLOW_MS / 1_000,
    });
    return address.href;
  };
  const stateOf = async (userId: UserId) => ({ label, connected: (await logins?.isConnected(userId)) ?? false });
  return [
    route(accounts.startExternalLogin, async ({ query, raw, rawReply }) => {
      const service = required();
      return orSay(async () => leadTo(keep({ raw, rawReply }, await service.begin(query.next))));
    }),

    route(accounts.finishExternalLogin, async ({ raw, rawReply }) => {
      const service = required();
      const flow = raw.cookies[FLOW_COOKIE];
      rawReply.clearCookie(FLOW_COOKIE, { path: FLOW_PATH });
      return orSay(async () => {
        const { login, next } = await service.finish(queryOf(raw.url), flow, raw.ip);
        if (login) {
          const what = 'logged in with the identity provider';
          const started = await authService.begin(login.user, loginOriginOf(raw), login.stillStands, what);
          replies.setCookie(raw, rawReply, started.token);
        }
        return leadTo(next);
      });
    }),

    route(ownAccount.getExternalLogin, ({ caller }) => stateOf(caller.userId)),

    route(ownAccount.connectExternalLogin, async ({ caller, body, raw, rawReply }) => {
      const begun = await orRefuse(required().beginFor(caller, 'connect', body.next));
      return { address: keep({ raw, rawReply }, begun) };
    }),

    route(ownAccount.disconnectExternalLogin, async ({ caller }) => {
      await required().disconnect(caller);
      return stateOf(caller.userId);
    }),

    route(ownAccount.proveExternally, async ({ caller, body, raw, rawReply }) => {
      const begun = await orRefuse(required().beginFor(caller, 'prove', body.next));
      return { address: keep({ raw, rawReply }, begun) };
    }),
  ];
}

interface Browser {
  raw: FastifyRequest;
  rawReply: FastifyReply;
}

/** Some calls are pages of a browser: what went wrong is shown by the page that it is led to. */
async function orSay(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ExternalLoginError)) throw error;
    const mark = error.page.includes('?') ? '&' : '?';
    return leadTo(`${error.page}${mark}loginError=${error.failure}`);
  }
}

/** The others are calls of a page, which shows the text. */
async function orRefuse<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (!(error instanceof ExternalLoginError)) throw error;
    throw new HttpError(503, error.failure, accounts.externalLoginFailures[error.failure], { cause: error });
  });
}

function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start);
}
