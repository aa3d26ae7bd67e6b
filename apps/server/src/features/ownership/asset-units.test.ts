import { ADMIN_MODIFY, type AdminId, type ownership } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { LinkRepository } from './link-repository.ts';

/** Spec 3 §14, 'an asset's admin unit'. */
describe.each(everyPortal())('the admin unit of an asset on $engine', ({ start }) => {
  let portal: Portal;
  let root: PortalClient;
  let adminB: PortalClient;
  let unitB: AdminId;

  beforeAll(async () => {
    portal = await start();
    unitB = await portal.anAdminUnit('Unit B');
    await portal.aUser({ username: 'adminB', permissions: [ADMIN_MODIFY], adminId: unitB });
    root = await portal.as('admin');
    adminB = await portal.as('adminB');
  });
  afterAll(() => portal.close());

  it('is changed by who administers everything, seen at once, and journaled', async () => {
    const { assetId } = await portal.anAsset();
    const path = `/api/assets/${assetId}`;
    expect((await adminB.get(path)).status).toBe(404);
    const moved = await root.put(path, { adminId: unitB });
    expect([moved.status, moved.body]).toEqual([200, expect.objectContaining({ adminId: unitB })]);
    const seen = await adminB.get(path);
    expect([seen.status, seen.body]).toEqual([200, expect.not.objectContaining({ adminId: unitB })]);
    const journal = await root.get<{ entries: object[] }>(`/api/journal?assetId=${assetId}`);
    expect(journal.body.entries[0]).toMatchObject({ before: { adminId: 1 }, after: { adminId: unitB } });
    expect((await root.put(path, { assetAlias: 'B', adminId: 1 })).status).toBe(200);
    expect((await adminB.get(path)).status).toBe(404);
  });

  it('is given at its creation', async () => {
    const assetDefinitionId = await portal.aDefinition();
    const body = { serialNumber: 'of unit B', assetDefinitionId, adminId: unitB };
    const { status, body: made } = await root.post<{ assetId: number }>('/api/assets', body);
    expect(status).toBe(200);
    expect((await adminB.get(`/api/assets/${made.assetId}`)).status).toBe(200);
  });

  it('is not for anybody else to change, nor one that is none', async () => {
    const { assetId, assetDefinitionId } = await portal.anAsset({ by: 'adminB' });
    expect((await adminB.put(`/api/assets/${assetId}`, { adminId: 1 })).status).toBe(403);
    expect((await adminB.put(`/api/assets/${assetId}`, { adminId: unitB })).status).toBe(200);
    const body = { serialNumber: 'of nobody', assetDefinitionId };
    expect((await adminB.post('/api/assets', { ...body, adminId: 1 })).status).toBe(403);
    expect((await root.post('/api/assets', { ...body, adminId: 999 })).status).toBe(404);
    expect((await root.put(`/api/assets/${assetId}`, { adminId: 999 })).status).toBe(404);
  });

  it('keeps links from being made that would show nothing', async () => {
    const { assetId } = await portal.anAsset();
    const groupB = await portal.anAssetGroup({ name: 'of unit B', adminId: unitB });
    const path = `/api/assetgroups/${groupB}/assets`;
    const refused = await root.put(path, [assetId]);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('its own admin unit')]);
    expect((await root.put(`/api/assets/${assetId}`, { adminId: unitB })).status).toBe(200);
    expect((await root.put(path, [assetId])).status).toBe(200);

    const unitC = await portal.anAdminUnit('Unit C');
    const stranded = await root.put(`/api/assets/${assetId}`, { adminId: unitC });
    expect([stranded.status, stranded.text]).toEqual([409, expect.stringContaining('of unit B')]);
    const { userGroupId } = await portal.aUser({ username: 'ofC', adminId: unitC });
    expect((await root.put(`/api/usergroups/${userGroupId}/assetgroups`, [groupB])).status).toBe(409);
  });

  describe('and a move afterwards', () => {
    it('of a unit is refused while it strands an asset in a group of the unit that it leaves', async () => {
      const [upper, lower, other] = [
        await portal.anAdminUnit('upper'),
        await portal.anAdminUnit('lower', await unitNamed('upper')),
        await portal.anAdminUnit('other'),
      ];
      const { assetId } = await portal.anAsset();
      expect((await root.put(`/api/assets/${assetId}`, { adminId: lower })).status).toBe(200);
      const group = await portal.anAssetGroup({ name: 'of upper', adminId: upper, assets: [assetId] });
      const move = () => root.post('/api/ef/admin/adminunits', [{ adminId: lower, parentAdminId: other }]);

      const refused = await move();
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('of upper')]);
      expect(await unitNamed('lower')).toBe(lower);
      expect(await parentOf(lower)).toBe(upper);
      // Renaming it moves nothing.
      expect((await root.post('/api/ef/admin/adminunits', [{ adminId: lower, adminName: 'lower 2' }])).status).toBe(
        200,
      );

      expect((await root.delete(`/api/assetgroups/${group}/assets`, [assetId])).status).toBe(200);
      expect((await move()).status).toBe(200);
      expect(await parentOf(lower)).toBe(other);
    });

    it('of an asset group or a user group is refused while a link would show nothing', async () => {
      const [here, there] = [await portal.anAdminUnit('here'), await portal.anAdminUnit('there')];
      const { assetId } = await portal.anAsset();
      expect((await root.put(`/api/assets/${assetId}`, { adminId: here })).status).toBe(200);
      const assetGroupId = await portal.anAssetGroup({ name: 'standing here', adminId: here, assets: [assetId] });
      const moveAssets = () => root.post('/api/assetgroups', { assetGroupId, adminId: there });
      const holding = await moveAssets();
      expect([holding.status, holding.text]).toEqual([409, expect.stringContaining('standing here')]);
      const all = await root.put('/api/assetgroups', [{ assetGroupId, adminId: there }]);
      expect(all.status).toBe(409);

      const { userGroupId, userId } = await portal.aUser({
        username: 'shown here',
        adminId: here,
        assetGroups: [assetGroupId],
      });
      expect((await root.delete(`/api/usergroups/${userGroupId}/users`, [userId])).status).toBe(200);
      expect((await root.delete(`/api/assetgroups/${assetGroupId}/assets`, [assetId])).status).toBe(200);
      const moveUsers = () => root.post('/api/usergroups', { userGroupId, adminId: there });
      for (const shown of [await moveAssets(), await moveUsers()]) {
        expect([shown.status, shown.text]).toEqual([409, expect.stringContaining('shown here')]);
      }
      expect((await root.delete(`/api/usergroups/${userGroupId}/assetgroups`, [assetGroupId])).status).toBe(200);
      expect([(await moveAssets()).status, (await moveUsers()).status]).toEqual([200, 200]);
    });

    it('of something else is not held up by a link that was stranded before', async () => {
      const [far, near] = [await portal.anAdminUnit('far'), await portal.anAdminUnit('near')];
      const { assetId } = await portal.anAsset();
      const old = await portal.anAssetGroup({ name: 'stranded of old', adminId: far });
      await new LinkRepository(portal.context.db).add('assets', old, [assetId]);
      expect((await root.post('/api/ef/admin/adminunits', [{ adminId: near, parentAdminId: unitB }])).status).toBe(200);
      expect((await root.post('/api/assetgroups', { assetGroupId: old, assetGroupName: 'renamed' })).status).toBe(200);
    });
  });

  const units = async () => (await root.get<ownership.AdminUnit[]>('/api/ef/admin/adminunits')).body;
  const unitNamed = async (name: string) => {
    const unit = (await units()).find((one) => one.adminName === name);
    if (!unit) throw new Error(`there is no unit ${name}`);
    return unit.adminId;
  };
  const parentOf = async (adminId: AdminId) => (await units()).find((one) => one.adminId === adminId)?.parentAdminId;
});
