import type { FastifyRequest } from 'fastify';
import type { CallerSource } from '#http/access-check.ts';
import type { Caller } from '#http/caller.ts';
import { hasBearer } from '#http/protection/same-site.ts';
import { sessionTokenOf } from './auth-routes.ts';
import type { SessionService } from './session-service.ts';
import type { ApiTokenService } from './tokens/api-token-service.ts';

/** Who makes a request: the session of its cookie, or the owner of its Bearer token. A token that stands there counts alone. */
export class RequestCallers implements CallerSource {
  readonly #sessions: SessionService;
  readonly #tokens: ApiTokenService;

  constructor(sessions: SessionService, tokens: ApiTokenService) {
    this.#sessions = sessions;
    this.#tokens = tokens;
  }

  async callerOf(request: FastifyRequest): Promise<Caller | undefined> {
    const caller = await this.#find(request);
    return caller && { ...caller, address: request.ip };
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
