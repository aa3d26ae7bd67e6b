import { z } from 'zod';
import { adminIdSchema, idInPath, tokenIdSchema, userIdSchema } from '../../ids.ts';
import { isPlainName, NAME_FAULT, requiredName } from '../../plain-name.ts';
import { isoTimeSchema } from '../../time.ts';
import { anyone, call, session } from '../call.ts';
import type { ProofRule } from '../proof.ts';
import { viewSchema } from './views.ts';

export const userAttributeSchema = z.object({
  userId: userIdSchema,
  attributeName: z.string().min(1).max(255),
  attributeValue: z.string().max(1_000_000),
});
export type UserAttribute = z.infer<typeof userAttributeSchema>;

export const userSchema = z.object({
  userId: userIdSchema,
  username: z.string(),
  adminId: adminIdSchema,
  attributes: z.array(userAttributeSchema),
});
export type User = z.infer<typeof userSchema>;

/** Carries the code of the authenticator app, or a recovery code, beside Basic credentials. */
export const SECOND_FACTOR_HEADER = 'X-Second-Factor';

/** Why a login with the right password was refused (`X-Refusal-Code`): no code, or a wrong one. */
export const SECOND_FACTOR_NEEDED = 'second-factor-needed';
export const SECOND_FACTOR_WRONG = 'second-factor-wrong';

/** What login and session check answer (spec 3 §4). */
export const loginReplySchema = z.object({
  auth: z.object({ authId: z.string(), user: userSchema }),
  permissions: z.array(z.object({ permissionId: z.number().int() })),
  /** Opens the live hub at /mqtt and nothing else. */
  brokerToken: z.string(),
  /** Whom this tab views as; absent where it is the session's own user. */
  viewing: viewSchema.optional(),
});
export type LoginReply = z.infer<typeof loginReplySchema>;

export const login = call({
  method: 'GET',
  path: '/api/ef/auth/login',
  access: anyone,
  changesState: true,
  summary: 'Log in with Basic credentials, or check the session of the cookie',
  reply: loginReplySchema,
});

export const logout = call({
  method: 'GET',
  path: '/api/auth/logout',
  access: anyone,
  changesState: true,
  summary: 'End the session and its live connection',
  reply: z.object({ message: z.string() }),
});

export const authSessionSchema = z.object({
  authId: z.string(),
  created: isoTimeSchema,
  lastUsed: isoTimeSchema,
  address: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});
export type AuthSession = z.infer<typeof authSessionSchema>;

export const listSessions = call({
  method: 'GET',
  path: '/api/ef/auth/sessions',
  access: session,
  proof: 'session',
  summary: "The caller's sessions",
  reply: z.array(authSessionSchema),
});

export const revokeSession = call({
  method: 'DELETE',
  path: '/api/ef/auth/sessions/{authId}',
  access: session,
  proof: 'fresh',
  summary: "End one of the caller's sessions",
  params: z.object({ authId: z.string().min(1).max(100) }),
  reply: z.object({ authId: z.string() }),
});

/** Attributes that lead to the account: whoever sets them gets its reset links. Names match without regard to case. */
const ADDRESS_ATTRIBUTES = ['altemail', 'phone'];

export function isAddressAttribute(attributeName: string): boolean {
  return ADDRESS_ATTRIBUTES.includes(attributeName.trim().normalize('NFC').toLowerCase());
}

const proofOfAddresses: ProofRule = {
  when: 'an attribute that leads to the account (altEmail, phone) is among them',
  asks: ({ body }) =>
    (body as readonly UserAttribute[]).some((attribute) => isAddressAttribute(attribute.attributeName)),
};

export const saveUserAttributes = call({
  method: 'POST',
  path: '/api/ef/userattributes',
  access: session,
  proof: proofOfAddresses,
  summary:
    "Save the caller's own attributes (names, contact, links, columns, default dashboards). A new altEmail counts once it is confirmed from there; until then the answer has the old one",
  body: z
    .array(
      userAttributeSchema.extend({
        attributeName: z.string().min(1).max(255).refine(isPlainName, NAME_FAULT),
      }),
    )
    .max(100),
  reply: z.array(userAttributeSchema),
});

export const getUser = call({
  method: 'GET',
  path: '/api/ef/users/{userId}',
  access: session,
  summary: 'A user with attributes: oneself, or with Users/View a user of the own admin unit',
  params: z.object({ userId: idInPath(userIdSchema) }),
  reply: userSchema,
});

export const savePinnedAssets = call({
  method: 'GET',
  path: '/api/ef/users/{userId}/attributes/pinnedAssets/{assetIds}',
  access: session,
  changesState: true,
  summary: "Save the caller's own pinned assets, a JSON list of asset ids in pin order",
  params: z.object({ userId: idInPath(userIdSchema), assetIds: z.string().max(10_000) }),
  reply: userAttributeSchema,
});

/** An API token as its owner sees it; the token itself is answered once, when it is made. */
export const apiTokenSchema = z.object({
  tokenId: tokenIdSchema,
  name: z.string(),
  /** Null: everything that its owner may do. */
  permissionIds: z.array(z.number().int()).nullable(),
  created: isoTimeSchema,
  expires: isoTimeSchema.nullable(),
  lastUsed: isoTimeSchema.nullable(),
});
export type ApiToken = z.infer<typeof apiTokenSchema>;

export const listTokens = call({
  method: 'GET',
  path: '/api/tokens',
  access: session,
  proof: 'session',
  summary: "The caller's API tokens",
  reply: z.array(apiTokenSchema),
});

export const createToken = call({
  method: 'POST',
  path: '/api/tokens',
  access: session,
  proof: 'fresh',
  summary: 'Make an API token, never wider than its owner; it is answered this once',
  body: z.object({
    name: requiredName(),
    permissionIds: z.array(z.number().int().positive()).max(200).optional(),
    expires: isoTimeSchema.optional(),
  }),
  reply: apiTokenSchema.extend({ token: z.string() }),
});

export const revokeToken = call({
  method: 'DELETE',
  path: '/api/tokens/{tokenId}',
  access: session,
  proof: 'fresh',
  summary: "End one of the caller's API tokens",
  params: z.object({ tokenId: idInPath(tokenIdSchema) }),
  reply: z.object({ tokenId: tokenIdSchema }),
});
