import type { manyUsers, ownership } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { linkIn, readOutbox } from '#testing/outbox.ts';
import { anAssetGroup, aUser, aUserGroup, errorOf, ownershipOf, ownershipWorld } from '#testing/ownership-world.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const { portal, world, root, adminB, clerk } = await ownershipWorld();

type Reply = { created: number; linked: number; unchanged: number } & {
  faults: manyUsers.UserLineFault[];
  changes: manyUsers.UserLineChange[];
};
type Line = Partial<manyUsers.UserLine> & { userGroupIds?: number[] };

const send = (client: PortalClient, lines: Line[], body: object = {}) =>
  client.post<Reply>('/api/ef/users/import', {
    lines: lines.map((line, index) => ({ line: index + 1, ...line })),
    ...body,
  });
const usersOf = async (client: PortalClient) => (await ownershipOf(client)).body.users;

describe('many users at once', () => {
  it('are looked at first, then made and put into their groups, without a password', async () => {
    const { userGroupId } = await aUserGroup(root);
    const there = await aUser(root, { username: 'there@example.com' });
    const lines = [
      { username: ' Ann@example.com ', firstName: 'Ann', lastName: 'Lee', userGroupIds: [userGroupId] },
      { username: 'ben', userGroupIds: [] },
      { username: 'THERE@example.com', userGroupIds: [userGroupId] },
    ];
    const looked = await send(root, lines, { linkExisting: true, preview: true });
    expect(looked.body).toMatchObject({ created: 2, linked: 1, unchanged: 0, faults: [] });
    expect((await usersOf(root)).map(({ username }) => username)).not.toContain('ben');

    const made = await send(root, lines, { linkExisting: true });
    expect(made.body.changes.map(({ kind, username }) => [kind, username])).toEqual([
      ['create', 'Ann@example.com'],
      ['create', 'ben'],
      ['link', 'there@example.com'],
    ]);
    const { users, userGroupUsers } = (await ownershipOf(root)).body;
    const ann = users.find(({ username }) => username === 'Ann@example.com') as ownership.OwnedUser;
    expect(ann).toMatchObject({ adminId: 1, resetSent: false, lastSeen: null, secondFactor: false });
    expect(userGroupUsers.filter((one) => one.userGroupId === userGroupId).map(({ userId }) => userId)).toEqual([
      there.userId,
      ann.userId,
    ]);
    const { attributes } = (await root.get<{ attributes: { attributeName: string }[] }>(`/api/ef/users/${ann.userId}`))
      .body;
    expect(attributes.map(({ attributeName }) => attributeName)).toEqual(['firstName', 'lastName']);
    const again = await send(root, lines, { linkExisting: true });
    expect(again.body).toMatchObject({ created: 0, linked: 0, unchanged: 3 });
  });

  it('with duplicates and names that nobody may have are refused line by line, and none is made then', async () => {
    const lines = [
      { username: 'fine' },
      { username: 'a:b' },
      { username: 'x@' },
      { username: 'FINE' },
      { username: 'adminB' },
      { username: 'root' },
    ];
    const looked = await send(root, lines, { preview: true });
    expect(looked.body.faults.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6]);
    expect(looked.body.faults[2]?.message).toBe('The user name FINE stands in line 1, too.');
    const refused = await send(root, lines);
    expect([refused.status, errorOf(refused).details]).toEqual([409, { faults: looked.body.faults }]);
    expect((await send(root, lines.slice(0, 4))).status).toBe(400);
    expect((await usersOf(root)).map(({ username }) => username)).not.toContain('fine');
    expect((await send(root, [])).status).toBe(400);
  });

  it.each([1_001, 50_000])('of %i lines in one call are refused, and none is made', async (length) => {
    const before = (await usersOf(root)).length;
    const lines = Array.from({ length }, (_, index) => ({ username: `u${index}` }));
    expect((await send(root, lines)).status).toBe(400);
    expect((await usersOf(root)).length).toBe(before);
  });

  it('come into no group that the caller may not fill, and into no unit out of sight', async () => {
    const { userGroupId } = await aUserGroup(root);
    await portal.setPermissions(userGroupId, [1]);
    const intoRoots = [{ username: 'climber', userGroupIds: [userGroupId] }];
    expect((await send(clerk, intoRoots)).status).toBe(403);
    expect((await send(adminB, intoRoots)).status).toBe(404);
    expect((await send(adminB, [{ username: 'climber' }], { adminId: 1 })).status).toBe(404);
    const ofB = await aUserGroup(adminB);
    const foreign = await send(root, [{ username: 'climber', userGroupIds: [ofB.userGroupId] }], { preview: true });
    expect(foreign.body.faults).toEqual([{ line: 1, message: expect.stringContaining('of its own admin unit') }]);
    // Names of other units are taken, and nothing more is told of them.
    const taken = await send(adminB, [{ username: 'opA' }], { preview: true, linkExisting: true });
    expect(taken.body).toMatchObject({ faults: [{ message: 'The user name opA is taken.' }], changes: [] });
    expect((await send(root, [{ username: 'of b' }], { adminId: world.unitB })).body.created).toBe(1);
    expect((await usersOf(adminB)).map(({ username }) => username)).toContain('of b');
  });
});

