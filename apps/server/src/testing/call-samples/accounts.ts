import type { OutsideBroker, secondFactor, View } from '@telltale/contract';
import { TOTP } from 'otpauth';
import { TEST_PASSWORD } from '../portal.ts';
import type { CallSample, SampleWorld } from './sample.ts';

/** The secret of holder's second factor, not yet confirmed. */
async function beginFactor({ holder }: SampleWorld): Promise<string> {
  const reply = await holder.post<{ secret: string }>('/api/ef/auth/secondfactor');
  return reply.body.secret;
}

function codeOf({ portal }: SampleWorld, secret: string): string {
  return new TOTP({ secret }).generate({ timestamp: portal.clock.now() });
}

/** Turns holder's second factor on, where it is off. */
async function withFactor(world: SampleWorld) {
  const { body } = await world.holder.get<secondFactor.SecondFactor>('/api/ef/auth/secondfactor');
  if (!body.enabled) {
    const code = codeOf(world, await beginFactor(world));
    await world.holder.put('/api/ef/auth/secondfactor', { code });
  }
  return {};
}

/** Proves with the password alone. */
async function withoutFactor({ holder }: SampleWorld) {
  await holder.delete('/api/ef/auth/secondfactor');
  return { body: { password: TEST_PASSWORD } };
}

/** Calls about oneself, and about the accounts of others. */
export const accountSamples: Readonly<Record<string, CallSample>> = {
  'accounts.makeResetLink': {
    scope: 'unit',
    make: async (world) => {
      const userId = await world.freshUser();
      const user = await world.portal.context.users.find(userId);
      return { params: { username: user?.username ?? '' } };
    },
  },
  'auth.createToken': { scope: 'none', make: ({ name }) => ({ body: { name: name('token') } }) },
  'auth.getUser': {
    scope: 'unit',
    also: [['Users', 'View']],
    make: async (world) => ({ params: { userId: await world.freshUser() } }),
  },
  'auth.listSessions': { scope: 'none', make: () => ({}) },
  'auth.listTokens': { scope: 'none', make: () => ({}) },
  'auth.revokeSession': {
    scope: 'own',
    make: async ({ portal, holder }) => {
      const other = await portal.newSession(holder.username);
      return { params: { authId: other.login?.auth.authId ?? '' } };
    },
  },
  'auth.revokeToken': {
    scope: 'own',
    make: async ({ holder, name }) => {
      const token = await holder.post<{ tokenId: number }>('/api/tokens', { name: name('token') });
      return { params: { tokenId: token.body.tokenId } };
    },
  },
  'auth.savePinnedAssets': {
    scope: 'own',
    make: ({ holderId, own }) => ({ params: { userId: holderId, assetIds: `[${own.assetId}]` } }),
  },
  'auth.saveUserAttributes': {
    scope: 'own',
    make: ({ holderId }) => ({ body: [{ userId: holderId, attributeName: 'firstName', attributeValue: 'Ann' }] }),
  },
  'operations.exportJournal': { scope: 'none', make: () => ({}) },
  'outsideBroker.getOutsideBroker': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'outsideBroker.lookAtBroker': { scope: 'none', also: ['AdminModify'], make: () => ({ body: { filter: 'plant/#' } }) },
  'outsideBroker.putBrokerRules': {
    scope: 'none',
    also: ['AdminModify'],
    make: async ({ root }) => {
      const { file, version } = (await root.get<OutsideBroker>('/api/broker')).body;
      return { body: { rules: file.rules, version } };
    },
  },
  'firstHour.getFirstHour': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'firstHour.saveFirstHour': {
    scope: 'none',
    also: ['AdminModify'],
    make: () => ({ body: { portalName: 'North field' } }),
  },
  'firstHour.getMailServer': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'firstHour.saveMailServer': { scope: 'none', also: ['AdminModify'], make: () => ({ body: { server: null } }) },
  'firstHour.testMailServer': {
    scope: 'none',
    also: ['AdminModify'],
    make: () => ({ body: { to: 'ann@example.com' } }),
  },
  'views.startView': {
    scope: 'unit',
    make: async (world) => ({ body: { userId: await world.freshUser() } }),
  },
  'views.endView': {
    scope: 'none',
    make: async (world) => {
      const view = await world.holder.post<Partial<View>>('/api/ef/auth/views', { userId: await world.freshUser() });
      return { params: { viewId: view.body.viewId ?? 'none' } };
    },
  },
  'portalStatus.getStatus': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'operations.getFrameSites': { scope: 'none', also: ['AdminModify'], make: () => ({}) },
  'operations.getDocs': { scope: 'none', make: () => ({}) },
  'operations.getOpenApi': { scope: 'none', make: () => ({}) },
  'operations.putFrameSites': { scope: 'none', also: ['AdminModify'], make: () => ({ body: { sites: [] } }) },
  'operations.listJournal': { scope: 'none', make: () => ({}) },
  'operations.listJournalKinds': { scope: 'none', make: () => ({}) },
  'ownAccount.changePassword': { scope: 'none', make: () => ({ body: { password: TEST_PASSWORD } }) },
  'ownAccount.connectExternalLogin': { scope: 'none', make: () => ({ body: {} }) },
  'ownAccount.disconnectExternalLogin': { scope: 'none', make: () => ({}) },
  'ownAccount.getAltEmail': { scope: 'none', make: () => ({}) },
  'ownAccount.getExternalLogin': { scope: 'none', make: () => ({}) },
  'ownAccount.getProof': { scope: 'none', make: () => ({}) },
  'ownAccount.prove': { scope: 'none', make: withoutFactor },
  'ownAccount.proveExternally': { scope: 'none', make: () => ({ body: {} }) },
  'ownAccount.resendAltEmail': {
    scope: 'none',
    make: async ({ holder, holderId, name }) => {
      const attributeValue = `${name('address').replace(' ', '')}@example.com`;
      await holder.post('/api/ef/userattributes', [{ userId: holderId, attributeName: 'altEmail', attributeValue }]);
      return {};
    },
  },
  'secondFactor.beginSecondFactor': { scope: 'none', make: () => ({}) },
  'secondFactor.confirmSecondFactor': {
    scope: 'none',
    make: async (world) => ({ body: { code: codeOf(world, await beginFactor(world)) } }),
  },
  'secondFactor.getSecondFactor': { scope: 'none', make: () => ({}) },
  'secondFactor.removeSecondFactor': { scope: 'none', make: withFactor },
  'secondFactor.removeSecondFactorOf': {
    scope: 'unit',
    make: async (world) => ({ params: { userId: await world.freshUser() } }),
  },
  'secondFactor.renewRecoveryCodes': { scope: 'none', make: withFactor },
};
