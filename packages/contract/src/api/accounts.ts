import { z } from 'zod';
import { loginReplySchema } from './auth.ts';
import { anyone, call, may } from './call.ts';

const usernameInPath = z.object({ username: z.string().min(1).max(255) });
const contactText = z.string().trim().max(255).default('');

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
  summary: 'A reset link for a user of the own admin unit who may do no more than the caller',
  params: usernameInPath,
  reply: z.object({ link: z.string() }),
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
      .object({ firstName: contactText, lastName: contactText, altEmail: contactText, phone: contactText })
      .prefault({}),
  }),
  reply: z.object({ userId: z.number().int(), username: z.string() }),
});
