import type { AdminId, assets, ownership } from '@telltale/contract';
import { describe, expect, it, vi } from 'vitest';
import { linkIn, type ReceivedMail, readOutbox } from '#testing/outbox.ts';
import {
  aUser,
  aUserGroup,
  errorOf,
  flagsOf,
  grantAll,
  ownershipOf,
  ownershipWorld,
} from '#testing/ownership-world.ts';
import { basicHeader, logIn } from '#testing/portal-client.ts';

const { portal, world, root, adminB } = await ownershipWorld();

const mailsTo = async (address: string): Promise<ReceivedMail[] | undefined> => {
  const mails = (await readOutbox(portal.config.dataFolder)).filter((mail) => mail.to === address);
  return mails.length > 0 ? mails : undefined;
};

describe('admin units', () => {
  it('are created below another, renamed, moved and deleted, all of a list or none', async () => {
    const made = await root.post<ownership.AdminUnit[]>('/api/ef/admin/adminunits', [
      { adminName: 'North', parentAdminId: 1 },
      { adminName: 'South', parentAdminId: 1 },
    ]);
    expect(made.body).toEqual([
      { adminId: expect.any(Number), adminName: 'North', parentAdminId: 1 },
      { adminId: expect.any(Number), adminName: 'South', parentAdminId: 1 },
    ]);
    const [north, south] = made.body as [ownership.AdminUnit, ownership.AdminUnit];
    const taken = await root.post('/api/ef/admin/adminunits', [{ adminName: 'East' }, { adminName: 'NORTH' }]);
    expect([taken.status, errorOf(taken).message]).toEqual([409, expect.stringContaining('NORTH')]);
    expect((await root.get('/api/ef/admin/adminunits')).text).not.toContain('East');

    const below = { adminId: south.adminId, parentAdminId: north.adminId };
    expect((await root.post('/api/ef/admin/adminunits', [below])).body).toEqual([{ ...south, ...below }]);
    const cycle = await root.post('/api/ef/admin/adminunits', [
      { adminId: north.adminId, parentAdminId: south.adminId },
    ]);
    expect([cycle.status, errorOf(cycle).details]).toMatchObject([400, [{ field: 'parentAdminId' }]]);

    const inUse = await root.delete(`/api/ef/admin/adminunits/${north.adminId}`);
    expect([inUse.status, errorOf(inUse).details]).toEqual([409, { adminUnits: 1 }]);
    await aUser(root, { username: 'southerner', adminId: south.adminId });
    expect(errorOf(await root.delete(`/api/ef/admin/adminunits/${south.adminId}`)).details).toEqual({ users: 1 });
    expect((await root.delete('/api/ef/admin/adminunits/1')).status).toBe(409);
    const { users } = (await ownershipOf(root, north.adminId)).body;
    expect(users.map((user) => user.username)).toEqual(['southerner']);
    for (const user of users) await root.delete(`/api/users/${user.userId}`);
    for (const unit of [south, north]) {
      expect((await root.delete(`/api/ef/admin/adminunits/${unit.adminId}`)).body).toEqual({ adminId: unit.adminId });
    }
  });

  it('are administered from above as well', async () => {
    const [unitC] = (await adminB.post<ownership.AdminUnit[]>('/api/ef/admin/adminunits', [{ adminName: 'Unit C' }]))
      .body;
    expect(unitC).toMatchObject({ parentAdminId: world.unitB });
    const adminId = unitC?.adminId as AdminId;
    const user = await aUser(adminB, { username: 'opC', adminId });
    expect((await adminB.get(`/api/ef/users/${user.userId}`)).status).toBe(200);
    expect((await adminB.get<{ link: string }>('/api/auth/link/opC')).status).toBe(200);
    expect((await ownershipOf(adminB)).body.users.map(({ username }) => username)).toContain('opC');
    expect(
      (await adminB.post('/api/ef/admin/adminunits', [{ adminId: world.unitB, parentAdminId: adminId }])).status,
    ).toBe(400);
    expect((await adminB.delete(`/api/users/${user.userId}`)).status).toBe(200);
    expect((await adminB.delete(`/api/ef/admin/adminunits/${adminId}`)).status).toBe(200);
  });
});

