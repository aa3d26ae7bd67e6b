import { z } from 'zod';
import { adminIdSchema, userIdSchema } from '../ids.ts';
import { isoTimeSchema } from '../time.ts';
import { anyone, call, session } from './call.ts';

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

/** What login and session check answer (spec 3 §4). */
export const loginReplySchema = z.object({
  auth: z.object({ authId: z.string(), user: userSchema }),
  permissions: z.array(z.object({ permissionId: z.number().int() })),
  /** Opens the live hub at /mqtt and nothing else. */
  brokerToken: z.string(),
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

export const listSessions = call({
  method: 'GET',
  path: '/api/ef/auth/sessions',
  access: session,
  summary: "The caller's sessions",
  reply: z.array(authSessionSchema),
});

export const revokeSession = call({
  method: 'DELETE',
  path: '/api/ef/auth/sessions/{authId}',
  access: session,
  summary: "End one of the caller's sessions",
  params: z.object({ authId: z.string().min(1).max(100) }),
  reply: z.object({ authId: z.string() }),
});

export const saveUserAttributes = call({
  method: 'POST',
  path: '/api/ef/userattributes',
  access: session,
  summary: "Save the caller's own attributes (names, contact, links, columns, default dashboards)",
  body: z.array(userAttributeSchema).max(100),
  reply: z.array(userAttributeSchema),
});
