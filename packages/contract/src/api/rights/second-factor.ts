import { z } from 'zod';
import { idInPath, userIdSchema } from '../../ids.ts';
import { isoTimeSchema } from '../../time.ts';
import { call, may, session } from '../call.ts';

export const secondFactorSchema = z.object({
  enabled: z.boolean(),
  since: isoTimeSchema.nullable(),
  recoveryCodesLeft: z.number().int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const getSecondFactor = call({
  method: 'GET',
  path: '/api/ef/auth/secondfactor',
  access: session,
  proof: 'session',
  summary: 'Whether the caller logs in with a code of an authenticator app too',
  reply: secondFactorSchema,
});

export const beginSecondFactor = call({
  method: 'POST',
  path: '/api/ef/auth/secondfactor',
  access: session,
  proof: 'fresh',
  summary: 'A secret for an authenticator app (TOTP); it counts once a code of it has confirmed it',
  reply: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmSecondFactor = call({
  method: 'PUT',
  path: '/api/ef/auth/secondfactor',
  access: session,
  proof: 'fresh',
  summary: 'Turn the second factor on with a code of the app; the recovery codes are answered this once',
  body: z.object({ code: z.string().max(100) }),
  reply: recoveryCodes,
});

export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/api/ef/auth/secondfactor/recoverycodes',
  access: session,
  proof: 'fresh',
  summary: 'New recovery codes, answered this once; the old ones end',
  reply: recoveryCodes,
});

export const removeSecondFactor = call({
  method: 'DELETE',
  path: '/api/ef/auth/secondfactor',
  access: session,
  proof: 'fresh',
  summary: "Turn the caller's second factor off",
  reply: secondFactorSchema,
});

export const removeSecondFactorOf = call({
  method: 'DELETE',
  path: '/api/ef/users/{userId}/secondfactor',
  access: may('Users', 'Modify'),
  proof: 'fresh',
  summary: 'Turn off the second factor of a user of the own admin unit who may do no more than the caller',
  params: z.object({ userId: idInPath(userIdSchema) }),
  reply: z.object({ userId: userIdSchema }),
});
