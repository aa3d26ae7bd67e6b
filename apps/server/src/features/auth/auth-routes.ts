import { ADMIN_MODIFY, auth, permissionCatalogue, type UserId } from '@telltale/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import { SESSION_COOKIE } from '#http/session-cookie.ts';
import type { AccessSource } from './access-source.ts';
import { type AuthService, type LoginOrigin, loginRefused, noSession } from './auth-service.ts';
import { readBasicCredentials } from './basic-credentials.ts';
import { brokerTokenOf, viewTokenOf } from './broker-tokens.ts';
import { secondFactorOf } from './second-factor/second-factor-routes.ts';
import type { SessionService, StartedSession } from './session-service.ts';

interface AuthParts {
  authService: AuthService;
  sessions: SessionService;
  replies: LoginReplies;
}

interface Parts {
  access: AccessSource;
  findUser(userId: UserId): Promise<auth.User | undefined>;
  /** Whether browsers reach the portal over https. */
  isSecure: boolean;
  /** How long the browser keeps the cookie: the longest that a session can last. */
  cookieSeconds: number;
}

export function sessionTokenOf(request: FastifyRequest): string | undefined {
  return request.cookies[SESSION_COOKIE];
}

/** @throws HttpError 401 where there is none */
export function requireSessionToken(request: FastifyRequest): string {
  const token = sessionTokenOf(request);
  if (token === undefined) throw noSession();
  return token;
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

  /**
   * For a session that has just begun.
   * @throws HttpError 403 when the user was deleted since
   */
  async start(raw: FastifyRequest, reply: FastifyReply, started: StartedSession & { userId: UserId }) {
    const answer = await this.#find(started.userId, started.authId, started.brokerToken);
    if (!answer) throw loginRefused();
    this.setCookie(raw, reply, started.token);
    return answer;
  }

  /** @throws HttpError 401 when there is no such user any more */
  async of(userId: UserId, authId: string, brokerToken: string): Promise<auth.LoginReply> {
    const answer = await this.#find(userId, authId, brokerToken);
    if (!answer) throw noSession();
    return answer;
  }

  async #find(userId: UserId, authId: string, brokerToken: string): Promise<auth.LoginReply | undefined> {
    const { access, findUser } = this.#parts;
    const [rights, user] = [await access.accessOf(userId), await findUser(userId)];
    if (!rights || !user) return undefined;
    return { auth: { authId, user }, permissions: effectivePermissions(rights.permissions), brokerToken };
  }
}

export function authRoutes({ authService, sessions, replies }: AuthParts): Route[] {
  return [
    route(auth.login, async ({ optionalCaller, raw, rawReply }) => {
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
      const viewing = optionalCaller?.view?.told;
      if (viewing) {
        const token = viewTokenOf(cookie, viewing.viewId);
        return { ...(await replies.of(viewing.userId, session.authId, token)), viewing };
      }
      return replies.of(session.userId, session.authId, brokerTokenOf(cookie));
    }),

    route(auth.logout, async ({ optionalCaller, raw, rawReply }) => {
      if (optionalCaller && sessionTokenOf(raw) !== undefined) await authService.logout(optionalCaller, raw.ip);
      rawReply.clearCookie(SESSION_COOKIE, { path: '/' });
      return { message: 'You have been logged out.' };
    }),

    route(auth.listSessions, ({ caller }) =>
      // Of an account that is shared each sees their own session: whence others came is theirs.
      sessions
        .listOf(caller.userId)
        .filter(({ authId }) => !caller.readOnly || authId === caller.authId)
        .map(
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
