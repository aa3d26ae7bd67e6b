import { type AdminId, type AssetId, PLAIN_DISPLAY, type UserId } from '@telltale/contract';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#db/schema.ts';
import type { TestDatabase } from '#db/testing/databases.ts';
import { everyEngine } from '#db/testing/every-engine.ts';
import { DashboardRepository } from '#features/dashboards/dashboard-repository.ts';
import { AssetDefinitionRepository } from '#features/definitions/asset-definition-repository.ts';
import { DataItemRepository } from '#features/definitions/data-item-repository.ts';
import { DefinitionDataItemRepository } from '#features/definitions/definition-data-item-repository.ts';
import { GatewayRepository } from '#features/gateways/gateway-repository.ts';
import { JournalRepository } from '#journal/journal-repository.ts';
import { AssetAttributeRepository } from './asset-attribute-repository.ts';
import { AssetCoordinatesRepository } from './asset-coordinates-repository.ts';
import { AssetRepository } from './asset-repository.ts';

const ADMIN = 1 as AdminId;

async function addDefinition(db: Kysely<Database>, name = 'Pump') {
  const definition = await new AssetDefinitionRepository(db).insert(name, '', 1_000);
  if (!definition) throw new Error(`the name ${name} is taken`);
  return definition;
}

async function addAsset(db: Kysely<Database>, serialNumber: string) {
  const definitions = new AssetDefinitionRepository(db);
  const definition = (await definitions.findByName('Pump')) ?? (await addDefinition(db));
  return new AssetRepository(db).insert({
    assetDefinitionId: definition.assetDefinitionId,
    adminId: ADMIN,
    serialNumber,
    assetAlias: `alias of ${serialNumber}`,
    description: '',
    tokenHash: `hash of ${serialNumber}`,
    createdMs: 1_000,
  });
}

