import type { ownership, PermissionFlags } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import {
  anAssetGroup,
  aUserGroup,
  errorOf,
  flagsOf,
  grantAll,
  type JournalPage,
  ownershipOf,
  ownershipWorld,
  seenBy,
} from '#testing/ownership-world.ts';

const { portal, world, root, adminB, clerk, clerkGroup } = await ownershipWorld();

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

describe('what is not in the own unit (B12)', () => {
  it('cannot be read, changed, linked or deleted, and nothing of it changes', async () => {
    const before = (await ownershipOf(root, 1)).body;
    const { userId, userGroupId } = world.opA;
    const tries = [
      adminB.delete(`/api/users/${userId}`),
      adminB.post('/api/users', { userId, username: 'stolen' }),
      adminB.post('/api/users', { userId: 0, username: 'planted', adminId: 1 }),
      adminB.delete(`/api/usergroups/${userGroupId}`),
      adminB.post('/api/usergroups', { userGroupId, userGroupName: 'stolen' }),
      adminB.post('/api/usergroups', { userGroupId: 0, userGroupName: 'planted', adminId: 1 }),
      adminB.post('/api/usergroups', { userGroupId: 0, userGroupName: 'below', parentGroupId: userGroupId }),
      adminB.delete(`/api/assetgroups/${world.groupA}`),
      adminB.post('/api/assetgroups', { assetGroupId: world.groupA, assetGroupName: 'stolen' }),
      adminB.post('/api/assetgroups', { assetGroupId: world.groupB, parentGroupId: world.groupA }),
      adminB.put(`/api/usergroups/${userGroupId}/users`, [world.opB.userId]),
      adminB.put(`/api/usergroups/${world.opB.userGroupId}/users`, [userId]),
      adminB.put(`/api/usergroups/${world.opB.userGroupId}/users`, [world.opB.userId, 999_999]),
      adminB.put('/api/usergroups/1/users', [world.opB.userId]),
      adminB.put(`/api/usergroups/${world.opB.userGroupId}/assetgroups`, [world.groupB, world.groupA]),
      adminB.put(`/api/assetgroups/${world.groupB}/assets`, [world.b1.assetId, world.a1.assetId]),
      adminB.delete(`/api/assetgroups/${world.groupA}/assets`, [world.a1.assetId]),
      adminB.get(`/api/usergroups/${userGroupId}/permissions/groupedlist`),
      adminB.post(`/api/usergroups/${userGroupId}/permissions/groupedlist`, grantAll),
      adminB.get(`/api/users/${userId}/permissions/groupedlist`),
      adminB.get(`/api/ef/users/${userId}`),
      adminB.put('/api/ef/genericalerts', [{ userGroupId, assetGroupId: world.groupA, severityMin: 5 }]),
      adminB.post('/api/ef/admin/adminunits', [{ adminName: 'planted', parentAdminId: 1 }]),
      adminB.post('/api/ef/admin/adminunits', [{ adminId: 1, adminName: 'stolen' }]),
      adminB.delete('/api/ef/admin/adminunits/1'),
    ];
    for (const reply of await Promise.all(tries)) expect([reply.status, reply.text]).toEqual([404, expect.anything()]);
    expect((await ownershipOf(root, 1)).body).toEqual(before);
  });

  it('is out of sight before the body is looked at', async () => {
    const { userGroupId } = world.opA;
    for (const path of ['users', 'assetgroups', 'permissions/groupedlist']) {
      const method = path.startsWith('perm') ? 'POST' : 'PUT';
      const reply = await adminB.send(`/api/usergroups/${userGroupId}/${path}`, { method, body: '{ no json' });
      expect(reply.status).toBe(404);
      const own = await adminB.send(`/api/usergroups/${world.opB.userGroupId}/${path}`, { method, body: '{ no json' });
      expect(own.status).toBe(400);
    }
  });

  it('does not come with the admin units, which are listed downwards only', async () => {
    const ofRoot = (await root.get<ownership.AdminUnit[]>('/api/ef/admin/adminunits')).body;
    expect(ofRoot).toContainEqual({ adminId: world.unitB, adminName: 'Unit B', parentAdminId: 1 });
    const ofB = (await adminB.get<ownership.AdminUnit[]>('/api/ef/admin/adminunits')).body;
    expect(ofB).toEqual([{ adminId: world.unitB, adminName: 'Unit B', parentAdminId: 1 }]);
  });
});

