import type { FastifyRequest } from 'fastify';
import type { CallerSource } from '#http/access-check.ts';
import type { Caller } from '#http/caller.ts';
import type { ApiTokenService } from './api-token-service.ts';
import { sessionTokenOf } from './auth-routes.ts';
import type { SessionService } from './session-service.ts';

/** Who makes a request: the session of its cookie, or the owner of its Bearer token. A token that stands there counts alone. */
export class RequestCallers implements CallerSource {
  readonly #sessions: SessionService;
  readonly #tokens: ApiTokenService;

  constructor(sessions: SessionService, tokens: ApiTokenService) {
    this.#sessions = sessions;
    this.#tokens = tokens;
  }

  async callerOf(request: FastifyRequest): Promise<Caller | undefined> {
    const bearer = /^bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1];
    if (bearer !== undefined) return this.#tokens.callerForToken(bearer);
    const cookie = sessionTokenOf(request);
    return cookie === undefined ? undefined : this.#sessions.callerForToken(cookie);
  }
}