describe('users', () => {
  it.each([
    [{ userId: 0 }, 400],
    [{ userId: 0, username: 'with:colon' }, 400],
    [{ userId: 0, username: 'x', password: 'a password of theirs' }, 400],
    [{ userId: 0, username: ' OPA ' }, 409],
    [{ userId: 0, username: 'x', adminId: 999 }, 404],
    [{ userId: 999_999, username: 'x' }, 404],
    [{ userId: -1, username: 'x' }, 400],
  ])('cannot be saved as %j', async (body, status) => {
    expect((await root.post('/api/users', body)).status).toBe(status);
  });

  it('are created without a password, show the alert until a link was sent, and cannot log in until they use it', async () => {
    const user = await aUser(root, { username: 'new@example.com' });
    expect(user).toMatchObject({ userId: user.userId, username: 'new@example.com', adminId: 1, resetSent: false });
    for (const password of ['', 'anything at all']) {
      await expect(logIn(portal.url, 'new@example.com', password)).rejects.toThrow('403');
    }
    expect((await root.post<ownership.OwnedUser>('/api/users?sendEmail=true', user)).body.resetSent).toBe(true);
    const listed = (await ownershipOf(root)).body.users.find(({ userId }) => userId === user.userId);
    expect(listed?.resetSent).toBe(true);
    const mails = (await vi.waitUntil(() => mailsTo('new@example.com'), 15_000)) as ReceivedMail[];
    const { changeId } = linkIn(mails[0]);
    const Authorization = basicHeader('new@example.com', 'a password of their own');
    expect((await portal.anonymous.get(`/api/auth/submit/${changeId}`, { Authorization })).status).toBe(200);
    expect((await ownershipOf(root)).body.users.find(({ userId }) => userId === user.userId)?.resetSent).toBe(true);
  });

  it('take nothing from a body that is not theirs to say (B14)', async () => {
    const more = { passwordHash: 'x', readOnly: true, permissions: [1], userGroups: [1], resetSent: true, created: 0 };
    const user = await aUser(root, { username: 'plain', ...more });
    expect(Object.keys(user)).toHaveLength(6);
    expect(user).toMatchObject({ userId: user.userId, username: 'plain', adminId: 1, resetSent: false });
    const rights = await portal.context.access.accessOf(user.userId);
    expect([rights?.permissions.size, rights?.readOnly]).toEqual([0, false]);
    const group = await aUserGroup(root, { permissionGroups: grantAll, permissions: [1], users: [user.userId] });
    expect(group.permissionGroups).toEqual([]);
    expect((await portal.context.access.accessOf(user.userId))?.permissions.size).toBe(0);
  });

  it('count a link that an administrator passes on as sent', async () => {
    const user = await aUser(root, { username: 'no address' });
    expect((await root.post<ownership.OwnedUser>('/api/users?sendEmail=true', user)).body.resetSent).toBe(false);
    expect((await root.get('/api/auth/link/no%20address')).status).toBe(200);
    expect((await ownershipOf(root)).body.users.find(({ userId }) => userId === user.userId)?.resetSent).toBe(true);
  });

  it('keep their sessions when they are renamed, and see what their unit sees when they are moved', async () => {
    await portal.aUser({ username: 'mover', permissions: [1, 6] });
    const mover = await portal.newSession('mover');
    const { userId } = mover.login?.auth.user ?? {};
    expect((await mover.get<assets.Asset[]>('/api/ef/assets')).body.length).toBeGreaterThan(1);
    // The group stays in unit 1, and rights flow down.
    expect((await root.post('/api/users', { userId, username: 'moved', adminId: world.unitB })).status).toBe(200);
    const seen = (await mover.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(seen.map(({ assetId }) => assetId)).toEqual([world.b1.assetId]);
    expect((await adminB.delete(`/api/users/${userId}`)).status).toBe(200);
    expect((await mover.get('/api/ef/assets')).status).toBe(401);
  });

  it('cannot delete themselves, and the last administrator stays one, whichever way it is tried', async () => {
    const own = root.login?.auth.user.userId;
    expect((await root.delete(`/api/users/${own}`)).status).toBe(409);
    const admin = await portal.as('admin');
    const adminId = admin.login?.auth.user.userId;
    const groupOfRoot = (await ownershipOf(root)).body.userGroupUsers.find(({ userId }) => userId === own)?.userGroupId;
    expect((await root.delete('/api/usergroups/1/users', [adminId])).status).toBe(200);
    const tries = [
      root.delete(`/api/usergroups/${groupOfRoot}/users`, [own]),
      root.post(`/api/usergroups/${groupOfRoot}/permissions/groupedlist`, flagsOf('Admin', {})),
      root.delete(`/api/usergroups/${groupOfRoot}`),
      root.post('/api/users', { userId: own, adminId: world.unitB }),
    ];
    for (const reply of await Promise.all(tries)) {
      expect([reply.status, errorOf(reply).message]).toEqual([409, expect.stringContaining('last administrator')]);
    }
    expect((await root.put('/api/usergroups/1/users', [adminId])).body).toEqual([adminId]);
    expect((await (await portal.newSession('admin')).get('/api/journal')).status).toBe(200);
  });
});
