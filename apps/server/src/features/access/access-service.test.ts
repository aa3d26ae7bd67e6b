import type { AssetGroupId, AssetId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LinkRepository } from '#features/ownership/link-repository.ts';
import { systemCaller } from '#http/system-caller.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
});
afterAll(() => portal.close());

const visibilityOf = async (username: string) => {
  const { users, access } = portal.context;
  const user = await users.findByName(username);
  const rights = user && (await access.accessOf(user.userId));
  if (!rights) throw new Error(`there is no ${username}`);
  return rights.visibility;
};

/** Which of a1, a2 and b1 a user sees. */
const seenBy = async (username: string) => {
  const visibility = await visibilityOf(username);
  return ['a1', 'a2', 'b1'].filter((name) => visibility.canSee(world[name as 'a1'].assetId));
};

describe('what a user sees', () => {
  it('is everything for the administrator of unit 1, the own unit for another, the own groups for the rest', async () => {
    expect(await seenBy('root')).toEqual(['a1', 'a2', 'b1']);
    expect((await visibilityOf('root')).everything).toBe(true);
    expect(await seenBy('adminB')).toEqual(['b1']);
    expect(await seenBy('opA')).toEqual(['a1', 'a2']);
    expect(await seenBy('viewA')).toEqual(['a1', 'a2']);
    expect(await seenBy('opB')).toEqual(['b1']);
    expect(await seenBy('nobody')).toEqual([]);
    expect((await visibilityOf('opA')).canSee(999_999 as AssetId)).toBe(false);
  });

  it('does not cross into another unit, even over a link that was made', async () => {
    const links = new LinkRepository(portal.context.db);
    await links.add('assetGroups', world.opB.userGroupId, [world.groupA]);
    portal.context.access.follow({ everyone: true });
    expect(await seenBy('opB')).toEqual(['b1']);
    await links.remove('assetGroups', world.opB.userGroupId, [world.groupA]);
  });

  it('changes at once with links, groups below groups, and the assets in them', async () => {
    const { links } = portal.context.ownership;
    const { userGroupId } = world.nobody;
    const parent = await portal.anAssetGroup({ name: 'parent' });
    await links.add(systemCaller, 'assetGroups', userGroupId, [parent]);
    expect(await seenBy('nobody')).toEqual([]);
    const child = await portal.anAssetGroup({ name: 'child', parentGroupId: parent, assets: [world.a2.assetId] });
    expect(await seenBy('nobody')).toEqual(['a2']);
    await links.add(systemCaller, 'assets', child, [world.a1.assetId]);
    expect(await seenBy('nobody')).toEqual(['a1', 'a2']);
    await links.remove(systemCaller, 'assets', child, [world.a2.assetId]);
    expect(await seenBy('nobody')).toEqual(['a1']);
    await links.remove(systemCaller, 'assetGroups', userGroupId, [parent]);
    expect(await seenBy('nobody')).toEqual([]);
  });

  it('holds a new asset for the administrator of its unit, and ends with it', async () => {
    const asset = await portal.anAsset({ by: 'adminB' });
    expect((await visibilityOf('adminB')).canSee(asset.assetId)).toBe(true);
    expect((await visibilityOf('opB')).canSee(asset.assetId)).toBe(false);
    expect((await (await portal.as('adminB')).delete(`/api/assets/${asset.assetId}`)).status).toBe(200);
    expect((await visibilityOf('adminB')).canSee(asset.assetId)).toBe(false);
  });

  it('includes every group below group 1 for whoever is linked to it', async () => {
    const { links } = portal.context.ownership;
    await links.add(systemCaller, 'assetGroups', world.nobody.userGroupId, [1 as AssetGroupId]);
    expect(await seenBy('nobody')).toContain('a1');
    await links.remove(systemCaller, 'assetGroups', world.nobody.userGroupId, [1 as AssetGroupId]);
  });

  it('is not the older answer of a question that was under way when it changed', async () => {
    const { access, ownership } = portal.context;
    const { links } = ownership;
    const { userId, userGroupId } = world.nobody;
    access.forget();
    const before = access.accessOf(userId);
    await links.add(systemCaller, 'assetGroups', userGroupId, [world.groupA]);
    await before;
    expect(await seenBy('nobody')).toEqual(['a1', 'a2']);
    await links.remove(systemCaller, 'assetGroups', userGroupId, [world.groupA]);
  });
});

describe('accounts', () => {
  it.each(['', '   ', 'a:b', 'a\nb', 'a\0b', 'x'.repeat(256)])('cannot be called "%s"', async (username) => {
    const made = portal.context.ownership.users.create(systemCaller, { username });
    await expect(made).rejects.toMatchObject({ status: 400 });
  });

  it('cannot share a name that differs only by case, width or space', async () => {
    for (const username of ['OPA', ' opA ', 'ｏｐＡ']) {
      const made = portal.context.ownership.users.create(systemCaller, { username });
      await expect(made).rejects.toMatchObject({ status: 409 });
    }
  });
});
