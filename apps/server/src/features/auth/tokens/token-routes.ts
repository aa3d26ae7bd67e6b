import { auth } from '@telltale/contract';
import { type Route, route } from '#http/route.ts';
import type { ApiTokenRecord } from './api-token-repository.ts';
import type { ApiTokenService } from './api-token-service.ts';

const isoOrNull = (timeMs: number | undefined) => (timeMs === undefined ? null : new Date(timeMs).toISOString());

function toReply(token: ApiTokenRecord): auth.ApiToken {
  return {
    tokenId: token.tokenId,
    name: token.name,
    permissionIds: token.permissionIds === undefined ? null : [...token.permissionIds],
    created: new Date(token.createdMs).toISOString(),
    expires: isoOrNull(token.expiresMs),
    lastUsed: isoOrNull(token.lastUsedMs),
  };
}

export function tokenRoutes(tokens: ApiTokenService): Route[] {
  return [
    route(auth.listTokens, async ({ caller }) => (await tokens.list(caller)).map(toReply)),

    route(auth.createToken, async ({ caller, body }) => {
      const { name, permissionIds, expires } = body;
      const expiresMs = expires === undefined ? undefined : Date.parse(expires);
      const made = await tokens.create(caller, { name, permissionIds, expiresMs });
      return { ...toReply(made), token: made.token };
    }),

    route(auth.revokeToken, async ({ caller, params }) => {
      await tokens.revoke(caller, params.tokenId);
      return { tokenId: params.tokenId };
    }),
  ];
}
