import type { accessAnswers } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { aUserGroup, ownershipWorld } from '#testing/ownership-world.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const { portal, world, root, adminB, clerk } = await ownershipWorld();
const { a1, b1, opA, opB, groupA } = world;

const ofAsset = (client: PortalClient, assetId: number, query = '') =>
  client.get<accessAnswers.AssetAccess>(`/api/ef/assets/${assetId}/access${query}`);
const ofUser = (client: PortalClient, userId: number) =>
  client.get<accessAnswers.UserAccess>(`/api/ef/users/${userId}/access`);
const namesOf = ({ body }: { body: accessAnswers.AssetAccess }) => body.users.map(({ username }) => username);

describe('who can see this asset', () => {
  it('is for administrators alone, and of assets that they see', async () => {
    expect((await ofAsset(clerk, a1.assetId)).status).toBe(403);
    expect((await ofAsset(adminB, a1.assetId)).status).toBe(404);
    expect((await ofAsset(root, 999_999)).status).toBe(404);
    for (const wrong of ['0', '110', 'x', '-1']) {
      expect((await ofAsset(root, a1.assetId, `?permissionId=${wrong}`)).status).toBe(400);
    }
  });

  it('names who sees it and holds the permission, and the groups on the way', async () => {
    const reply = await ofAsset(root, a1.assetId);
    expect(namesOf(reply)).toEqual(['admin', 'clerk', 'opA', 'root', 'viewA']);
    expect(reply.body.users.find(({ username }) => username === 'opA')).toEqual({
      userId: opA.userId,
      username: 'opA',
      adminId: 1,
      canLogIn: true,
      administers: null,
      grantedBy: [opA.userGroupId],
      reachedBy: [{ userGroupId: opA.userGroupId, linkedGroupId: groupA, holderId: groupA }],
    });
    expect(reply.body.users.find(({ username }) => username === 'root')).toMatchObject({
      administers: 'everything',
      reachedBy: [],
    });
    expect(reply.body.assetGroups).toContainEqual({ assetGroupId: groupA, assetGroupName: 'GA', adminId: 1 });
    expect(reply.text).not.toContain(world.canary);
    // Alarms: Modify.
    const doing = await ofAsset(root, a1.assetId, '?permissionId=40');
    expect(namesOf(doing)).toEqual(['admin', 'opA', 'root']);
    expect(doing.body.withoutPermission).toBe(2);
  });

  it('tells the administrator of a unit of the users of that unit only', async () => {
    expect(namesOf(await ofAsset(adminB, b1.assetId))).toEqual(['adminB', 'opB']);
    expect(namesOf(await ofAsset(root, b1.assetId))).toEqual(['admin', 'adminB', 'opB', 'root']);
  });
});

describe('what this user may', () => {
  it('is told of users in sight', async () => {
    expect((await ofUser(clerk, opA.userId)).status).toBe(403);
    expect((await ofUser(adminB, opA.userId)).status).toBe(404);
    expect((await ofUser(root, 999_999)).status).toBe(404);
  });

  it('names each permission with its groups, and what is reached', async () => {
    const second = await aUserGroup(root, { userGroupName: 'Second' });
    const { links } = portal.context.ownership;
    await portal.setPermissions(second.userGroupId, [6]);
    await links.add(systemCaller, 'users', second.userGroupId, [opA.userId]);
    const { body } = await ofUser(root, opA.userId);
    expect(body).toMatchObject({ user: { username: 'opA', readOnly: false }, administers: null, assetCount: 2 });
    expect(body.permissions[0]).toEqual({ permissionId: 6, grantedBy: [opA.userGroupId, second.userGroupId] });
    expect(body.reaches).toEqual([{ assetGroupId: groupA, userGroupIds: [opA.userGroupId], assetCount: 2 }]);
    expect(body.userGroups.map(({ userGroupName }) => userGroupName)).toContain('Second');
  });

  it('does not name groups of a unit above the caller’s', async () => {
    const above = await aUserGroup(root, { userGroupName: 'of all units' });
    await portal.setPermissions(above.userGroupId, [8]);
    await portal.context.ownership.links.add(systemCaller, 'users', above.userGroupId, [opB.userId]);
    const { body, text } = await ofUser(adminB, opB.userId);
    expect(body.permissions.find(({ permissionId }) => permissionId === 8)?.grantedBy).toEqual([opB.userGroupId, null]);
    expect(text).not.toContain('of all units');
    expect(body.assetCount).toBe(1);
  });
});
