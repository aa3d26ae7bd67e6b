import { request } from 'node:http';
import { type Access, ADMIN_MODIFY, isPermitted, permissionCatalogue, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callSamples } from '#testing/call-samples/call-samples.ts';
import { addressOf, type CallSample, type SampleScope, type SampleWorld } from '#testing/call-samples/sample.ts';
import { buildSampleWorld } from '#testing/call-samples/sample-world.ts';
import { sampledCalls, sendSample } from '#testing/call-samples/send-sample.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { CLIENT, startIdentityProvider } from '#testing/identity-provider.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/** Kept by `holder` between calls, so that its session goes on; no call asks for it. */
const BASE_PERMISSION = permissionId('CustomPermission3', 'View');
const EVERYTHING_BUT_ADMIN = permissionCatalogue.map((entry) => entry.permissionId).filter((id) => id !== ADMIN_MODIFY);

/** The permissions that a row says, and those that its sample needs beside them. */
function permissionsFor(access: Access, { also = [] }: CallSample): number[] {
  const ofRow = access.kind === 'permission' ? [access.permissionId, ...(access.and ?? [])] : [];
  return [...ofRow, ...also.map((one) => (one === 'AdminModify' ? ADMIN_MODIFY : permissionId(...one)))];
}

/** Ways to write a path that a careless router or check reads as another one (guarantees B3). */
const spellings: readonly ((path: string, origin: string) => string)[] = [
  (path) => `/${path}`,
  (path) => path.replace('/api/', '/api//'),
  (path) => path.toUpperCase(),
  (path) => path.replace(/\/([a-z])/g, (_all, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace('/api/', '/api;x=1/'),
  (path) => path.replace('/api/', '/api/./'),
  (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  (path) => path.replace('/api/', '/x/..%2fapi/'),
  (path) => `${path}/`,
  (path) => `${path}%2f..`,
  (path, origin) => `${origin}${path}`,
];

/** 303: the API page is elsewhere for a browser that comes by itself. */
const isAnswer = (status: unknown) => [200, 201, 204, 303].includes(status as number);
const isRefusal = (status: unknown) => [400, 401, 403, 404].includes(status as number);

/** Asks for a path as it is written: `fetch` would tidy it up. */
function statusOf(portal: Portal, path: string, cookie: string | undefined): Promise<number> {
  const headers = { 'X-Requested-With': 'Telltale', ...(cookie === undefined ? {} : { Cookie: cookie }) };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: portal.httpPort, path, headers }, (reply) => {
      reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
    });
    sent.once('error', reject).end();
  });
}

describe('the samples', () => {
  it('are one for every call that needs a session, and for nothing else', () => {
    expect([...callSamples.keys()].toSorted()).toEqual(sampledCalls.map(({ name }) => name).toSorted());
  });
});

describe.each(everyPortal())('on $engine', ({ engine, start }) => {
  let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
  let portal: Portal;
  let world: SampleWorld;
  let nobody: PortalClient;
  let strangers: Readonly<Record<SampleScope, readonly PortalClient[]>>;

  beforeAll(async () => {
    provider = await startIdentityProvider();
    const { id: clientId, secret: clientSecret } = CLIENT;
    const oidc = { issuer: provider.issuer, clientId, clientSecret, label: 'Log in with Example', newAccounts: false };
    portal = await start({ config: { oidc } });
    provider.openFor(portal.url);
    const unitB = await portal.anAdminUnit('Unit B');
    await portal.aUser({ username: 'nobody' });
    await portal.aUser({ username: 'adminB', permissions: [ADMIN_MODIFY], adminId: unitB });
    const b1 = await portal.anAsset({ by: 'adminB' });
    const groupB = await portal.anAssetGroup({ name: 'GB', assets: [b1.assetId], adminId: unitB });
    const all = { permissions: EVERYTHING_BUT_ADMIN };
    await portal.aUser({ username: 'allB', ...all, assetGroups: [groupB], adminId: unitB });
    const other = await portal.anAsset();
    const otherGroup = await portal.anAssetGroup({ name: 'other', assets: [other.assetId] });
    await portal.aUser({ username: 'allOther', ...all, assetGroups: [otherGroup] });
    nobody = await portal.as('nobody');
    world = await buildSampleWorld(portal, [BASE_PERMISSION]);
    const ofOtherUnit = [await portal.as('adminB'), await portal.as('allB')];
    const ofBoth = [...ofOtherUnit, await portal.as('allOther')];
    strangers = { none: [], unit: ofOtherUnit, asset: ofBoth, own: ofBoth };
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  // How a path is read does not depend on the database.
  const reads = engine === 'SQLite' ? sampledCalls.filter(({ call }) => call.method === 'GET') : [];
  it.each(reads)('$name is for nobody else, however its path is spelt', async ({ name, call }) => {
    const { params = {} } = await (callSamples.get(name) as CallSample).make(world);
    const path = addressOf(call, { params });
    const needsPermission = call.access.kind === 'permission';
    for (const spell of spellings) {
      const spelt = spell(path, portal.url);
      for (const cookie of needsPermission ? [undefined, nobody.cookie] : [undefined]) {
        expect([spelt, await statusOf(portal, spelt, cookie)]).toEqual([spelt, expect.toSatisfy(isRefusal)]);
      }
    }
  });

  it.each(sampledCalls)('$name is for who may, and for nobody else', async ({ name, call }) => {
    const sample = callSamples.get(name) as CallSample;
    const input = await sample.make(world);
    const anonymous = await sendSample(portal, portal.anonymous, call, input);
    expect([name, 'anonymous', anonymous.status]).toEqual([name, 'anonymous', 401]);
    if (call.access.kind === 'permission') {
      const refused = await sendSample(portal, nobody, call, input);
      expect([name, 'without permission', refused.status]).toEqual([name, 'without permission', 403]);
    }
    for (const stranger of strangers[sample.scope]) {
      const held = new Set(stranger.login?.permissions.map((one) => one.permissionId));
      const status = isPermitted(call.access, (id) => held.has(id)) ? 404 : 403;
      const reply = await sendSample(portal, stranger, call, input);
      expect([name, stranger.username, reply.status]).toEqual([name, stranger.username, status]);
    }

    const permissions = permissionsFor(call.access, sample);
    if (call.access.kind === 'permission' && call.access.and) {
      await portal.setPermissions(world.holderGroup, [BASE_PERMISSION, call.access.permissionId]);
      const half = await sendSample(portal, world.holder, call, input);
      expect([name, 'with half of the right', half.status]).toEqual([name, 'with half of the right', 403]);
    }
    await portal.setPermissions(world.holderGroup, [BASE_PERMISSION, ...permissions]);
    const reply = await sendSample(portal, world.holder, call, input);
    await portal.setPermissions(world.holderGroup, [BASE_PERMISSION]);
    expect([name, reply.status, reply.text]).toEqual([name, expect.toSatisfy(isAnswer), expect.anything()]);
  });
});
