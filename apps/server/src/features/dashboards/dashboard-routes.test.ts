import type { dashboards } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
let opA: PortalClient;
let viewA: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('root');
  opA = await portal.as('opA');
  viewA = await portal.as('viewA');
});
afterAll(() => portal.close());

const save = (client: PortalClient, body: Record<string, unknown>) =>
  client.post<dashboards.Dashboard>('/api/dashboards', { dashboardId: 0, config: '{}', ...body });

async function aDashboard(config = '{"tabs":[],"tiles":{},"layouts":{}}'): Promise<dashboards.Dashboard> {
  return (await save(opA, { dashboardName: 'Overview', assetDefinitionId: world.definition, config })).body;
}

describe('dashboards', () => {
  it('are not created, changed or deleted by who only looks', async () => {
    const { dashboardId } = await aDashboard();
    expect((await portal.anonymous.post('/api/dashboards', {})).status).toBe(401);
    expect((await save(viewA, { assetDefinitionId: world.definition })).status).toBe(403);
    expect((await save(viewA, { dashboardId, config: 5 })).status).toBe(403);
    expect((await viewA.delete(`/api/dashboards/${dashboardId}`)).status).toBe(403);
    expect((await viewA.post(`/api/dashboards/${dashboardId}/versions/1/restore`)).status).toBe(403);
    expect((await viewA.get(`/api/dashboards/${dashboardId}`)).status).toBe(200);
    const modifier = { username: 'modifier', permissions: [6, 54, 56], assetGroups: [world.groupA] };
    await portal.aUser(modifier);
    expect((await save(await portal.as('modifier'), { assetDefinitionId: world.definition })).status).toBe(403);
    await portal.aUser({ ...modifier, username: 'creator', permissions: [6, 54, 55] });
    const creator = await portal.as('creator');
    expect((await save(creator, { assetDefinitionId: world.definition })).status).toBe(200);
    expect((await save(creator, { dashboardId })).status).toBe(403);
  });

  it('of definitions out of sight are 404 and stay as they are', async () => {
    const opB = await portal.as('opB');
    const made = await save(opB, { assetDefinitionId: world.definitionB, config: `{"canary":"${world.canary}"}` });
    const { dashboardId } = made.body;
    const path = `/api/dashboards/${dashboardId}`;
    const foreign = { assetDefinitionId: world.definitionB };
    const replies = await Promise.all([
      opA.get(path),
      opA.get(`${path}/versions`),
      opA.get(`${path}/versions/1`),
      opA.post(`${path}/versions/1/restore`),
      opA.delete(path),
      save(opA, { dashboardId }),
      save(opA, { dashboardId, assetDefinitionId: world.definition }),
      save(opA, foreign),
      save(opA, { assetDefinitionId: 99_999 }),
      opA.get(`/api/ef/assets/${world.b1.assetId}/dashboards`),
    ]);
    expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404));
    for (const reply of replies) expect(reply.text).not.toContain(world.canary);
    const own = await aDashboard();
    expect((await save(opA, { dashboardId: own.dashboardId, ...foreign })).status).toBe(404);
    expect((await opB.get<dashboards.Dashboard>(path)).body).toEqual(made.body);
  });

  it('get a name when they have none, and are listed for every asset of the definition', async () => {
    const made = await save(opA, { assetDefinitionId: world.definition });
    expect(made.body).toMatchObject({ dashboardName: 'Unnamed Dashboard', version: 1, modifiedBy: 'opA' });
    const list = await viewA.get<dashboards.Dashboard[]>(`/api/ef/assets/${world.a2.assetId}/dashboards`);
    expect(list.body).toContainEqual(made.body);
    expect((await save(opA, {})).status).toBe(400);
    expect((await save(opA, { systemDefinitionId: 5 })).status).toBe(404);
    expect((await save(opA, { systemDefinitionId: 5, assetDefinitionId: world.definition })).status).toBe(400);
  });

  it('stay with their definition', async () => {
    const other = await portal.aDefinition();
    const { dashboardId } = await aDashboard();
    expect((await save(root, { dashboardId, assetDefinitionId: other })).status).toBe(400);
  });

  it('keep their config to the byte: unknown keys, order, spaces, duplicate keys, prototype keys (G5)', async () => {
    const config =
      '{ "z": 1, "a": 1.0, "a": 2,\n "__proto__": {"polluted": true}, "constructor": {"prototype": {}}, "ü": "\\u00fc" }';
    const { dashboardId } = await aDashboard(config);
    expect((await viewA.get<dashboards.Dashboard>(`/api/dashboards/${dashboardId}`)).body.config).toBe(config);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('are refused when the config is no JSON, too deep or too large (G5, G7)', async () => {
    const { dashboardId } = await aDashboard();
    for (const config of ['', '{', 'undefined', '['.repeat(100_000), `${'['.repeat(65)}${']'.repeat(65)}`]) {
      expect((await save(opA, { dashboardId, config })).status).toBe(400);
    }
    const large = await save(opA, { dashboardId, config: `"${'x'.repeat(5_000_001)}"` });
    expect([400, 413]).toContain(large.status);
    const wide = await save(opA, { dashboardId, config: `"${'ü'.repeat(2_600_000)}"` });
    expect(wide.status).toBe(413);
    expect((await save(opA, { dashboardId, config: ['{}'] })).status).toBe(400);
    expect((await save(opA, { dashboardId: -1 })).status).toBe(400);
    expect((await opA.get<dashboards.Dashboard>(`/api/dashboards/${dashboardId}`)).body.version).toBe(1);
  });

  it('saved by two people at once are saved by the first, and the second hears who it was', async () => {
    const { dashboardId, version } = await aDashboard();
    expect((await save(root, { dashboardId, version, config: '{"by":"root"}' })).body.version).toBe(2);
    const late = await save(opA, { dashboardId, version, config: '{"by":"opA"}' });
    const refusal = late.body as unknown as { error: { message: string; details: unknown } };
    expect(late.status).toBe(409);
    expect(refusal.error.message).toBe('root saved this dashboard in the meantime, as version 2.');
    expect(refusal.error.details).toMatchObject({ version: 2, modifiedBy: 'root' });
    const forced = await save(opA, { dashboardId, config: '{"by":"opA"}' });
    expect(forced.body).toMatchObject({ version: 3, config: '{"by":"opA"}', dashboardName: 'Overview' });
  });

  it('keep every version, and an earlier one can be restored', async () => {
    const { dashboardId } = await aDashboard('{"n":1}');
    await save(opA, { dashboardId, config: '{"n":2}', dashboardName: 'Renamed' });
    const path = `/api/dashboards/${dashboardId}`;
    const restored = await opA.post<dashboards.Dashboard>(`${path}/versions/1/restore`);
    expect(restored.body).toMatchObject({ version: 3, config: '{"n":1}', dashboardName: 'Overview' });
    const versions = await viewA.get<dashboards.DashboardVersion[]>(`${path}/versions`);
    expect(versions.body.map((v) => [v.version, v.dashboardName, v.modifiedBy])).toEqual([
      [3, 'Overview', 'opA'],
      [2, 'Renamed', 'opA'],
      [1, 'Overview', 'opA'],
    ]);
    const second = await viewA.get<dashboards.DashboardVersionWithConfig>(`${path}/versions/2`);
    expect(second.body).toMatchObject({ version: 2, dashboardName: 'Renamed', config: '{"n":2}', modifiedBy: 'opA' });
    expect((await viewA.get(`${path}/versions/9`)).status).toBe(404);
    expect((await viewA.get(`${path}/versions/0`)).status).toBe(400);
    expect((await opA.post(`${path}/versions/9/restore`)).status).toBe(404);
    expect((await opA.post(`${path}/versions/x/restore`)).status).toBe(400);
  });

  it('are gone once deleted', async () => {
    const { dashboardId } = await aDashboard();
    expect((await opA.delete(`/api/dashboards/${dashboardId}`)).body).toEqual({ dashboardId });
    expect((await opA.get(`/api/dashboards/${dashboardId}`)).status).toBe(404);
    expect((await opA.delete(`/api/dashboards/${dashboardId}`)).status).toBe(404);
  });
});
