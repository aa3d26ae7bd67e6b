import type { find } from '@telltale/contract';
import { permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const DATA_ITEMS = permissionId('DataItems', 'View');
const SECRET_TAB = permissionId('Users', 'Delete');

describe.each(everyPortal())('find anything on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let looker: PortalClient;
  let root: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    const permissions = [6, 38, 54, 94, permissionId('Systems', 'View'), DATA_ITEMS];
    await portal.aUser({ username: 'looker', permissions, assetGroups: [world.groupA] });
    looker = await portal.as('looker');
    const tile = (id: string, title: string) => ({
      id,
      properties: { title, type: { name: 'Gauge', value: 'gauge' } },
    });
    const config = JSON.stringify({
      tabs: [
        { id: 't1', name: 'Hydraulics', order: 0 },
        { id: 't2', name: 'Hydraulics of the office', order: 1, permissionId: SECRET_TAB },
      ],
      tiles: { t1: [tile('g1', 'Suction'), tile('g2', '')], t2: [tile('g3', 'Suction of the office')] },
      layouts: {},
    });
    const own = { dashboardId: 0, dashboardName: 'Night shift', assetDefinitionId: world.definition, config };
    await root.post('/api/dashboards', own);
    await root.post('/api/dashboards', { ...own, assetDefinitionId: world.definitionB });
    for (const asset of [world.a1, world.a2, world.b1]) {
      const point = { label: 'Casing pressure', timeMs: undefined, value: 4, quality: 192 };
      await portal.context.pipeline.accept(asset, [point]);
    }
    for (const { assetId } of [world.a1, world.b1]) {
      const form = new FormData();
      form.append('file', new Blob(['x']), `Night report ${assetId}.pdf`);
      const headers = { Cookie: root.cookie ?? '', 'X-Requested-With': 'Telltale' };
      await fetch(`${portal.url}/api/ef/assets/${assetId}/files`, { method: 'POST', headers, body: form });
    }
  });
  afterAll(() => portal.close());

  const ask = async (client: PortalClient, query: Record<string, string>) => {
    const { status, body } = await client.get<find.FoundGroup[]>(`/api/ef/find?${new URLSearchParams(query)}`);
    expect(status).toBe(200);
    return body;
  };
  const entries = (groups: find.FoundGroup[]) => groups.flatMap((group) => group.entries);

  it.each([
    {},
    { text: '' },
    { text: '   ' },
    { text: 'x'.repeat(201) },
    { text: 'a', kind: 'secret' },
    { text: 'a', limit: '51' },
  ])('refuses %j', async (query) => {
    const { status } = await looker.get(`/api/ef/find?${new URLSearchParams(query as never)}`);
    expect(status).toBe(400);
  });

  it('answers nothing to who may nothing, and nobody without a session', async () => {
    expect(await ask(await portal.as('nobody'), { text: 'a' })).toEqual([]);
    expect((await portal.anonymous.get('/api/ef/find?text=a')).status).toBe(401);
  });

  it('leaves out a kind whose permission is missing', async () => {
    expect(entries(await ask(looker, { text: 'night', kind: 'file' })).map(({ label }) => label)).toEqual([
      `Night report ${world.a1.assetId}.pdf`,
    ]);
    const noFiles = { username: 'nofiles', permissions: [6, 54], assetGroups: [world.groupA] };
    await portal.aUser(noFiles);
    const groups = await ask(await portal.as('nofiles'), { text: 'night' });
    expect(groups.map(({ kind }) => kind)).toEqual(['dashboard']);
    expect(await ask(await portal.as('nofiles'), { text: 'root' })).toEqual([]);
  });

  it('shows nothing of assets out of sight, and tells no canary', async () => {
    for (const text of ['night', 'suction', 'casing', world.canary, 'b', 'a']) {
      const found = await ask(looker, { text, limit: '50' });
      expect(JSON.stringify(found)).not.toContain(world.canary);
      for (const { assetId } of entries(found)) {
        expect([undefined, world.a1.assetId, world.a2.assetId]).toContain(assetId);
      }
    }
    expect(JSON.stringify(await ask(root, { text: world.canary, limit: '50' }))).toContain(world.canary);
  });

  it('finds a tile by its title, its tab and its dashboard, with what its address is made of', async () => {
    const [group] = await ask(looker, { text: 'suction night', kind: 'tile' });
    expect(group?.entries).toEqual([
      {
        kind: 'tile',
        label: 'Suction',
        detail: 'Hydraulics · Night shift · Pump A1',
        assetId: world.a1.assetId,
        assetDefinitionId: world.definition,
        dashboardId: expect.any(Number),
        tabId: 't1',
        tileId: 'g1',
      },
    ]);
    const untitled = await ask(looker, { text: 'gauge', kind: 'tile' });
    expect(entries(untitled).map(({ tileId }) => tileId)).toEqual(['g2']);
  });

  it('hides tabs and their tiles from who does not see them', async () => {
    expect(entries(await ask(looker, { text: 'office' }))).toEqual([]);
    const all = entries(await ask(root, { text: 'office', limit: '50' }));
    expect(all.filter(({ assetDefinitionId }) => assetDefinitionId === world.definition)).toHaveLength(2);
  });

  it('follows a dashboard that was saved again', async () => {
    const config = JSON.stringify({ tabs: [{ id: 'x', name: 'Renamed tab', order: 0 }], tiles: {}, layouts: {} });
    const made = await root.post<{ dashboardId: number }>('/api/dashboards', {
      dashboardId: 0,
      dashboardName: 'Short-lived',
      assetDefinitionId: world.definition,
      config: '{}',
    });
    await ask(root, { text: 'short-lived' });
    await root.post('/api/dashboards', { dashboardId: made.body.dashboardId, config });
    expect(entries(await ask(root, { text: 'renamed', kind: 'tab' })).map(({ tabId }) => tabId)).toEqual(['x']);
    await root.delete(`/api/dashboards/${made.body.dashboardId}`);
    expect(entries(await ask(root, { text: 'renamed', kind: 'tab' }))).toEqual([]);
  });

  it('finds the data items of each asset, by what the asset calls them too', async () => {
    const found = entries(await ask(looker, { text: 'casing', kind: 'dataItem' }));
    expect(found.map(({ label, detail, assetId }) => [label, detail, assetId])).toEqual([
      ['Casing pressure', 'Pump A1', world.a1.assetId],
      ['Casing pressure', 'Pump A2', world.a2.assetId],
    ]);
    expect(entries(await ask(looker, { text: 'casing a2', kind: 'dataItem' }))).toHaveLength(1);
    const [{ dataItemId }] = found as [find.Found];
    const aliasMap = { attributeName: 'aliasMap', attributeValue: JSON.stringify({ [`${dataItemId}`]: 'Annulus' }) };
    await root.put(`/api/assets/${world.a2.assetId}/attributes`, aliasMap);
    const renamed = entries(await ask(looker, { text: 'annulus', kind: 'dataItem' }));
    expect(renamed.map(({ label, assetId }) => [label, assetId])).toEqual([['Annulus', world.a2.assetId]]);
  });

  it('hands on page by page', async () => {
    const [first] = await ask(looker, { text: 'casing', kind: 'dataItem', limit: '1' });
    expect([first?.entries.length, first?.hasMore]).toEqual([1, true]);
    const [second] = await ask(looker, { text: 'casing', kind: 'dataItem', limit: '1', offset: '1' });
    expect([second?.entries.length, second?.hasMore]).toEqual([1, false]);
    expect(await ask(looker, { text: 'casing', kind: 'dataItem', offset: '2' })).toEqual([]);
  });

  it('finds what can be sent to the assets in sight, and nothing that only others have', async () => {
    for (const assetDefinitionId of [world.definition, world.definitionB]) {
      const template = { assetDefinitionId, name: 'Open the choke', module: 'choke', command: 'open' };
      const made = await root.post('/api/ef/commanddefinitions', template);
      expect(made.status, made.text).toBe(200);
    }
    expect(await ask(looker, { text: 'choke' })).toEqual([]);
    const permissions = [6, permissionId('Commands', 'View')];
    await portal.aUser({ username: 'sender', permissions, assetGroups: [world.groupA] });
    const found = entries(await ask(await portal.as('sender'), { text: 'open choke pump', kind: 'command' }));
    expect(found.map(({ label, detail, assetId }) => [label, detail, assetId])).toEqual([
      ['Open the choke', 'Pump', world.a1.assetId],
    ]);
    expect(entries(await ask(root, { text: 'choke', kind: 'command' }))).toHaveLength(2);
  });

  it('finds asset groups of the units that the caller may know of', async () => {
    expect(await ask(looker, { text: 'GA', kind: 'assetGroup' })).toEqual([]);
    const permissions = [6, permissionId('AssetGroups', 'View')];
    await portal.aUser({ username: 'grouper', permissions, assetGroups: [world.groupA] });
    const grouper = await portal.as('grouper');
    expect(entries(await ask(grouper, { text: 'ga', kind: 'assetGroup' }))).toEqual([
      { kind: 'assetGroup', label: 'GA', detail: '', assetGroupId: world.groupA },
    ]);
    expect(JSON.stringify(await ask(grouper, { text: 'g', kind: 'assetGroup', limit: '50' }))).not.toContain(
      world.canary,
    );
    expect(JSON.stringify(await ask(root, { text: world.canary, kind: 'assetGroup' }))).toContain(world.canary);
  });

  it('finds alarms that have ended, what ended last first, of assets in sight', async () => {
    const say = (asset: typeof world.a1, value: number) =>
      portal.context.pipeline.accept(asset, [{ label: 'Heat', timeMs: undefined, value, quality: 192 }]);
    for (const asset of [world.a1, world.a2, world.b1]) await say(asset, 20);
    for (const assetDefinitionId of [world.definition, world.definitionB]) {
      const flee = JSON.stringify({ expression: '_Heat > 100' });
      const reply = await root.put('/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'Overheated', flee }]);
      expect(reply.status, reply.text).toBe(200);
    }
    const openOf = async (assetId: number) =>
      (await root.get<{ alarmDefinitionId: number }[]>(`/api/assets/${assetId}/alarms`)).body;
    for (const asset of [world.a1, world.b1, world.a2]) {
      await say(asset, 130);
      await expect.poll(async () => (await openOf(asset.assetId)).length).toBe(1);
      await say(asset, 20);
      await root.get(`/api/assets/${asset.assetId}/alarms/close`);
    }
    const found = entries(await ask(looker, { text: 'overheated', kind: 'pastAlarm' }));
    expect(found.map(({ label, detail }) => [label, detail])).toEqual([
      ['Overheated', 'Pump A2'],
      ['Overheated', 'Pump A1'],
    ]);
    expect(Date.parse(found[0]?.raised ?? '')).toBeGreaterThan(0);
    expect(entries(await ask(looker, { text: 'overheated a1', kind: 'pastAlarm' }))).toHaveLength(1);
    expect(await ask(looker, { text: 'overheated', kind: 'alarm' })).toEqual([]);
    expect(entries(await ask(root, { text: 'overheated', kind: 'pastAlarm' }))).toHaveLength(3);
  });

  it('finds users in the units that the caller may know of', async () => {
    const adminB = await portal.as('adminB');
    expect(entries(await ask(adminB, { text: 'op', kind: 'user' })).map(({ label }) => label)).toEqual(['opB']);
    expect(entries(await ask(root, { text: 'op', kind: 'user' })).map(({ label }) => label)).toEqual(['opA', 'opB']);
  });
});
