import {
  type AdminId,
  type assets,
  type ErrorReply,
  type operations,
  type ownership,
  type PermissionFlags,
  permissionTypes,
  type UserGroupId,
} from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { LiveClient } from '#testing/live-client.ts';
import { linkIn, type ReceivedMail, readOutbox } from '#testing/outbox.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { basicHeader, logIn, type PortalClient } from '#testing/portal-client.ts';
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
  client.get<ownership.Ownership>(`/api/ef/admin/users/ownership${adminId === undefined ? '' : `?adminId=${adminId}`}`);
const errorOf = (reply: { body: unknown }) => (reply.body as ErrorReply).error;

type Journal = { total: number; entries: operations.JournalEntry[] };

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

const mailsTo = async (address: string): Promise<ReceivedMail[] | undefined> => {
  const mails = (await readOutbox(portal.config.dataFolder)).filter((mail) => mail.to === address);
  return mails.length > 0 ? mails : undefined;
};
const grantAll: PermissionFlags[] = permissionTypes.map((type) => ({
  type,
  view: true,
  create: true,
  delete: true,
  modify: true,
}));
const flagsOf = (type: PermissionFlags['type'], set: Partial<PermissionFlags>) => [
  { type, view: false, create: false, delete: false, modify: false, ...set },
];
const seenBy = async (username: string) =>
  (await (await portal.newSession(username)).get<assets.Asset[]>('/api/ef/assets')).body
    .map((asset) => asset.assetAlias)
    .sort();

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
  const journalSize = async () => (await root.get<Journal>('/api/journal?kind=access&limit=1')).body.total;

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
    expect(await seenBy('clerk')).toEqual(['Pump A1']);

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
    expect(await seenBy('nobody')).toEqual(['Pump A1']);
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
    expect(user).toEqual({ userId: user.userId, username: 'new@example.com', adminId: 1, resetSent: false });
    for (const password of ['', 'anything at all']) {
      await expect(logIn(portal.url, 'new@example.com', password)).rejects.toThrow('403');
    }
    expect((await root.post<ownership.OwnedUser>('/api/users?sendEmail=true', user)).body.resetSent).toBe(true);
    const listed = (await ownershipOf(root)).body.users.find(({ userId }) => userId === user.userId);
    expect(listed?.resetSent).toBe(true);
    const mails = (await vi.waitUntil(() => mailsTo('new@example.com'))) as ReceivedMail[];
    const { changeId } = linkIn(mails[0]);
    const Authorization = basicHeader('new@example.com', 'a password of their own');
    expect((await portal.anonymous.get(`/api/auth/submit/${changeId}`, { Authorization })).status).toBe(200);
    expect((await ownershipOf(root)).body.users.find(({ userId }) => userId === user.userId)?.resetSent).toBe(true);
  });

  it('take nothing from a body that is not theirs to say (B14)', async () => {
    const more = { passwordHash: 'x', readOnly: true, permissions: [1], userGroups: [1], resetSent: true, created: 0 };
    const user = await aUser(root, { username: 'plain', ...more });
    expect(user).toEqual({ userId: user.userId, username: 'plain', adminId: 1, resetSent: false });
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

describe.each([
  ['user group', '/api/usergroups', 'userGroupId', 'userGroupName'],
  ['asset group', '/api/assetgroups', 'assetGroupId', 'assetGroupName'],
])('a %s', (_what, path, id, name) => {
  const save = (body: object) => root.post<Record<string, unknown>>(path, body);

  it('is created below group 1, renamed, described and moved', async () => {
    const made = (await save({ [id]: 0, [name]: 'Crew', description: 'of the rig' })).body;
    expect(made).toMatchObject({ [name]: 'Crew', adminId: 1, description: 'of the rig', parentGroupId: 1 });
    const renamed = (await save({ [id]: made[id], [name]: 'Night crew' })).body;
    expect(renamed).toEqual({ ...made, [name]: 'Night crew' });
    expect((await save({ [id]: made[id], parentGroupId: null })).body).toMatchObject({ parentGroupId: null });
  });

  it('cannot have a name that another of its unit has, whatever the case; another unit may have it', async () => {
    await save({ [id]: 0, [name]: 'Zählwerk' });
    for (const taken of ['zählwerk', ' ZÄHLWERK ']) expect((await save({ [id]: 0, [name]: taken })).status).toBe(409);
    expect((await adminB.post(path, { [id]: 0, [name]: 'zählwerk' })).status).toBe(200);
    for (const wrong of [undefined, '', '   ', 'x'.repeat(256), 7]) {
      expect((await save({ [id]: 0, [name]: wrong })).status).toBe(400);
    }
  });

  it('cannot come to stand below itself, nor be deleted while others are below it', async () => {
    const [top, middle, low] = ['top', 'middle', 'low'].map((level) => `${level} ${path}`);
    const first = (await save({ [id]: 0, [name]: top })).body;
    const second = (await save({ [id]: 0, [name]: middle, parentGroupId: first[id] })).body;
    const third = (await save({ [id]: 0, [name]: low, parentGroupId: second[id] })).body;
    for (const parentGroupId of [first[id], second[id], third[id]]) {
      const reply = await save({ [id]: first[id], parentGroupId });
      expect([reply.status, errorOf(reply).details]).toMatchObject([400, [{ field: 'parentGroupId' }]]);
    }
    const inUse = await root.delete(`${path}/${first[id]}`);
    expect([inUse.status, errorOf(inUse).details]).toEqual([409, { groups: [middle] }]);
    expect((await save({ [id]: second[id], parentGroupId: null })).status).toBe(200);
    expect((await root.delete(`${path}/${first[id]}`)).body).toEqual({ [id]: first[id] });
    expect((await root.delete(`${path}/${first[id]}`)).status).toBe(404);
  });

  it('cannot be put below another one that is put below it at the same time', async () => {
    const [one, two] = [await save({ [id]: 0, [name]: `one ${path}` }), await save({ [id]: 0, [name]: `two ${path}` })];
    const moves = await Promise.all([
      save({ [id]: one.body[id], parentGroupId: two.body[id] }),
      save({ [id]: two.body[id], parentGroupId: one.body[id] }),
    ]);
    expect(moves.map(({ status }) => status)).toEqual([200, 400]);
  });

  it('above all others stays where it is', async () => {
    expect((await root.delete(`${path}/1`)).status).toBe(409);
    expect((await save({ [id]: 1, adminId: world.unitB })).status).toBe(409);
    const other = (await save({ [id]: 0, [name]: `other ${path}` })).body;
    expect((await save({ [id]: 1, parentGroupId: other[id] })).status).toBe(409);
  });
});

describe('links and permissions', () => {
  it('take effect at once, answer what is linked, and leave others alone', async () => {
    const group = await aUserGroup(root);
    const { userGroupId } = group;
    const assetGroup = await anAssetGroup(root);
    await portal.aUser({ username: 'linked' });
    const { userId } = (await portal.as('linked')).login?.auth.user ?? {};
    const put = (path: string, ids: unknown[]) => root.put(`/api/${path}`, ids);
    expect((await put(`usergroups/${userGroupId}/users`, [userId, userId])).body).toEqual([userId]);
    expect((await put(`usergroups/${userGroupId}/users`, [userId])).body).toEqual([userId]);
    expect((await put(`usergroups/${userGroupId}/assetgroups`, [assetGroup.assetGroupId])).body).toEqual([
      assetGroup.assetGroupId,
    ]);
    const assetsPath = `assetgroups/${assetGroup.assetGroupId}/assets`;
    expect((await put(assetsPath, [world.a2.assetId, world.a1.assetId])).body).toEqual([
      world.a1.assetId,
      world.a2.assetId,
    ]);
    const path = `/api/usergroups/${userGroupId}/permissions/groupedlist`;
    const saved = await root.post<PermissionFlags[]>(path, flagsOf('Assets', { view: true, delete: true }));
    expect(saved.body).toHaveLength(permissionTypes.length);
    expect((await root.get(path)).body).toEqual(saved.body);
    expect(await seenBy('linked')).toEqual(['Pump A1', 'Pump A2']);

    // Types that are not named keep their flags; all flags of one that is named are replaced.
    await root.post(path, flagsOf('Alarms', { view: true }));
    const changed = (await root.post<PermissionFlags[]>(path, flagsOf('Assets', { view: true }))).body;
    expect(changed.filter((row) => row.view || row.delete)).toEqual([
      ...flagsOf('Assets', { view: true }),
      ...flagsOf('Alarms', { view: true }),
    ]);
    const other = await aUserGroup(root);
    await put(`usergroups/${other.userGroupId}/users`, [userId]);
    await root.post(
      `/api/usergroups/${other.userGroupId}/permissions/groupedlist`,
      flagsOf('Assets', { modify: true }),
    );
    const effective = (await root.get<PermissionFlags[]>(`/api/users/${userId}/permissions/groupedlist`)).body;
    expect(effective.find((row) => row.type === 'Assets')).toEqual(flagsOf('Assets', { view: true, modify: true })[0]);

    expect((await root.delete(`/api/${assetsPath}`, [world.a1.assetId])).body).toEqual([world.a2.assetId]);
    expect(await seenBy('linked')).toEqual(['Pump A2']);
    expect((await root.delete(`/api/usergroups/${userGroupId}/assetgroups`, [assetGroup.assetGroupId])).body).toEqual(
      [],
    );
    expect(await seenBy('linked')).toEqual([]);
  });

  it.each([[['1']], [[0]], [[1.5]], [{}], [[null]], ['text']])('are refused as %j', async (body) => {
    for (const path of [`usergroups/${world.opA.userGroupId}/users`, `assetgroups/${world.groupA}/assets`]) {
      expect((await root.put(`/api/${path}`, body)).status).toBe(400);
    }
    const path = `/api/usergroups/${world.opA.userGroupId}/permissions/groupedlist`;
    expect((await root.post(path, body)).status).toBe(400);
  });

  it('end the sessions of who loses the last permission, and of nobody else', async () => {
    const { userGroupId } = await portal.aUser({ username: 'loser', permissions: [6, 10] });
    const loser = await portal.newSession('loser');
    const path = `/api/usergroups/${userGroupId}/permissions/groupedlist`;
    await root.post(path, flagsOf('Users', {}));
    expect((await loser.get('/api/ef/assets')).status).toBe(200);
    await root.post(path, flagsOf('Assets', {}));
    expect((await loser.get('/api/ef/auth/sessions')).status).toBe(401);
    // One that never had any keeps its session when it leaves a group that gives nothing.
    const fresh = await aUserGroup(root);
    const again = await portal.newSession('loser');
    const { userId } = again.login?.auth.user ?? {};
    await root.put(`/api/usergroups/${fresh.userGroupId}/users`, [userId]);
    await root.delete(`/api/usergroups/${fresh.userGroupId}/users`, [userId]);
    expect((await again.get('/api/ef/auth/sessions')).status).toBe(200);
  });

  it('end sessions, API tokens and live connections of a user who is deleted', async () => {
    const { userId } = await portal.aUser({ username: 'leaver', permissions: [6, 30], assetGroups: [world.groupA] });
    const leaver = await portal.newSession('leaver');
    const { token } = (await leaver.post<{ token: string }>('/api/tokens', { name: 'script' })).body;
    const live = new LiveClient(portal.url);
    expect(await live.connect(leaver.login?.brokerToken)).toBe(0);
    expect((await root.delete(`/api/users/${userId}`)).status).toBe(200);
    await live.closed;
    expect((await leaver.get('/api/ef/assets')).status).toBe(401);
    const headers = { Authorization: `Bearer ${token}` };
    expect((await portal.anonymous.get('/api/ef/assets', headers)).status).toBe(401);
    const again = new LiveClient(portal.url);
    expect(await again.connect(leaver.login?.brokerToken)).toBe(4);
    again.close();
  });
});

describe('alert subscriptions', () => {
  it('are set for a pair of groups, read back, and removed with level 0 or with a group', async () => {
    const { userGroupId } = await aUserGroup(root);
    const { assetGroupId } = await anAssetGroup(root);
    const put = (severityMin: number) =>
      root.put('/api/ef/genericalerts', [
        {
          assetGroupId: String(assetGroupId),
          userGroupId,
          severityMin,
          severityMax: 10,
          status: 'open',
          online: false,
          offline: false,
        },
      ]);
    const stored = {
      assetGroupId,
      userGroupId,
      severityMin: 5,
      severityMax: 10,
      status: 'open',
      online: false,
      offline: false,
    };
    expect((await put(5)).body).toEqual([stored]);
    expect((await put(2)).body).toEqual([{ ...stored, severityMin: 2 }]);
    expect((await ownershipOf(root)).body.alerts).toEqual([{ ...stored, severityMin: 2 }]);
    expect((await ownershipOf(adminB)).body.alerts).toEqual([]);
    expect((await put(0)).body).toEqual([]);
    expect((await ownershipOf(root)).body.alerts).toEqual([]);
    await put(10);
    await root.delete(`/api/assetgroups/${assetGroupId}`);
    expect((await ownershipOf(root)).body.alerts).toEqual([]);
  });

  it.each([
    [{ severityMin: -1 }],
    [{ severityMin: 11 }],
    [{ severityMin: 'x' }],
    [{ severityMin: 5, severityMax: 2 }],
    [{ assetGroupId: '1 OR 1=1', severityMin: 5 }],
    [{ userGroupId: 0, severityMin: 5 }],
  ])('are refused as %j', async (wrong) => {
    const alert = { assetGroupId: String(world.groupA), userGroupId: world.opA.userGroupId, ...wrong };
    expect((await root.put('/api/ef/genericalerts', [alert])).status).toBe(400);
  });
});

describe('the journal', () => {
  it('tells of each change who made it, and what was before and after', async () => {
    const group = await aUserGroup(root, { userGroupName: 'Watched' });
    const { userGroupId } = group;
    await root.post('/api/usergroups', { userGroupId, userGroupName: 'Observed' });
    await root.put(`/api/usergroups/${userGroupId}/users`, [world.opA.userId]);
    await root.post(`/api/usergroups/${userGroupId}/permissions/groupedlist`, flagsOf('Assets', { view: true }));
    await root.delete(`/api/usergroups/${userGroupId}/users`, [world.opA.userId]);
    await root.delete(`/api/usergroups/${userGroupId}`);
    const { entries } = (await root.get<Journal>('/api/journal?kind=access&limit=6')).body;
    expect(entries.every((entry) => entry.user === 'root' && entry.address !== '')).toBe(true);
    expect(entries.toReversed().map(({ what, before, after }) => ({ what, before, after }))).toMatchObject([
      { what: 'user group Watched created', before: null, after: { userGroupId, userGroupName: 'Watched' } },
      {
        what: 'user group Watched changed',
        before: { userGroupName: 'Watched' },
        after: { userGroupName: 'Observed' },
      },
      { what: 'users added to user group Observed', before: null, after: { users: [world.opA.userId] } },
      {
        what: 'permissions of user group Observed changed',
        before: { permissionIds: [] },
        after: { permissionIds: [6] },
      },
      { what: 'users removed from user group Observed', before: { users: [world.opA.userId] }, after: null },
      { what: 'user group Observed deleted', before: { userGroupName: 'Observed', permissionIds: [6] }, after: null },
    ]);
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
