import { type PermissionFlags, permissionTypes } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { LiveClient } from '#testing/live-client.ts';
import {
  anAssetGroup,
  aUserGroup,
  errorOf,
  flagsOf,
  type JournalPage,
  ownershipOf,
  ownershipWorld,
  seenBy,
} from '#testing/ownership-world.ts';

const { portal, world, root, adminB } = await ownershipWorld();

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
    expect(await seenBy(portal, 'linked')).toEqual(['Pump A1', 'Pump A2']);

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
    expect(await seenBy(portal, 'linked')).toEqual(['Pump A2']);
    expect((await root.delete(`/api/usergroups/${userGroupId}/assetgroups`, [assetGroup.assetGroupId])).body).toEqual(
      [],
    );
    expect(await seenBy(portal, 'linked')).toEqual([]);
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
    const { entries } = (await root.get<JournalPage>('/api/journal?kind=access&limit=6')).body;
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
