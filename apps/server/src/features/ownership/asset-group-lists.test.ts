import type { ownership } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

describe.each(everyPortal())('asset groups on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
  });
  afterAll(() => portal.close());

  const parentsOf = async (ids: readonly number[]) => {
    const { body } = await root.get<ownership.AssetGroup[]>('/api/assetgroups');
    return ids.map((id) => body.find((group) => group.assetGroupId === id)?.parentGroupId);
  };

  it('are listed as far as the caller may know of them', async () => {
    const all = await root.get<ownership.AssetGroup[]>('/api/assetgroups');
    expect(all.body).toContainEqual(expect.objectContaining({ assetGroupId: world.groupA, parentGroupId: 1 }));
    const ofB = await (await portal.as('adminB')).get<ownership.AssetGroup[]>('/api/assetgroups');
    expect(ofB.body.map((group) => group.assetGroupId)).toEqual([world.groupB]);
  });

  it('are moved as a list: where they stand at the end counts, all or none', async () => {
    const above = await portal.anAssetGroup({ name: 'above' });
    const below = await portal.anAssetGroup({ name: 'below', parentGroupId: above });
    const swap = [
      { assetGroupId: above, parentGroupId: below },
      { assetGroupId: below, parentGroupId: 1 },
    ];
    expect((await root.put('/api/assetgroups', swap)).status).toBe(200);
    expect(await parentsOf([above, below])).toEqual([below, 1]);
    const circle = [
      { assetGroupId: world.groupA, parentGroupId: above },
      { assetGroupId: below, parentGroupId: above },
    ];
    expect((await root.put('/api/assetgroups', circle)).status).toBe(400);
    expect((await root.put('/api/assetgroups', [...swap, { assetGroupId: 99_999 }])).status).toBe(404);
    expect(await parentsOf([above, below, world.groupA])).toEqual([below, 1, 1]);
  });

  it('are a tree, with the assets that the caller sees', async () => {
    const tree = await root.get<ownership.AssetGroupTree>('/api/ef/assetgroups/1');
    const groupA = tree.body.childAssetGroups.find((group) => group.assetGroupId === world.groupA);
    expect(groupA?.assets.map(({ assetId }) => assetId)).toEqual([world.a1.assetId, world.a2.assetId]);
    const ofB = await (await portal.as('adminB')).get<ownership.AssetGroupTree>('/api/ef/assetgroups/1');
    expect(ofB.body.childAssetGroups.map((group) => group.assetGroupId)).toEqual([world.groupB]);
    expect(ofB.text).not.toContain('Pump A1');
  });

  it('stand beside labels, whose data items are created once and answered again', async () => {
    const body = [{ label: 'Pump Hours' }, { label: 'Engine Hours' }];
    const made = await root.post<{ dataItemId: number; label: string }[]>('/api/ef/dataitemdefinitions', body);
    expect(made.body.map(({ label }) => label)).toEqual(['Pump Hours', 'Engine Hours']);
    expect((await root.post('/api/ef/dataitemdefinitions', [{ label: 'pump hours' }])).body).toEqual([made.body[0]]);
  });
});
