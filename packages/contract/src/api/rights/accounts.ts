import { z } from 'zod';
import { mailAddressSchema } from '../../mail-address.ts';
import { nameText } from '../../plain-name.ts';
import { anyone, call, may } from '../call.ts';
import { loginReplySchema } from './auth.ts';

const usernameInPath = z.object({ username: z.string().min(1).max(255) });
const contactText = nameText().default('');

/** The same answer whether or not the user exists (spec 3 §4). */
export const requestReset = call({
  method: 'GET',
  path: '/api/auth/request/{username}',
  access: anyone,
  changesState: true,
  summary: 'Ask for a mail with a link to set a password; the answer never tells whether there is such a user',
  params: usernameInPath,
  reply: z.object({ message: z.string() }),
});

export const submitPassword = call({
  method: 'GET',
  path: '/api/auth/submit/{changeId}',
  access: anyone,
  changesState: true,
  summary:
    'Set a password with the id of a reset link and Basic username:newPassword, and log in; 403: the link has expired',
  params: z.object({ changeId: z.string().min(1).max(200) }),
  reply: loginReplySchema,
});

export const makeResetLink = call({
  method: 'GET',
  path: '/api/auth/link/{username}',
  access: may('Users', 'Modify'),
  changesState: true,
  proof: 'fresh',
  summary: 'A reset link for a user of the own admin unit who may do no more than the caller',
  params: usernameInPath,
  reply: z.object({ link: z.string() }),
});

/** What became of a login with the identity provider; the login page shows it after `?loginError=`. */
export const externalLoginFailures = {
  cancelled: 'The login was cancelled at the identity provider.',
  expired: 'The login took too long, or was begun in another browser. Try again.',
  unverified: 'The identity provider does not vouch for an e-mail address of yours, so no account can be found by it.',
  exists:
    'There is an account of this name here already. Log in with its password, then connect it to the identity provider in the settings.',
  taken: 'This person of the identity provider belongs to another account of this portal.',
  other: 'The identity provider vouches for somebody else than the user of this account.',
  refused: 'There is no account for you on this portal. Ask an administrator.',
  unavailable: 'The identity provider does not answer. Try again later.',
  failed: 'The answer of the identity provider could not be trusted. Tell an administrator if it stays so.',
} as const;
export type ExternalLoginFailure = keyof typeof externalLoginFailures;

export const startExternalLogin = call({
  method: 'GET',
  path: '/api/auth/oidc/login',
  access: anyone,
  leavesTrace: true,
  summary: 'For browsers: leads to the identity provider, where one is configured, and from there back',
  query: z.object({ next: z.string().max(2_000).optional() }),
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

/** Comes from another site by its nature: state, nonce and PKCE tie it to the browser that began (RFC 9700 §2.1). */
export const finishExternalLogin = call({
  method: 'GET',
  path: '/api/auth/oidc/callback',
  access: anyone,
  leavesTrace: true,
  summary: "For browsers: takes the identity provider's answer, begins a session and leads to the portal",
  reply: z.unknown(),
  replyType: 'text/plain; charset=utf-8',
});

/** The id stands in the mail that went to the new address. It is used up by this call alone: mail scanners open links. */
export const confirmAltEmail = call({
  method: 'POST',
  path: '/api/auth/altemail/{changeId}',
  access: anyone,
  summary: 'Confirm an alternative address with the id that was mailed to it; 403: the link has expired',
  params: z.object({ changeId: z.string().min(1).max(200) }),
  reply: z.object({ username: z.string(), altEmail: z.string() }),
});

export const register = call({
  method: 'POST',
  path: '/api/ef/auth/register',
  access: anyone,
  summary: 'Make an account without any permission; 409 when there is one already',
  body: z.object({
    username: z.string().trim().min(1).max(255),
    password: z.string().max(2_000),
    attributes: z
      .object({
        firstName: contactText,
        lastName: contactText,
        altEmail: z.literal('').or(mailAddressSchema).default(''),
        phone: contactText,
      })
      .prefault({}),
  }),
  reply: z.object({ userId: z.number().int(), username: z.string() }),
});