describe('reset mails of an administrator', () => {
  it('are sent past the limits of strangers, and each says what became of it', async () => {
    const { userGroupId } = await aUserGroup(root);
    const userIds: number[] = [];
    for (let index = 0; index < 35; index++) {
      userIds.push((await aUser(root, { username: `many${index}@example.com` })).userId);
    }
    const nameless = await aUser(root, { username: 'no address' });
    await portal.context.ownership.links.add(systemCaller, 'users', userGroupId, [nameless.userId]);
    const results = await root.post<{ username: string; outcome: manyUsers.MailOutcome }[]>(
      '/api/ef/users/resetmails',
      {
        userIds: [...userIds, nameless.userId],
      },
    );
    expect(results.body.map(({ outcome }) => outcome)).toEqual([...userIds.map(() => 'written'), 'no-address']);
    const mails = (await readOutbox(portal.config.dataFolder)).filter(({ to }) => to.startsWith('many'));
    expect(new Set(mails.map(({ to }) => to)).size).toBe(35);
    expect(linkIn(mails[0])).toBeTruthy();
    expect((await usersOf(root)).find(({ userId }) => userId === userIds[34])?.resetSent).toBe(true);
    const journal = await root.get('/api/journal?kind=access&limit=50');
    expect(journal.text).toContain('reset link of many34@example.com mailed');
  });

  it('go to nobody whom the caller may not know of, nor to who may do more', async () => {
    const some = await aUser(root, { username: 'some@example.com' });
    expect((await adminB.post('/api/ef/users/resetmails', { userIds: [some.userId] })).status).toBe(404);
    const boss = await portal.aUser({ username: 'boss@example.com', permissions: [1] });
    const results = await clerk.post<{ outcome: string }[]>('/api/ef/users/resetmails', {
      userIds: [boss.userId, some.userId],
    });
    expect(results.body.map(({ outcome }) => outcome)).toEqual(['above', 'written']);
    const mails = await readOutbox(portal.config.dataFolder);
    expect(mails.some(({ to }) => to === 'boss@example.com')).toBe(false);
  });
});

describe('when a user was last there', () => {
  it('is told of sessions and of API tokens, and whether there is a second factor', async () => {
    const { userId } = await portal.aUser({ username: 'seen', permissions: [6] });
    const seen = async () => (await usersOf(root)).find((user) => user.userId === userId)?.lastSeen;
    expect(await seen()).toBeNull();
    await portal.newSession('seen');
    expect(Math.abs(portal.clock.now() - Date.parse((await seen()) ?? ''))).toBeLessThan(60_000);
  });
});

describe('many assets to a unit', () => {
  const give = (client: PortalClient, assetIds: number[], adminId: number) =>
    client.put<{ moved: number }>('/api/ef/assets/unit', { assetIds, adminId });

  it('are given by administrators of the first unit alone, all or none', async () => {
    const [one, two] = [await portal.anAsset(), await portal.anAsset()];
    const both = [one.assetId, two.assetId];
    expect((await give(clerk, both, world.unitB)).status).toBe(404);
    expect((await give(clerk, [world.a1.assetId], world.unitB)).status).toBe(403);
    expect((await give(adminB, [world.b1.assetId], 1)).status).toBe(403);
    expect((await give(root, both, 999)).status).toBe(404);
    expect((await give(root, [...both, 999_999], world.unitB)).status).toBe(404);
    expect((await give(root, both, world.unitB)).body).toEqual({ moved: 2 });
    expect((await give(root, both, world.unitB)).body).toEqual({ moved: 0 });
    const seen = (await ownershipOf(adminB)).body.assets.map(({ assetId }) => assetId);
    expect(seen).toEqual(expect.arrayContaining(both));
    // A group of the unit would hold an asset that it cannot show.
    const group = await anAssetGroup(adminB, { assetGroupName: 'holds one' });
    await adminB.put(`/api/assetgroups/${group.assetGroupId}/assets`, [one.assetId]);
    const held = await give(root, both, 1);
    expect([held.status, errorOf(held).details]).toEqual([409, { groups: ['holds one'] }]);
  });
});
