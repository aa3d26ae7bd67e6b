import type { DataItemId, definitions, ReplyOf } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

/** AssetDefinitions and DataItems, each View, Create, Modify, Delete. */
const CONFIGURATION = [...[70, 71, 72, 73], ...[90, 91, 92, 93]];

let portal: Portal;
let world: TwoUnits;
let root: PortalClient;
let engineer: PortalClient;

beforeAll(async () => {
  portal = await startPortal();
  world = await buildTwoUnits(portal);
  root = await portal.as('root');
  const permissions = [...OPERATOR_PERMISSIONS, ...CONFIGURATION];
  await portal.aUser({ username: 'engineer', permissions, assetGroups: [world.groupA] });
  engineer = await portal.as('engineer');
});
afterAll(() => portal.close());

/** Notes that an asset has sent these labels, as the ingest does. */
async function sent(assetId: typeof world.a1.assetId, ...labels: string[]): Promise<DataItemId[]> {
  const items = new DataItemRepository(portal.context.db);
  const made = await items.ensure(labels, 1_000);
  const ids = [...made.values()].map((item) => item.dataItemId);
  await items.addToAsset(assetId, ids, 1_000);
  return ids;
}

const labels = (list: readonly { label: string }[]) => list.map((item) => item.label);

describe('asset definitions', () => {
  it('are refused to who lacks the permission', async () => {
    const opA = await portal.as('opA');
    expect((await portal.anonymous.get('/api/ef/assetdefinitions')).status).toBe(401);
    expect((await opA.get('/api/ef/assetdefinitions')).status).toBe(403);
    expect((await opA.post('/api/ef/assetdefinitions', { assetDefinitionName: 'x' })).status).toBe(403);
    expect((await opA.delete(`/api/assetDefinitions/${world.definition}`)).status).toBe(403);
  });

  it('are created once by a name, whatever its case, and listed by name', async () => {
    const path = '/api/ef/assetdefinitions/';
    const made = await engineer.post<definitions.AssetDefinition>(path, { assetDefinitionName: ' Tank ', alias: 'T' });
    expect(made.body).toMatchObject({ assetDefinitionName: 'Tank', alias: 'T' });
    const again = await engineer.post<{ error: { message: string } }>(path, { assetDefinitionName: 'tANK' });
    expect([again.status, again.body.error.message]).toEqual([409, 'There is an asset definition named tANK already.']);
    expect((await engineer.post(path, { assetDefinitionName: '' })).status).toBe(400);
    const list = (await engineer.get<definitions.AssetDefinition[]>(path)).body.map((d) => d.assetDefinitionName);
    expect(list.indexOf('Pump')).toBeLessThan(list.indexOf('Tank'));
    const { assetDefinitionId } = made.body;
    expect((await engineer.get(`/api/assetdefinitions/${assetDefinitionId}`)).body).toEqual(made.body);
    expect((await engineer.delete(`/api/assetDefinitions/${assetDefinitionId}`)).status).toBe(200);
    expect((await engineer.get(`/api/assetdefinitions/${assetDefinitionId}`)).status).toBe(404);
  });

  it('with an id are named anew, never made a second time, and never as another is named', async () => {
    const path = '/api/ef/assetdefinitions';
    const { body: tank } = await engineer.post<definitions.AssetDefinition>(path, { assetDefinitionName: 'Tank 7' });
    const named = { ...tank, assetDefinitionName: 'TANK 8', alias: 'T8' };
    expect((await engineer.post(path, named)).body).toEqual(named);
    // Its own name in another case is free, and without an alias the one that it has stays.
    const { assetDefinitionId } = tank;
    const again = await engineer.post(path, { assetDefinitionId, assetDefinitionName: 'Tank 8' });
    expect(again.body).toEqual({ ...named, assetDefinitionName: 'Tank 8' });
    const taken = await engineer.post<{ error: { message: string } }>(path, { ...tank, assetDefinitionName: 'pUMP' });
    expect([taken.status, taken.body.error.message]).toEqual([409, 'There is an asset definition named pUMP already.']);
    const list = (await engineer.get<definitions.AssetDefinition[]>(path)).body;
    expect(list.filter(({ assetDefinitionName }) => /^tank [78]$/i.test(assetDefinitionName))).toHaveLength(1);
    expect((await engineer.post(path, { ...tank, assetDefinitionId: 99_999 })).status).toBe(404);
    // All of its assets carry the name, so it is for who sees all of them.
    const renamed = { assetDefinitionId: world.definition, assetDefinitionName: 'Pump one' };
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    expect((await engineer.post(path, renamed)).status).toBe(403);
    expect((await root.post(path, renamed)).status).toBe(200);
    const asset = await root.get(`/api/ef/assets/${assetId}`);
    expect(asset.body).toMatchObject({ assetDefinition: { assetDefinitionName: 'Pump one' } });
    await root.post(path, { ...renamed, assetDefinitionName: 'Pump' });
    await root.delete(`/api/assets/${assetId}`);
    const { body } = await root.get<{ entries: unknown[] }>('/api/journal?kind=definition&text=Tank%208');
    expect(body.entries[0]).toMatchObject({ what: 'changed', before: { assetDefinitionName: 'TANK 8' } });
  });

  it('and data items and assets with an id are never made a second time', async () => {
    const path = `/api/assetdefinitions/${world.definition}/dataitemdefinitions`;
    const { body: item } = await root.post<definitions.DataItemDefinition>(path, { label: 'Kept label' });
    expect((await root.post(path, { ...item, unit: 'bar' })).body).toEqual({ ...item, unit: 'bar' });
    const other = await root.post<{ error: { message: string } }>(path, { ...item, label: 'Other label' });
    const words = 'A data item keeps its label: another label is another data item.';
    expect([other.status, other.body.error.message]).toEqual([400, words]);
    const asset = { assetId: world.a1.assetId, assetDefinitionId: world.definition, serialNumber: 'A second one' };
    const made = await root.post<{ error: { message: string } }>('/api/assets', asset);
    expect([made.status, made.body.error.message]).toEqual([400, expect.stringContaining('PUT /api/assets/{assetId}')]);
    await root.delete(`${path}/${item.dataItemId}`);
  });

  it('that assets use are not deleted, and the refusal says how many', async () => {
    const reply = await engineer.delete<{ error: { message: string } }>(`/api/assetDefinitions/${world.definition}`);
    expect([reply.status, reply.body.error.message]).toEqual([409, 'Pump cannot be deleted: 2 assets use it.']);
  });

  it('say what uses them and what hangs on them', async () => {
    const assetDefinitionId = await portal.aDefinition();
    const path = `/api/ef/assetdefinitions/${assetDefinitionId}/uses`;
    expect((await portal.anonymous.get(path)).status).toBe(401);
    expect((await (await portal.as('opA')).get(path)).status).toBe(403);
    const nothing = { dataItems: 0, alarms: 0, events: 0, commands: 0, dashboards: 0 };
    const none = { assets: 0, slots: 0, ...nothing, unseen: [] };
    expect((await engineer.get(path)).body).toEqual(none);
    await root.post(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, { label: 'Level' });
    await root.put('/api/ef/alarmdefinitions', [{ assetDefinitionId, name: 'High', flee: '' }]);
    await root.put('/api/events/definitions', { assetDefinitionId, name: 'Inspection' });
    await root.post('/api/ef/commanddefinitions', { assetDefinitionId, name: 'Stop', module: 'pump', command: 'stop' });
    await root.post('/api/dashboards', { dashboardId: 0, assetDefinitionId, config: '{}' });
    await root.post('/api/ef/systemdefinitions', { name: 'With it', slots: [{ name: 'One', assetDefinitionId }] });
    const furnished = { ...none, slots: 1, dataItems: 1, alarms: 1, events: 1, commands: 1, dashboards: 1 };
    expect((await root.get(path)).body).toEqual(furnished);
    const { assetId } = await portal.anAsset({ assetDefinitionId });
    expect((await root.get(path)).body).toEqual({ ...furnished, assets: 1 });
    // Of what they do not see, people hear that it is there and not how much of it.
    const unseen = ['assets', 'dataItems', 'alarms', 'events', 'commands', 'dashboards'];
    expect((await engineer.get(path)).body).toEqual({ ...none, slots: 1, unseen });
    await portal.anAssetGroup({ assets: [assetId], parentGroupId: world.groupA });
    expect((await engineer.get(path)).body).toEqual({ ...furnished, assets: 1 });
    await portal.anAsset({ assetDefinitionId });
    expect((await engineer.get(path)).body).toEqual({ ...furnished, assets: 1, unseen: ['assets'] });
    expect((await engineer.get('/api/ef/assetdefinitions/99999/uses')).status).toBe(404);
  });

  it('without an asset are furnished by who makes definitions in their admin unit, and by nobody else', async () => {
    const made = await engineer.post<definitions.AssetDefinition>('/api/ef/assetdefinitions', {
      assetDefinitionName: 'Not built yet',
    });
    const { assetDefinitionId } = made.body;
    const path = `/api/assetDefinitions/${assetDefinitionId}/dataitemdefinitions`;
    expect((await engineer.post(path, { label: 'Level' })).status).toBe(200);
    await portal.aUser({ username: 'engineer B', permissions: CONFIGURATION, adminId: world.unitB });
    await portal.aUser({ username: 'reader', permissions: [70, 90] });
    for (const username of ['engineer B', 'reader']) {
      expect((await (await portal.as(username)).get(path)).status).toBe(404);
    }
    await portal.anAsset({ assetDefinitionId });
    expect((await engineer.get(path)).status).toBe(404);
  });

  it('take their dashboards with them when they are deleted', async () => {
    const assetDefinitionId = await portal.aDefinition();
    const body = { dashboardId: 0, assetDefinitionId, config: '{}' };
    const { dashboardId } = (await root.post<{ dashboardId: number }>('/api/dashboards', body)).body;
    expect((await root.delete(`/api/assetDefinitions/${assetDefinitionId}`)).status).toBe(200);
    expect((await root.get(`/api/dashboards/${dashboardId}`)).status).toBe(404);
  });
});

