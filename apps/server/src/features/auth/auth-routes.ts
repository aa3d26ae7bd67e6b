import { ADMIN_MODIFY, auth, permissionCatalogue, type UserId } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import type { AccessSource } from './access-source.ts';
import { type AuthService, noSession } from './auth-service.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { brokerTokenOf, type SessionService } from './session-service.ts';

/** The name that the documents give to the session cookie; what it holds is a random token, no JWT. */
export const SESSION_COOKIE = 'authJWT';

interface Parts {
  authService: AuthService;
  sessions: SessionService;
  access: AccessSource;
  loadUser(userId: UserId): Promise<auth.User>;
  /** Whether browsers reach the portal over https. */
  isSecure: boolean;
}

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE];
}

/** AdminModify implies every permission: the client, which asks by number, gets them all. */
function effectivePermissions(permissions: ReadonlySet<number>): { permissionId: number }[] {
  const all = permissionCatalogue.map(({ permissionId }) => permissionId);
  return all
    .filter((permissionId) => permissions.has(ADMIN_MODIFY) || permissions.has(permissionId))
    .map((permissionId) => ({ permissionId }));
}

export function authRoutes({ authService, sessions, access, loadUser, isSecure }: Parts): Route[] {
  const setCookie = (request: FastifyRequest, reply: FastifyReply, token: string) =>
    reply.setCookie(SESSION_COOKIE, token, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      secure: isSecure || request.protocol === 'https',
      maxAge: 30 * 24 * 3_600,
    });

  const loginReply = async (userId: UserId, authId: string, brokerToken: string) => {
    const rights = await access.accessOf(userId);
    if (!rights) throw noSession();
    return {
      auth: { authId, user: await loadUser(userId) },
      permissions: effectivePermissions(rights.permissions),
      brokerToken,
    };
  };

  return [
    route(auth.login, async ({ raw, rawReply }) => {
      const cookie = sessionTokenOf(raw);
      const credentials = readBasicCredentials(raw.headers.authorization);
      if (credentials) {
        const started = await authService.login(credentials, {
          address: raw.ip,
          userAgent: raw.headers['user-agent'] ?? '',
          earlierToken: cookie,
        });
        setCookie(raw, rawReply, started.token);
        return loginReply(started.userId, started.authId, started.brokerToken);
      }
      const session = cookie === undefined ? undefined : sessions.findByToken(cookie);
      if (!session || cookie === undefined) {
        rawReply.clearCookie(SESSION_COOKIE, { path: '/' });
        throw noSession();
      }
      return loginReply(session.userId, session.authId, brokerTokenOf(cookie));
    }),

    route(auth.logout, async ({ optionalCaller, raw, rawReply }) => {
      if (optionalCaller && sessionTokenOf(raw) !== undefined) await authService.logout(optionalCaller, raw.ip);
      rawReply.clearCookie(SESSION_COOKIE, { path: '/' });
      return { message: 'You have been logged out.' };
    }),

    route(auth.listSessions, ({ caller }) =>
      sessions.listOf(caller.userId).map(
        (session): auth.AuthSession => ({
          authId: session.authId,
          created: new Date(session.createdMs).toISOString(),
          lastUsed: new Date(session.lastUsedMs).toISOString(),
          address: session.address,
          userAgent: session.userAgent,
          current: session.authId === caller.authId,
        }),
      ),
    ),

    route(auth.revokeSession, async ({ caller, params }) => {
      if (!(await authService.revoke(caller, params.authId))) throw notFound('The session');
      return { authId: params.authId };
    }),
  ];
}
