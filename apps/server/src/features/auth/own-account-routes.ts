import { accounts, ownAccount, type UserId } from '@telltale/contract';
import type { Caller } from '#http/caller.ts';
import { type Route, route } from '#http/route.ts';
import type { AccountService } from './account-service.ts';
import type { AddressChangeService } from './address-change/address-change-service.ts';
import type { AuthService } from './auth-service.ts';
import type { SecondFactorService } from './second-factor/second-factor-service.ts';
import type { SessionService } from './session-service.ts';

interface Parts {
  account: AccountService;
  authService: AuthService;
  sessions: SessionService;
  secondFactors: SecondFactorService;
  addresses: AddressChangeService;
  hasPassword: (userId: UserId) => Promise<boolean>;
  isConnected: (userId: UserId) => Promise<boolean>;
}

/** Proving anew who one is, and the address that the account's mails go to. */
export function ownAccountRoutes(parts: Parts): Route[] {
  const { account, authService, sessions, secondFactors, addresses, hasPassword, isConnected } = parts;

  async function proofStateOf({ authId, userId }: Caller): Promise<ownAccount.ProofState> {
    const untilMs = sessions.freshUntil(authId);
    return {
      freshUntil: untilMs === undefined ? null : new Date(untilMs).toISOString(),
      password: await hasPassword(userId),
      secondFactor: await secondFactors.isOn(userId),
      externalLogin: await isConnected(userId),
    };
  }

  return [
    route(ownAccount.getProof, ({ caller }) => proofStateOf(caller)),

    route(ownAccount.prove, async ({ caller, body, raw }) => {
      await authService.prove(caller, body.password, body.code, raw.ip);
      return proofStateOf(caller);
    }),

    route(ownAccount.changePassword, async ({ caller, body }) => {
      await account.change(caller, body.password);
      return { username: caller.username };
    }),

    route(ownAccount.getAltEmail, ({ caller }) => addresses.stateOf(caller.userId)),

    route(ownAccount.resendAltEmail, async ({ caller }) => {
      await addresses.resend(caller);
      return addresses.stateOf(caller.userId);
    }),

    route(accounts.confirmAltEmail, ({ params, raw }) => addresses.confirm(params.changeId, raw.ip)),
  ];
}