describe('an asset', () => {
  it('says what goes with it when it is deleted, to who may delete it', async () => {
    const { assetId } = await portal.anAsset();
    const path = `/api/ef/assets/${assetId}/uses`;
    const none = { dataItems: 0, alarms: 0, events: 0, files: 0, slots: 0 };
    expect((await root.get(path)).body).toEqual(none);
    await sent(assetId, 'Counted 1', 'Counted 2');
    expect((await root.get(path)).body).toEqual({ ...none, dataItems: 2 });
    expect((await (await portal.as('viewA')).get(path)).status).toBe(403);
    expect((await engineer.get(path)).status).toBe(404);
  });
});

describe('data items of a definition', () => {
  it('are listed as people count them, searched, and answered a page at a time', async () => {
    const assetDefinitionId = await portal.aDefinition();
    const items = ['101', '13', 'Pump 10', '109', 'pump 9'].map((label) => ({ label, unit: label < '2' ? 'bar' : '' }));
    await root.post(`/api/ef/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, items);
    const whole = await root.get<{ label: string }[]>(`/api/assetDefinitions/${assetDefinitionId}/dataitemdefinitions`);
    expect(labels(whole.body)).toEqual(['13', '101', '109', 'pump 9', 'Pump 10']);
    const page = async (query: string) =>
      (
        await root.get<ReplyOf<typeof definitions.listDataItemPage>>(
          `/api/ef/assetdefinitions/${assetDefinitionId}/dataitempage?${query}`,
        )
      ).body;
    const first = await page('limit=2');
    expect([first.total, first.all, labels(first.items)]).toEqual([5, 5, ['13', '101']]);
    expect(labels((await page('limit=2&offset=4')).items)).toEqual(['Pump 10']);
    const found = await page('search=PUMP');
    expect([found.total, found.all, labels(found.items)]).toEqual([2, 5, ['pump 9', 'Pump 10']]);
    expect((await page('search=bar')).total).toBe(3);
  });

  const path = (id = world.definition) => `/api/assetDefinitions/${id}/dataitemdefinitions`;

  it('of assets out of sight are 404, as if there were no such definition', async () => {
    await sent(world.b1.assetId, `${world.canary} label`);
    for (const id of [world.definitionB, 99_999]) {
      const replies = await Promise.all([
        engineer.get(path(id as typeof world.definition)),
        engineer.get(`/api/assetdefinitions/${id}/detectdataitemdefinitions`),
        engineer.post(path(id as typeof world.definition), { label: 'x' }),
        engineer.post(`/api/ef/assetdefinitions/${id}/dataitemdefinitions`, []),
        engineer.delete(`${path(id as typeof world.definition)}/148`),
      ]);
      for (const reply of replies) {
        expect(reply.status).toBe(404);
        expect(reply.text).not.toContain(world.canary);
      }
    }
    const master = await engineer.get('/api/dataitemdefinitions');
    expect(master.status).toBe(200);
    expect(master.text).not.toContain(world.canary);
    expect((await root.get('/api/dataitemdefinitions')).text).toContain(world.canary);
  });

  it('are added by label, whatever its case, with unit and default', async () => {
    const body = { modelId: world.definition, label: 'Flow Rate', unit: 'm³/h', defaultValue: 1.5 };
    const added = await engineer.post<definitions.DataItemDefinition>(path(), body);
    expect(added.body).toMatchObject({ label: 'Flow Rate', unit: 'm³/h', defaultValue: 1.5 });
    const changed = await engineer.post<definitions.DataItemDefinition>(path(), { label: 'FLOW RATE', unit: 'L/min' });
    expect(changed.body).toMatchObject({ dataItemId: added.body.dataItemId, label: 'Flow Rate', unit: 'L/min' });
    // What is left out stays: of two who change one data item, the second takes nothing of the first back.
    expect(changed.body).toMatchObject({ defaultValue: 1.5 });
    const later = await engineer.post<definitions.DataItemDefinition>(path(), { label: 'flow rate', defaultValue: 3 });
    expect(later.body).toMatchObject({ unit: 'L/min', defaultValue: 3 });
    expect((await engineer.get<definitions.DataItemDefinition[]>(path())).body).toHaveLength(1);
    expect((await engineer.post(path(), { ...body, modelId: 77 })).status).toBe(400);
    expect((await engineer.post(path(), { label: '' })).status).toBe(400);
    expect((await engineer.post(path(), { label: 'x', defaultValue: '1' })).status).toBe(400);
    expect((await engineer.delete(`${path()}/${added.body.dataItemId}`)).status).toBe(200);
    expect((await engineer.delete(`${path()}/${added.body.dataItemId}`)).status).toBe(404);
  });

  it('have a retention of their own only by who may delete the history of every asset concerned', async () => {
    const body = { label: 'Vibration', retentionDays: 14 };
    expect((await engineer.post(path(), body)).status).toBe(403);
    expect((await engineer.get<definitions.DataItemDefinition[]>(path())).body).toEqual([]);
    const permissions = [...OPERATOR_PERMISSIONS, ...CONFIGURATION, 37];
    await portal.aUser({ username: 'keeper', permissions, assetGroups: [world.groupA] });
    const some = await portal.anAssetGroup({ assets: [world.a1.assetId] });
    await portal.aUser({ username: 'keeper of some', permissions, assetGroups: [some] });
    expect((await (await portal.as('keeper of some')).post(path(), body)).status).toBe(403);
    const keeper = await portal.as('keeper');
    expect((await keeper.post(path(), body)).body).toMatchObject({ label: 'Vibration', retentionDays: 14 });
    // Who does not know of it leaves it as it is.
    expect((await engineer.post(path(), { label: 'vibration', unit: 'mm/s' })).body).toMatchObject({
      retentionDays: 14,
    });
    expect((await engineer.post(path(), { ...body, unit: 'mm/s', retentionDays: 0 })).status).toBe(403);
    for (const wrong of [-1, 1.5, 'x', 1e6]) {
      expect((await keeper.post(path(), { ...body, retentionDays: wrong })).status).toBe(400);
    }
    const general = await keeper.post(path(), { ...body, retentionDays: null });
    expect(general.body).toMatchObject({ retentionDays: 0 });
    const importPath = `/api/ef/assetdefinitions/${world.definition}/dataitemdefinitions`;
    await engineer.post(importPath, []);
  });

  it('are added by CSV, and an empty list removes all', async () => {
    const importPath = `/api/ef/assetdefinitions/${world.definition}/dataitemdefinitions`;
    const list = [{ label: 'A', unit: 'bar' }, { label: 'a', unit: 'kPa' }, { label: '__proto__' }];
    const stored = (await engineer.post<definitions.DataItemDefinition[]>(importPath, list)).body;
    expect(stored.map((item) => [item.label, item.unit])).toEqual([
      ['__proto__', ''],
      ['a', 'kPa'],
    ]);
    const creator = { username: 'item creator', permissions: [6, 90, 91], assetGroups: [world.groupA] };
    await portal.aUser(creator);
    const withoutDelete = await portal.as('item creator');
    expect((await withoutDelete.post(importPath, [])).status).toBe(403);
    expect((await withoutDelete.post(importPath, [{ label: 'a', unit: 'psi' }])).status).toBe(403);
    expect((await withoutDelete.post(importPath, [{ label: 'new', unit: 'psi' }])).status).toBe(200);
    expect((await engineer.post(importPath, [])).body).toEqual([]);
    expect((await engineer.post(importPath, [{ label: 'x' }, { label: 7 }])).status).toBe(400);
    expect((await engineer.get(path())).body).toEqual([]);
  });

  it('are detected while nobody has added them', async () => {
    const [level] = await sent(world.a1.assetId, 'Level', 'Temp');
    await sent(world.a2.assetId, 'Level');
    const detectPath = `/api/assetdefinitions/${world.definition}/detectdataitemdefinitions`;
    const detected = await engineer.get<definitions.DataItemDefinition[]>(detectPath);
    expect(labels(detected.body)).toEqual(['Level', 'Temp']);
    await engineer.post(path(), { label: 'level', unit: 'm' });
    expect(labels((await engineer.get<definitions.DataItemDefinition[]>(detectPath)).body)).toEqual(['Temp']);
    const tree = await engineer.get<definitions.DefinitionTree>(`/api/ef/assets/${world.a2.assetId}/definition`);
    expect(tree.body).toEqual({ slots: [], dataItemDefinitions: [{ dataItemId: level, label: 'Level' }] });
    const admin = await portal.as('admin');
    const put = (attributeName: string, value: object) =>
      admin.put(`/api/assets/${world.a1.assetId}/attributes`, { attributeName, attributeValue: JSON.stringify(value) });
    await put('aliasMap', { [`${level}`]: 'Well level' });
    const named = async () =>
      (await engineer.get<definitions.DefinitionTree>(`/api/ef/assets/${world.a1.assetId}/definition`)).body
        .dataItemDefinitions;
    // By what people read of them, and where they have the index of a stream by that.
    expect((await named()).map(({ label, alias }) => [label, alias])).toEqual([
      ['Temp', undefined],
      ['Level', 'Well level'],
    ]);
    await put('streamMap', { [`${level}`]: 1 });
    expect(labels(await named())).toEqual(['Level', 'Temp']);
    const values = await engineer.get<{ label: string; unit: string; value: number | null }[]>(
      `/api/ef/assets/${world.a1.assetId}/dataitems`,
    );
    expect(values.body.map(({ label, unit, value }) => ({ label, unit, value }))).toEqual([
      { label: 'Level', unit: 'm', value: null },
      { label: 'Temp', unit: '', value: null },
    ]);
  });
});
