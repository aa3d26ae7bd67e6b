import type { FastifyRequest } from 'fastify';
import type { CallerSource } from '#http/access-check.ts';
import type { Caller } from '#http/caller.ts';
import { hasBearer } from '#http/protection/same-site.ts';
import { takeViewMark } from '#http/view-mark.ts';
import { sessionTokenOf } from './auth-routes.ts';
import type { SessionService } from './session-service.ts';
import type { ApiTokenService } from './tokens/api-token-service.ts';
import type { ViewService } from './views/view-service.ts';

/**
 * Who makes a request: the session of its cookie, or the owner of its Bearer token. A token that stands there counts alone. The
 * mark of a view makes it another user's.
 */
export class RequestCallers implements CallerSource {
  readonly #sessions: SessionService;
  readonly #tokens: ApiTokenService;
  readonly #views: Pick<ViewService, 'callerOf'>;

  constructor(sessions: SessionService, tokens: ApiTokenService, views: Pick<ViewService, 'callerOf'>) {
    this.#sessions = sessions;
    this.#tokens = tokens;
    this.#views = views;
  }

  async callerOf(request: FastifyRequest): Promise<Caller | undefined> {
    const mark = takeViewMark(request);
    const found = await this.#find(request);
    const caller = found && { ...found, address: request.ip };
    return caller && mark !== undefined
      ? { ...(await this.#views.callerOf(caller, mark)), address: request.ip }
      : caller;
  }

  async #find(request: FastifyRequest): Promise<Caller | undefined> {
    if (hasBearer(request)) {
      // One that is malformed is wrong like any other: it must not let the cookie pass as a token.
      const token = /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
      return token === undefined ? undefined : this.#tokens.callerForToken(token);
    }
    const cookie = sessionTokenOf(request);
    return cookie === undefined ? undefined : this.#sessions.callerForToken(cookie);
  }
}
