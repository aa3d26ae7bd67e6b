import { auth, secondFactor } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';
import { forbidden } from '#http/errors.ts';
import { type Route, route } from '#http/route.ts';
import { hasBearer } from '#http/same-site.ts';
import type { AuthService } from './auth-service.ts';
import type { SecondFactorService } from './second-factor-service.ts';

/** The code that came beside the credentials, if any. */
export function secondFactorOf(raw: FastifyRequest): string | undefined {
  const value = raw.headers[auth.SECOND_FACTOR_HEADER.toLowerCase()];
  return typeof value === 'string' ? value.slice(0, 100) : undefined;
}

/** How a user logs in is no business of a script's token. */
const sessionOnly = {
  scope: ({ raw }: { raw: FastifyRequest }) => {
    if (hasBearer(raw)) throw forbidden('Two-step login is managed with a session.');
  },
};

export function secondFactorRoutes(factors: SecondFactorService, authService: AuthService): Route[] {
  return [
    route(secondFactor.getSecondFactor, ({ caller }) => factors.stateOf(caller.userId)),

    route(
      secondFactor.beginSecondFactor,
      async ({ caller, body, raw }) => {
        await authService.confirmPassword(caller, body.password, raw.ip);
        return factors.begin(caller);
      },
      sessionOnly,
    ),

    route(
      secondFactor.confirmSecondFactor,
      async ({ caller, body }) => ({ recoveryCodes: await factors.confirm(caller, body.code) }),
      sessionOnly,
    ),

    route(
      secondFactor.renewRecoveryCodes,
      async ({ caller, body, raw }) => {
        await authService.confirmPassword(caller, body.password, raw.ip);
        return { recoveryCodes: await factors.renewRecoveryCodes(caller) };
      },
      sessionOnly,
    ),

    route(
      secondFactor.removeSecondFactor,
      async ({ caller, body, raw }) => {
        await authService.confirmPassword(caller, body.password, raw.ip);
        await factors.removeOwn(caller);
        return factors.stateOf(caller.userId);
      },
      sessionOnly,
    ),

    route(secondFactor.removeSecondFactorOf, async ({ caller, params }) => {
      await factors.removeOf(caller, params.userId);
      return { userId: params.userId };
    }),
  ];
}
