import type { ErrorReply, ownership, UserGroupId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
let adminB: PortalClient;
/** Holds every right over users, groups and assets of unit 1 but AdminModify, and sees a1 only. */
let clerk: PortalClient;
let clerkGroup: UserGroupId;
beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('root');
  adminB = await portal.as('adminB');
  const groupOfA1 = await portal.anAssetGroup({ name: 'only a1', assets: [world.a1.assetId] });
  const permissions = Array.from({ length: 20 }, (_, index) => index + 2);
  ({ userGroupId: clerkGroup } = await portal.aUser({ username: 'clerk', permissions, assetGroups: [groupOfA1] }));
  clerk = await portal.as('clerk');
});
afterAll(() => portal.close());

const ownershipOf = async (client: PortalClient, adminId?: number) =>
  client.get<ownership.Ownership>(
    `/api/ef/admin/users/ownership${adminId === undefined ? '' : `?adminId=${adminId}`}`,
  );
const errorOf = (reply: { body: unknown }) => (reply.body as ErrorReply).error;

let number = 0;
const aUserGroup = async (client: PortalClient, input: object = {}) => {
  const body = { userGroupId: 0, userGroupName: `user group ${++number}`, ...input };
  const reply = await client.post<ownership.UserGroup>('/api/usergroups', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const anAssetGroup = async (client: PortalClient, input: object = {}) => {
  const body = { assetGroupId: 0, assetGroupName: `asset group ${++number}`, ...input };
  const reply = await client.post<ownership.AssetGroup>('/api/assetgroups', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};
const aUser = async (client: PortalClient, input: object = {}) => {
  const body = { userId: 0, username: `user ${++number}`, password: '', email: true, ...input };
  const reply = await client.post<ownership.OwnedUser>('/api/users?sendEmail=false', body);
  expect(reply.status, reply.text).toBe(200);
  return reply.body;
};

describe('the ownership of a unit', () => {
  it('is refused for a unit that is not in sight, or that is none', async () => {
    expect((await ownershipOf(adminB, 1)).status).toBe(404);
    expect((await ownershipOf(clerk, world.unitB)).status).toBe(404);
    expect((await ownershipOf(root, 999)).status).toBe(404);
    expect((await ownershipOf(await portal.as('opA'))).status).toBe(403);
  });

  it('holds users, groups, assets and links of the unit and below, and nothing of another', async () => {
    const all = (await ownershipOf(root, 1)).body;
    expect(all.users.map((user) => user.username)).toEqual(expect.arrayContaining(['opA', 'opB', 'root']));
    expect(all.assets.map((asset) => asset.assetId)).toEqual([world.a1.assetId, world.a2.assetId, world.b1.assetId]);
    expect(all.assets[0]).toMatchObject({ assetAlias: 'Pump A1', assetDefinition: { assetDefinitionName: 'Pump' } });
    expect(all.userGroupUsers).toContainEqual({ userGroupId: world.opA.userGroupId, userId: world.opA.userId });
    expect(all.userGroupAssetGroups).toContainEqual({
      userGroupId: world.opA.userGroupId,
      assetGroupId: world.groupA,
    });
    expect(all.assetGroupAssets).toContainEqual({ assetGroupId: world.groupB, assetId: world.b1.assetId });

    const ofB = (await ownershipOf(adminB)).body;
    expect((await ownershipOf(root, world.unitB)).body).toEqual(ofB);
    expect(ofB.users.map((user) => user.username)).toEqual(['adminB', 'opB']);
    expect(ofB.assets.map((asset) => asset.assetId)).toEqual([world.b1.assetId]);
    expect(ofB.assetGroups.map((group) => group.assetGroupId)).toEqual([world.groupB]);
    expect(ofB.userGroups).toHaveLength(2);
    const flags = ofB.userGroups.find((group) => group.userGroupId === world.opB.userGroupId)?.permissionGroups;
    expect(flags).toContainEqual({ type: 'Commands', view: true, create: true, modify: true, delete: true });
    expect(flags?.map((row) => row.type)).not.toContain('Users');
  });
});
