import { z } from 'zod';
import { isoTimeSchema } from '../../time.ts';
import { call, session } from '../call.ts';

/** How the caller can prove anew who they are, and until when the last proof counts. */
export const proofStateSchema = z.object({
  /** Null: nothing counts any more, or it was an API token that asked. */
  freshUntil: isoTimeSchema.nullable(),
  /** The account has a password. */
  password: z.boolean(),
  /** The password alone is not enough. */
  secondFactor: z.boolean(),
  /** The account is connected to the identity provider. */
  externalLogin: z.boolean(),
});
export type ProofState = z.infer<typeof proofStateSchema>;

export const getProof = call({
  method: 'GET',
  path: '/api/ef/auth/proof',
  access: session,
  proof: 'session',
  summary: 'Until when the login counts as fresh, and how the caller can prove anew who they are',
  reply: proofStateSchema,
});

export const prove = call({
  method: 'POST',
  path: '/api/ef/auth/proof',
  access: session,
  proof: 'session',
  summary: 'Prove anew who one is, with the password and, where it is on, a code of the second factor',
  body: z.object({ password: z.string().max(2_000), code: z.string().max(100).optional() }),
  reply: proofStateSchema,
});

export const changePassword = call({
  method: 'POST',
  path: '/api/ef/auth/password',
  access: session,
  proof: 'fresh',
  summary: "Set another password for the caller's account; every other session of it ends",
  body: z.object({ password: z.string().max(2_000) }),
  reply: z.object({ username: z.string() }),
});

export const altEmailSchema = z.object({
  /** Where mails and reset links go; empty: to the user name, if that is an address. */
  altEmail: z.string(),
  /** What waits to be confirmed from its mailbox. */
  pending: z.object({ address: z.string(), expires: isoTimeSchema }).nullable(),
});
export type AltEmail = z.infer<typeof altEmailSchema>;

export const getAltEmail = call({
  method: 'GET',
  path: '/api/ef/auth/altemail',
  access: session,
  proof: 'session',
  summary: "The caller's alternative address, and the one that waits to be confirmed",
  reply: altEmailSchema,
});

export const resendAltEmail = call({
  method: 'POST',
  path: '/api/ef/auth/altemail',
  access: session,
  proof: 'fresh',
  summary: 'Mail the link that confirms the waiting address once more; the link before it ends',
  reply: altEmailSchema,
});

export const externalLoginSchema = z.object({
  /** Null: this portal has no identity provider. */
  label: z.string().nullable(),
  connected: z.boolean(),
});
export type ExternalLogin = z.infer<typeof externalLoginSchema>;

export const getExternalLogin = call({
  method: 'GET',
  path: '/api/ef/auth/externallogin',
  access: session,
  proof: 'session',
  summary: 'Whether the account is connected to the identity provider',
  reply: externalLoginSchema,
});

/** Where the browser goes next: to the identity provider, which sends it back. */
const atTheProvider = z.object({ address: z.string() });
const backTo = z.object({ next: z.string().max(2_000).optional() });

export const connectExternalLogin = call({
  method: 'POST',
  path: '/api/ef/auth/externallogin',
  access: session,
  proof: 'fresh',
  summary: 'Begin to connect the account to the identity provider: the browser goes to the address that is answered',
  body: backTo,
  reply: atTheProvider,
});

export const disconnectExternalLogin = call({
  method: 'DELETE',
  path: '/api/ef/auth/externallogin',
  access: session,
  proof: 'fresh',
  summary: 'Take the account from the identity provider; 409 when it has no password, and nobody could log in',
  reply: externalLoginSchema,
});

export const proveExternally = call({
  method: 'POST',
  path: '/api/ef/auth/proof/externallogin',
  access: session,
  proof: 'session',
  summary: 'Begin to prove anew who one is at the identity provider, which asks for a login again',
  body: backTo,
  reply: atTheProvider,
});