describe('nobody grants more than they hold (B10)', () => {
  const journalSize = async () => (await root.get<JournalPage>('/api/journal?kind=access&limit=1')).body.total;

  it('neither to their own group nor by joining another one', async () => {
    const { opA, viewA } = world;
    const { userId } = opA;
    const clerkId = clerk.login?.auth.user.userId;
    const before = await journalSize();
    const tries = [
      clerk.post(`/api/usergroups/${clerkGroup}/permissions/groupedlist`, flagsOf('Admin', { modify: true })),
      clerk.post(`/api/usergroups/${clerkGroup}/permissions/groupedlist`, flagsOf('Commands', { create: true })),
      clerk.put('/api/usergroups/1/users', [clerkId]),
      clerk.put(`/api/usergroups/${opA.userGroupId}/users`, [clerkId]),
      clerk.put(`/api/usergroups/${opA.userGroupId}/users`, [viewA.userId]),
      clerk.post(`/api/usergroups/${opA.userGroupId}/permissions/groupedlist`, flagsOf('Assets', { view: true })),
      clerk.delete(`/api/usergroups/${opA.userGroupId}`),
      clerk.post('/api/usergroups', { userGroupId: 1, userGroupName: 'mine' }),
      clerk.delete(`/api/users/${userId}`),
      clerk.post('/api/users', { userId, username: 'mine' }),
      clerk.get('/api/auth/link/opA'),
    ];
    for (const reply of await Promise.all(tries)) expect([reply.status, reply.text]).toEqual([403, expect.anything()]);
    expect(await journalSize()).toBe(before);
  });

  it('nor assets that they do not see, directly or through a group that shows them', async () => {
    const { groupA, a1, a2 } = world;
    const assetGroup = await anAssetGroup(clerk);
    const group = await aUserGroup(clerk);
    const wide = await aUserGroup(root);
    await root.put(`/api/usergroups/${wide.userGroupId}/assetgroups`, [groupA]);
    const clerkId = clerk.login?.auth.user.userId;
    const tries: [number, Promise<{ status: number; text: string }>][] = [
      [404, clerk.put(`/api/assetgroups/${assetGroup.assetGroupId}/assets`, [a1.assetId, a2.assetId])],
      [403, clerk.put(`/api/usergroups/${group.userGroupId}/assetgroups`, [groupA])],
      [403, clerk.put(`/api/usergroups/${group.userGroupId}/assetgroups`, [1])],
      [403, clerk.put(`/api/usergroups/${wide.userGroupId}/users`, [clerkId])],
      [403, clerk.post('/api/assetgroups', { assetGroupId: groupA, parentGroupId: assetGroup.assetGroupId })],
      [403, clerk.delete(`/api/assetgroups/${groupA}`)],
      [
        403,
        clerk.post(`/api/usergroups/${wide.userGroupId}/permissions/groupedlist`, flagsOf('Assets', { view: true })),
      ],
    ];
    for (const [status, reply] of tries)
      expect([(await reply).status, (await reply).text]).toEqual([status, expect.anything()]);
    expect(await seenBy(portal, 'clerk')).toEqual(['Pump A1']);

    // What they hold they may pass on.
    expect((await clerk.put(`/api/assetgroups/${assetGroup.assetGroupId}/assets`, [a1.assetId])).body).toEqual([
      a1.assetId,
    ]);
    expect(
      (await clerk.put(`/api/usergroups/${group.userGroupId}/assetgroups`, [assetGroup.assetGroupId])).status,
    ).toBe(200);
    expect((await clerk.put(`/api/usergroups/${group.userGroupId}/users`, [world.nobody.userId])).status).toBe(200);
    const granted = await clerk.post<PermissionFlags[]>(
      `/api/usergroups/${group.userGroupId}/permissions/groupedlist`,
      flagsOf('Assets', { view: true }),
    );
    expect(granted.body.filter((row) => row.view)).toEqual(flagsOf('Assets', { view: true }));
    expect(await seenBy(portal, 'nobody')).toEqual(['Pump A1']);
    expect((await clerk.delete(`/api/usergroups/${group.userGroupId}`)).status).toBe(200);
    expect((await (await portal.newSession('nobody')).get('/api/ef/assets')).status).toBe(403);
  });

  it('nor does a unit make its users more by taking in those of the unit above', async () => {
    const { opB, opA } = world;
    const reply = await root.put(`/api/usergroups/${opB.userGroupId}/users`, [opA.userId]);
    expect([reply.status, errorOf(reply).message]).toEqual([409, expect.stringContaining('own admin unit')]);
    // The other way round is what root may do: rights flow down.
    expect((await root.put(`/api/usergroups/${opA.userGroupId}/users`, [opB.userId])).status).toBe(200);
    const moved = await root.post('/api/usergroups', { userGroupId: opA.userGroupId, adminId: world.unitB });
    expect(moved.status).toBe(409);
    expect((await root.delete(`/api/usergroups/${opA.userGroupId}/users`, [opB.userId])).status).toBe(200);
  });
});

describe('the list', () => {
  it('has an ETag, and is not sent again to who has it', async () => {
    const path = '/api/ef/admin/users/ownership?adminId=1';
    const etag = (await root.get(path)).headers.get('etag') ?? '';
    const headers = { 'If-None-Match': etag };
    expect((await root.get(path, headers)).status).toBe(304);
    await aUserGroup(root);
    expect((await root.get(path, headers)).status).toBe(200);
  });
});