describe.each(everyEngine())('record repositories on $engine', ({ open }) => {
  let test: TestDatabase;
  let db: Kysely<Database>;
  beforeEach(async () => {
    test = await open();
    db = test.db;
  });
  afterEach(() => test.close());

  it('finds an asset by serial number whatever its case, and by token hash', async () => {
    const asset = await addAsset(db, 'PUMP-7');
    const assets = new AssetRepository(db);
    expect(await assets.findBySerialNumber(' pump-7 ')).toMatchObject({
      assetId: asset?.assetId,
      serialNumber: 'PUMP-7',
    });
    expect(await assets.findByTokenHash('hash of PUMP-7')).toMatchObject({ assetId: asset?.assetId });
    expect(await assets.findByTokenHash('another')).toBeUndefined();
  });

  it('takes a serial number once, whatever its case', async () => {
    expect(await addAsset(db, 'PUMP-7')).toBeDefined();
    expect(await addAsset(db, 'pump-7')).toBeUndefined();
    expect(await new AssetRepository(db).list()).toHaveLength(1);
  });

  it('keeps last contacts of many assets and passes over those that are gone', async () => {
    const a = await addAsset(db, 'a');
    const b = await addAsset(db, 'b');
    const assets = new AssetRepository(db);
    await assets.saveLastContacts([
      { assetId: a!.assetId, lastContactMs: 1_700_000_000_123 },
      { assetId: 999 as AssetId, lastContactMs: 5 },
    ]);
    expect((await assets.list()).map((asset) => asset.lastContactMs)).toEqual([1_700_000_000_123, null]);
    expect(b).toBeDefined();
  });

  it('gives one data item to a label, whatever its case, and keeps its first spelling', async () => {
    const items = new DataItemRepository(db);
    const first = await items.ensure(['Flow Rate', 'Pressure', 'flow rate'], 1_000);
    const again = await items.ensure(['FLOW RATE'], 2_000);
    expect(again.get('flow rate')).toEqual(first.get('flow rate'));
    expect(again.get('flow rate')?.label).toBe('flow rate');
    expect(await items.list()).toHaveLength(3);
  });

  it('reserves data item 148 for Activity and gives greater ids to all others', async () => {
    const items = new DataItemRepository(db);
    const made = await items.ensure(['activity', 'Depth'], 1_000);
    expect(made.get('activity')?.dataItemId).toBe(148);
    expect(made.get('depth')?.dataItemId).toBeGreaterThan(148);
  });

  it('creates thousands of labels, also such as are no ordinary names', async () => {
    const labels = ['__proto__', 'constructor', "x'; drop table assets;--", 'nul\0', 'half \ud800', '温度'];
    for (let n = 0; n < 2_500; n++) labels.push(`label ${n}`);
    const made = await new DataItemRepository(db).ensure(labels, 1_000);
    expect(made.size).toBe(labels.length);
    expect(made.get('__proto__')?.label).toBe('__proto__');
  });

  it('leaves id 1 of the asset definitions to the snubbing units', async () => {
    const pump = await addDefinition(db);
    const rig = await addDefinition(db, 'hcu-lime');
    expect(pump.assetDefinitionId).toBe(2);
    expect(rig.assetDefinitionId).toBe(1);
    expect((await addDefinition(db, 'Tank')).assetDefinitionId).toBe(3);
    expect(await new AssetDefinitionRepository(db).insert('PUMP', '', 1)).toBeUndefined();
  });

  it('lists what was sent and not yet added to the definition as detected', async () => {
    const asset = await addAsset(db, 'a');
    const items = new DataItemRepository(db);
    const made = await items.ensure(['Flow', 'Level'], 1_000);
    const ids = [...made.values()].map((item) => item.dataItemId);
    await items.addToAsset(asset!.assetId, ids, 1_000);
    await items.addToAsset(asset!.assetId, ids, 2_000);
    const defined = new DefinitionDataItemRepository(db);
    const flow = {
      assetDefinitionId: asset!.assetDefinitionId,
      dataItemId: made.get('flow')!.dataItemId,
      display: { ...PLAIN_DISPLAY, decimals: 1, description: 'At the outlet' },
      calculation: { expression: '_Level * 2', variables: [] },
    };
    await defined.put({ ...flow, unit: 'm3/h', defaultValue: 1.5, retentionDays: 0, createdMs: 1_000 });
    await defined.put({ ...flow, unit: 'L/min', defaultValue: 2.5, retentionDays: 90, createdMs: 2_000 });
    expect(await defined.list(asset!.assetDefinitionId)).toEqual([
      { ...flow, label: 'Flow', unit: 'L/min', defaultValue: 2.5, retentionDays: 90, scaling: null, createdMs: 1_000 },
    ]);
    const { dataItemId } = flow;
    const kept = { assetId: asset!.assetId, dataItemId, labelKey: 'flow', days: 90 };
    expect(await defined.listRetention()).toEqual([kept]);
    const detected = await defined.listDetected(asset!.assetDefinitionId);
    expect(detected.map((item) => item.label)).toEqual(['Level']);
  });

  it('matches attribute names without regard to case and keeps the spelling of the first', async () => {
    const asset = await addAsset(db, 'a');
    const attributes = new AssetAttributeRepository(db);
    await attributes.put(asset!.assetId, 'PingRate', '1000');
    await attributes.put(asset!.assetId, 'pingrate', '2000');
    await attributes.put(asset!.assetId, '__proto__', 'plain data');
    expect(await attributes.list(asset!.assetId)).toEqual([
      { assetId: asset!.assetId, attributeName: '__proto__', attributeValue: 'plain data' },
      { assetId: asset!.assetId, attributeName: 'PingRate', attributeValue: '2000' },
    ]);
    await attributes.delete(asset!.assetId, 'PINGRATE');
    expect(await attributes.find(asset!.assetId, 'pingrate')).toBeUndefined();
  });

  it('takes back what the journal says happened to attributes after a time', async () => {
    const asset = await addAsset(db, 'a');
    const { assetId } = asset!;
    const attributes = new AssetAttributeRepository(db);
    const value = (attributeName: string, attributeValue: string) => ({ attributeName, attributeValue });
    const change = (timeMs: number, what: string, before: unknown, after: unknown) => {
      const entry = { kind: 'attribute', assetId, what, by: { name: 'ann' }, timeMs };
      return { ...entry, ...(before ? { before } : {}), ...(after ? { after } : {}) };
    };
    await attributes.put(assetId, 'b', '2');
    await new JournalRepository(db).insert([
      change(1_000, 'attribute a', undefined, value('a', '1')),
      change(2_000, 'attribute b', undefined, value('b', '1')),
      change(3_000, 'attribute b', value('b', '1'), value('b', '2')),
      change(4_000, 'attribute a', value('a', '1'), undefined),
    ]);
    const at = async (timeMs: number) => {
      const list = await attributes.listAt(assetId, timeMs);
      return list.map((attribute) => `${attribute.attributeName}=${attribute.attributeValue}`);
    };
    expect(await at(999)).toEqual([]);
    expect(await at(1_000)).toEqual(['a=1']);
    expect(await at(2_500)).toEqual(['a=1', 'b=1']);
    expect(await at(3_000)).toEqual(['a=1', 'b=2']);
    expect(await at(4_000)).toEqual(['b=2']);
  });

  it('knows the data items of assets and of their definitions', async () => {
    const asset = await addAsset(db, 'a');
    const items = new DataItemRepository(db);
    const made = await items.ensure(['Sent', 'Defined', 'Foreign'], 1);
    const id = (key: string) => made.get(key)!.dataItemId;
    await items.addToAssets([{ assetId: asset!.assetId, dataItemId: id('sent') }], 1);
    const { assetDefinitionId } = asset!;
    const defined = {
      assetDefinitionId,
      dataItemId: id('defined'),
      unit: '',
      defaultValue: 0,
      retentionDays: 0,
      display: PLAIN_DISPLAY,
      calculation: null,
      createdMs: 1,
    };
    await new DefinitionDataItemRepository(db).put(defined);
    expect(await items.listIdsOfAssets([asset!.assetId])).toEqual(new Set([id('sent'), id('defined')]));
    expect(await items.listIdsOfAssets([])).toEqual(new Set());
    await items.setUsualUnit(id('sent'), 'bar');
    await items.setUsualUnit(id('sent'), 'psi');
    expect((await items.find(id('sent')))?.unit).toBe('bar');
  });

  it('keeps every position and knows which one was current when', async () => {
    const asset = await addAsset(db, 'a');
    const positions = new AssetCoordinatesRepository(db);
    const at = (latitude: number, setMs: number) => ({ assetId: asset!.assetId, latitude, longitude: -95.5, setMs });
    await positions.append(at(30, 1_000));
    await positions.append(at(31, 2_000));
    await positions.append(at(32, 2_000));
    expect(await positions.findAt(asset!.assetId, 999)).toBeUndefined();
    expect((await positions.findAt(asset!.assetId, 1_999))?.latitude).toBe(30);
    expect(await positions.listCurrent()).toEqual([at(32, 2_000)]);
  });

  it('lists where each asset is now, and whether its device said so', async () => {
    const positions = new AssetCoordinatesRepository(db);
    const at = (assetId: AssetId, latitude: number, setMs: number) => ({ assetId, latitude, longitude: 5, setMs });
    const [a, b, c] = [await addAsset(db, 'a'), await addAsset(db, 'b'), await addAsset(db, 'c')];
    const reported = { ...at(b!.assetId, 41, 2_000), isReported: true as const };
    await positions.append(at(a!.assetId, 30, 2_000), at(b!.assetId, 40, 1_000), at(c!.assetId, 50, 1_000));
    await positions.append(at(a!.assetId, 31, 1_000), reported);
    await positions.clear({ ...at(c!.assetId, 50, 3_000), isReported: true });
    expect(await positions.listCurrent()).toEqual([at(a!.assetId, 30, 2_000), reported]);
    expect(await positions.findCurrent(b!.assetId)).toEqual(reported);
  });

  it('takes a position back and still knows where the asset was before', async () => {
    const { assetId } = (await addAsset(db, 'a'))!;
    const positions = new AssetCoordinatesRepository(db);
    const at = (latitude: number, setMs: number) => ({ assetId, latitude, longitude: -95.5, setMs });
    await positions.append(at(30, 1_000));
    await positions.clear(at(30, 2_000));
    expect(await positions.findCurrent(assetId)).toBeUndefined();
    expect(await positions.listCurrent()).toEqual([]);
    expect(await positions.findAt(assetId, 1_999)).toEqual(at(30, 1_000));
    expect(await positions.findFirst(assetId)).toEqual(at(30, 1_000));
    await positions.append(at(31, 3_000));
    expect(await positions.listCurrent()).toEqual([at(31, 3_000)]);
    expect(await positions.findAt(assetId, 2_500)).toBeUndefined();
  });

  it('forgets attributes, positions, data items and group links with the asset', async () => {
    const asset = await addAsset(db, 'a');
    const assetId = asset!.assetId;
    const group = { asset_group_name: 'g', description: '', admin_id: 1, parent_group_id: null };
    const { asset_group_id } = await db
      .insertInto('asset_groups')
      .values(group)
      .returning('asset_group_id')
      .executeTakeFirstOrThrow();
    const assets = new AssetRepository(db);
    await assets.addToGroup(asset_group_id, assetId);
    await new AssetAttributeRepository(db).put(assetId, 'a', 'b');
    await new AssetCoordinatesRepository(db).append({ assetId, latitude: 1, longitude: 2, setMs: 3 });
    const items = new DataItemRepository(db);
    const made = await items.ensure(['Flow'], 1);
    await items.addToAsset(assetId, [made.get('flow')!.dataItemId], 1);
    await assets.delete(assetId);
    expect(await new AssetAttributeRepository(db).listAll()).toEqual([]);
    expect(await items.listAssetItems()).toEqual([]);
    expect(await db.selectFrom('asset_group_assets').selectAll().execute()).toEqual([]);
    expect(await assets.listGroupIdsOfUser(7 as UserId)).toEqual([]);
  });

  it('finds a gateway by its token hash until it is deleted', async () => {
    const gateways = new GatewayRepository(db);
    const gateway = await gateways.insert({ name: 'edge', adminId: ADMIN, tokenHash: 'h', createdMs: 1 });
    expect(await gateways.findByTokenHash('h')).toEqual(gateway);
    await gateways.delete(gateway.gatewayId);
    expect(await gateways.findByTokenHash('h')).toBeUndefined();
  });

  it('saves a dashboard only over the version that was read, and keeps every version', async () => {
    const { assetDefinitionId } = await addDefinition(db);
    const dashboards = new DashboardRepository(db);
    const content = (config: string) => ({ dashboardName: 'd', config, modifiedMs: 1, modifiedBy: 'ann' });
    const made = await dashboards.insert({ ...content('{}'), assetDefinitionId, systemDefinitionId: null });
    expect((await dashboards.save(made.dashboardId, 1, content('{"a":1}')))?.version).toBe(2);
    expect(await dashboards.save(made.dashboardId, 1, content('{"b":1}'))).toBeUndefined();
    expect((await dashboards.find(made.dashboardId))?.config).toBe('{"a":1}');
    expect((await dashboards.listVersions(made.dashboardId)).map((v) => v.version)).toEqual([2, 1]);
    expect((await dashboards.findVersion(made.dashboardId, 1))?.config).toBe('{}');
  });
});
