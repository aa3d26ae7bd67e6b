import { ADMIN_MODIFY, auth, permissionCatalogue, type UserId } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import type { AccessSource } from './access-source.ts';
import { type AuthService, type LoginOrigin, noSession } from './auth-service.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { secondFactorOf } from './second-factor-routes.ts';
import { brokerTokenOf, type SessionService, type StartedSession } from './session-service.ts';

/** The name that the documents give to the session cookie; what it holds is a random token, no JWT. */
export const SESSION_COOKIE = 'authJWT';

interface AuthParts {
  authService: AuthService;
  sessions: SessionService;
  replies: LoginReplies;
}

interface Parts {
  access: AccessSource;
  loadUser(userId: UserId): Promise<auth.User>;
  /** Whether browsers reach the portal over https. */
  isSecure: boolean;
  /** How long the browser keeps the cookie: the longest that a session can last. */
  cookieSeconds: number;
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

/** Where a login comes from. */
export function loginOriginOf(raw: FastifyRequest): LoginOrigin {
  return { address: raw.ip, userAgent: raw.headers['user-agent'] ?? '', earlierToken: sessionTokenOf(raw) };
}

/** What a login answers, and the cookie that comes with it. */
export class LoginReplies {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Gives the browser the cookie of a session that has just begun. */
  setCookie(raw: FastifyRequest, reply: FastifyReply, token: string): void {
    reply.setCookie(SESSION_COOKIE, token, {
      httpOnly: true,
      sameSite: 'strict',
      path: '/',
      secure: this.isSecure(raw),
      maxAge: this.#parts.cookieSeconds,
    });
  }

  isSecure(raw: FastifyRequest): boolean {
    return this.#parts.isSecure || raw.protocol === 'https';
  }

  /** For a session that has just begun. */
  async start(raw: FastifyRequest, reply: FastifyReply, started: StartedSession & { userId: UserId }) {
    this.setCookie(raw, reply, started.token);
    return this.of(started.userId, started.authId, started.brokerToken);
  }

  async of(userId: UserId, authId: string, brokerToken: string): Promise<auth.LoginReply> {
    const { access, loadUser } = this.#parts;
    const rights = await access.accessOf(userId);
    if (!rights) throw noSession();
    return {
      auth: { authId, user: await loadUser(userId) },
      permissions: effectivePermissions(rights.permissions),
      brokerToken,
    };
  }
}

export function authRoutes({ authService, sessions, replies }: AuthParts): Route[] {
  return [
    route(auth.login, async ({ raw, rawReply }) => {
      const cookie = sessionTokenOf(raw);
      const credentials = readBasicCredentials(raw.headers.authorization);
      if (credentials) {
        return replies.start(
          raw,
          rawReply,
          await authService.login(credentials, secondFactorOf(raw), loginOriginOf(raw)),
        );
      }
      const session = cookie === undefined ? undefined : sessions.findByToken(cookie);
      if (!session || cookie === undefined) {
        rawReply.clearCookie(SESSION_COOKIE, { path: '/' });
        throw noSession();
      }
      return replies.of(session.userId, session.authId, brokerTokenOf(cookie));
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
