import type { AdminId, gateways } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '#random-token.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
});
afterAll(() => portal.close());

describe('gateways', () => {
  it('are for administrators, each within the own unit', async () => {
    const [root, adminB, opA] = await Promise.all(['root', 'adminB', 'opA'].map((name) => portal.as(name)));
    expect((await portal.anonymous.get('/api/gateways')).status).toBe(401);
    expect((await opA?.get('/api/gateways'))?.status).toBe(403);
    expect((await opA?.post('/api/gateways', { name: 'mine' }))?.status).toBe(403);
    const made = await root?.post<gateways.Gateway>('/api/gateways', { name: 'Edge 1' });
    const path = `/api/gateways/${made?.body.gatewayId}`;
    expect((await adminB?.get<gateways.Gateway[]>('/api/gateways'))?.body).toEqual([]);
    expect((await adminB?.delete(path))?.status).toBe(404);
    const ofB = await adminB?.post<gateways.Gateway>('/api/gateways', { name: 'Edge B' });
    expect((await root?.get<gateways.Gateway[]>('/api/gateways'))?.body.map((g) => g.name)).toEqual([
      'Edge 1',
      'Edge B',
    ]);
    expect((await adminB?.delete(`/api/gateways/${ofB?.body.gatewayId}`))?.status).toBe(200);
  });

  it('of a unit are seen and ended by the administrators of the units above it', async () => {
    const below = await portal.anAdminUnit('Below B', world.unitB);
    await portal.aUser({ username: 'adminBelow', permissions: [1], adminId: below });
    const [adminB, adminBelow] = [await portal.as('adminB'), await portal.as('adminBelow')];
    const own = await adminB.post<gateways.Gateway>('/api/gateways', { name: 'Edge of B' });
    const { gatewayId } = (await adminBelow.post<gateways.Gateway>('/api/gateways', { name: 'Edge below' })).body;
    const listed = await adminB.get<gateways.Gateway[]>('/api/gateways');
    expect(listed.body.map(({ name, adminId }) => [name, adminId])).toEqual([
      ['Edge of B', world.unitB],
      ['Edge below', below],
    ]);
    expect((await adminBelow.get<gateways.Gateway[]>('/api/gateways')).body.map(({ name }) => name)).toEqual([
      'Edge below',
    ]);
    expect((await adminBelow.delete(`/api/gateways/${own.body.gatewayId}`)).status).toBe(404);
    expect((await adminB.get(`/api/gateways/${gatewayId}/quarantine`)).status).toBe(200);
    expect((await adminB.delete(`/api/gateways/${gatewayId}`)).status).toBe(200);
  });

  it('tell their token once; only its hash is kept, and it ends with the gateway', async () => {
    const root = await portal.as('root');
    const made = await root.post<gateways.Gateway & { accessToken: string }>('/api/gateways', { name: 'Edge 2' });
    const { gatewayId, accessToken } = made.body;
    expect((await root.get('/api/gateways')).text).not.toContain(accessToken);
    const rows = await portal.context.db.selectFrom('gateways').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(accessToken);
    expect(rows.map((row) => row.token_hash)).toContain(hashToken(accessToken));
    const removed: number[] = [];
    portal.context.news.gateways.subscribe((news) => removed.push(news.removed));
    expect((await root.delete(`/api/gateways/${gatewayId}`)).body).toEqual({ gatewayId });
    expect(removed).toEqual([gatewayId]);
    expect((await root.delete(`/api/gateways/${gatewayId}`)).status).toBe(404);
    expect((await root.post('/api/gateways', { name: '  ' })).status).toBe(400);
  });

  it('create assets of their own unit, and reach no other unit by its serial numbers', async () => {
    const { assetService } = portal.context;
    const gateway = { name: 'Edge', adminId: 1 as AdminId };
    const made = await assetService.ensureForGateway(gateway, 'GW-1', world.definition);
    const again = await assetService.ensureForGateway(gateway, 'gw-1', world.definition);
    expect(again.assetId).toBe(made.assetId);
    const foreign = assetService.ensureForGateway(gateway, world.b1.serialNumber, world.definition);
    await expect(foreign).rejects.toMatchObject({ status: 404 });
    const both = [1, 2].map(() => assetService.ensureForGateway(gateway, 'GW-2', world.definition));
    const [one, two] = await Promise.all(both);
    expect(one?.assetId).toBe(two?.assetId);
  });
});
