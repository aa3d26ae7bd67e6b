import { auth, secondFactor } from '@telltale/contract';
import type { FastifyRequest } from 'fastify';
import { type Route, route } from '#http/route.ts';
import type { SecondFactorService } from './second-factor-service.ts';

/** The code that came beside the credentials, if any. */
export function secondFactorOf(raw: FastifyRequest): string | undefined {
  const value = raw.headers[auth.SECOND_FACTOR_HEADER.toLowerCase()];
  return typeof value === 'string' ? value.slice(0, 100) : undefined;
}

export function secondFactorRoutes(factors: SecondFactorService): Route[] {
  return [
    route(secondFactor.getSecondFactor, ({ caller }) => factors.stateOf(caller.userId)),
    route(secondFactor.beginSecondFactor, ({ caller }) => factors.begin(caller)),

    route(secondFactor.confirmSecondFactor, async ({ caller, body }) => ({
      recoveryCodes: await factors.confirm(caller, body.code),
    })),

    route(secondFactor.renewRecoveryCodes, async ({ caller }) => ({
      recoveryCodes: await factors.renewRecoveryCodes(caller),
    })),

    route(secondFactor.removeSecondFactor, async ({ caller }) => {
      await factors.removeOwn(caller);
      return factors.stateOf(caller.userId);
    }),

    route(secondFactor.removeSecondFactorOf, async ({ caller, params }) => {
      await factors.removeOf(caller, params.userId);
      return { userId: params.userId };
    }),
  ];
}
