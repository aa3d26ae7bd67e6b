import { ADMIN_MODIFY, type AssetDefinitionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/** Spec 3 §14, 'definitions shared by units'. */
describe.each(everyPortal())('a definition that two units share, on $engine', ({ start }) => {
  let portal: Portal;
  let root: PortalClient;
  let adminB: PortalClient;
  let assetDefinitionId: AssetDefinitionId;

  beforeAll(async () => {
    portal = await start();
    const unitB = await portal.anAdminUnit('Unit B');
    await portal.aUser({ username: 'adminB', permissions: [ADMIN_MODIFY], adminId: unitB });
    root = await portal.as('admin');
    adminB = await portal.as('adminB');
    assetDefinitionId = (await portal.anAsset()).assetDefinitionId;
    await portal.anAsset({ assetDefinitionId, by: 'adminB' });
  });
  afterAll(() => portal.close());

  const flee = JSON.stringify({ expression: '1 = 2' });

  it('has its alarm definitions changed by who sees all of its assets only', async () => {
    const body = [{ assetDefinitionId, name: 'high', flee }];
    expect((await adminB.put('/api/ef/alarmdefinitions', body)).status).toBe(403);
    const made = await root.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', body);
    const alarmDefinitionId = made.body[0]?.alarmDefinitionId;
    expect((await adminB.put('/api/ef/alarmdefinitions', [{ ...body[0], alarmDefinitionId }])).status).toBe(403);
    const path = `/api/assetdefinitions/${assetDefinitionId}/alarmdefinitions/${alarmDefinitionId}`;
    const refused = await adminB.delete(path);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('that you do not see')]);
    expect((await adminB.get(`/api/assetDefinitions/${assetDefinitionId}/alarmdefinitions`)).text).toContain('high');
    expect((await root.delete(path)).status).toBe(200);
  });

  it('has its event definitions changed by who sees all of its assets only', async () => {
    const body = { assetDefinitionId, name: 'trip' };
    expect((await adminB.put('/api/events/definitions', body)).status).toBe(403);
    const made = await root.put<{ eventDefinitionId: number }>('/api/events/definitions', body);
    const { eventDefinitionId } = made.body;
    expect((await adminB.put('/api/events/definitions', { ...body, eventDefinitionId })).status).toBe(403);
    const path = `/api/events/definitions/${eventDefinitionId}`;
    expect((await adminB.delete(path)).status).toBe(403);
    expect((await root.delete(path)).status).toBe(200);
  });

  it('has its data items changed by who sees all of its assets only', async () => {
    const path = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
    const list = `/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
    expect((await adminB.post(path, { label: 'pressure' })).status).toBe(403);
    const { body } = await root.post<{ dataItemId: number }>(path, { label: 'pressure' });
    expect((await adminB.post(list, [{ label: 'pressure', unit: 'psi' }])).status).toBe(403);
    expect((await adminB.post(list, [])).status).toBe(403);
    expect((await adminB.delete(`${path}/${body.dataItemId}`)).status).toBe(403);
    expect((await root.delete(`${path}/${body.dataItemId}`)).status).toBe(200);
  });

  it('tells who may not delete it of no asset that they do not see', async () => {
    const path = `/api/assetdefinitions/${assetDefinitionId}`;
    const ofB = await adminB.delete<{ error: { details: unknown } }>(path);
    expect([ofB.status, ofB.body.error.details]).toEqual([409, { assets: 1 }]);
    const ofRoot = await root.delete<{ error: { details: unknown } }>(path);
    expect([ofRoot.status, ofRoot.body.error.details]).toEqual([409, { assets: 2 }]);
    const { assetDefinitionId: hidden } = await portal.anAsset();
    const none = await adminB.delete(`/api/assetdefinitions/${hidden}`);
    expect([none.status, none.text]).toEqual([409, expect.stringContaining('assets use it that you do not see')]);
  });
});
