import type { AssetDefinitionId, assets, definitions, devices, itemDisplays } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { double, inUnit, type Metric, TestEdge } from '#testing/sparkplug-edge.ts';

describe.each(everyPortal())('the unit that a birth tells, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  let accessToken: string;
  let edge: TestEdge;

  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
    accessToken = (await admin.post<{ accessToken: string }>('/api/gateways', { name: 'G' })).body.accessToken;
    edge = await TestEdge.connect(portal, accessToken, 'Pumps', 'E');
    await edge.nodeBirth();
  });
  afterAll(async () => {
    await edge.client.endAsync();
    await portal.close();
  });

  async function assetOf(serialNumber: string): Promise<assets.Asset> {
    const { body } = await admin.get<assets.Asset[]>('/api/ef/assets');
    const found = body.find((asset) => asset.serialNumber === serialNumber);
    if (!found) throw new Error(`There is no asset ${serialNumber}.`);
    return found;
  }

  async function itemOf(serialNumber: string, label: string): Promise<assets.CurrentValue | undefined> {
    const { assetId } = await assetOf(serialNumber);
    const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    return body.find((item) => item.label === label);
  }

  const born = (device: string, ...metrics: Metric[]) => edge.publish('DBIRTH', device, metrics);
  const itemsOf = (definition: AssetDefinitionId) => `/api/assetdefinitions/${definition}/dataitemdefinitions`;

  it('is that of the data item where nobody has described one, and is offered when it is added to the definition', async () => {
    await born('u-1', inUnit('psi', double('Suction', 3)), double('Plain', 1));
    expect(await itemOf('u-1', 'Suction')).toMatchObject({ value: 3, unit: 'psi' });
    expect((await itemOf('u-1', 'Plain'))?.unit).toBe('');
    const { assetDefinitionId } = (await assetOf('u-1')).assetDefinition;
    const detected = await admin.get<definitions.DataItemDefinition[]>(
      `/api/assetdefinitions/${assetDefinitionId}/detectdataitemdefinitions`,
    );
    expect(detected.body.find(({ label }) => label === 'Suction')?.unit).toBe('psi');
  });

  it('describes the definition that has none yet, and the one asset whose device says otherwise', async () => {
    await born('u-2', double('Discharge', 1));
    const { assetDefinitionId } = (await assetOf('u-2')).assetDefinition;
    await admin.post(itemsOf(assetDefinitionId), { label: 'Discharge' });
    await born('u-2', inUnit('bar', double('Discharge', 2)));
    const { body } = await admin.get<definitions.DataItemDefinition[]>(itemsOf(assetDefinitionId));
    expect(body.find(({ label }) => label === 'Discharge')?.unit).toBe('bar');
    await born('u-3', inUnit('kPa', double('Discharge', 200)));
    expect((await itemOf('u-3', 'Discharge'))?.unit).toBe('kPa');
    expect((await itemOf('u-2', 'Discharge'))?.unit).toBe('bar');
    // The device changed its mind, and then agrees with the definition: nothing of its own is left.
    await born('u-3', inUnit('MPa', double('Discharge', 0.2)));
    expect((await itemOf('u-3', 'Discharge'))?.unit).toBe('MPa');
    await born('u-3', inUnit('bar', double('Discharge', 2)));
    const { assetId } = await assetOf('u-3');
    const own = await admin.get<itemDisplays.ItemOverride[]>(`/api/ef/assets/${assetId}/itemdisplays`);
    expect(own.body).toEqual([]);
    const journal = await admin.get<{ entries: { what: string; user: string }[] }>(`/api/journal?assetId=${assetId}`);
    expect(journal.body.entries).toContainEqual(
      expect.objectContaining({ what: 'how Discharge is read changed', user: 'device u-3' }),
    );
  });

  it('leaves what a person gave the asset', async () => {
    await born('u-4', inUnit('gpm', double('Rate', 1)));
    const { assetId } = await assetOf('u-4');
    const item = await itemOf('u-4', 'Rate');
    const display = { unit: 'bbl/min', max: 9 };
    await admin.put(`/api/ef/assets/${assetId}/itemdisplays`, [{ dataItemId: item?.dataItemId, display }]);
    await born('u-4', inUnit('gpm', double('Rate', 2)));
    await born('u-4', inUnit('l/s', double('Rate', 3)));
    expect(await itemOf('u-4', 'Rate')).toMatchObject({ value: 3, unit: 'bbl/min' });
  });

  it('of a device does not change a definition that assets of another admin unit have', async () => {
    const other = await portal.anAdminUnit('Neighbours');
    await born('u-5', double('Level', 1));
    const { assetDefinitionId } = (await assetOf('u-5')).assetDefinition;
    await admin.post(itemsOf(assetDefinitionId), { label: 'Level' });
    const foreign = await portal.anAsset({ assetDefinitionId });
    expect((await admin.put(`/api/assets/${foreign.assetId}`, { adminId: other })).status).toBe(200);
    await born('u-5', inUnit('m', double('Level', 2)));
    const { body } = await admin.get<definitions.DataItemDefinition[]>(itemsOf(assetDefinitionId));
    expect(body.find(({ label }) => label === 'Level')?.unit).toBe('');
    expect((await itemOf('u-5', 'Level'))?.unit).toBe('m');
  });

  it.each([
    ['of 10,000 characters', 'x'.repeat(10_000), 'unit longer than 64 characters'],
    ['of 65 characters', 'y'.repeat(65), 'unit longer than 64 characters'],
    ['with control characters', 'a\u0000\r\nb', 'unit with characters that cannot be shown'],
  ])('%s is set aside with its reason, and the value is kept', async (name, unit, reason) => {
    const device = `hostile ${name}`;
    await born(device, inUnit(unit, double('Flow', 7)), inUnit('gpm', double('Good', 8)));
    expect(await itemOf(device, 'Flow')).toMatchObject({ value: 7, unit: '' });
    expect(await itemOf(device, 'Good')).toMatchObject({ value: 8, unit: 'gpm' });
    const { assetId } = await assetOf(device);
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    expect(body.entries[0]).toMatchObject({ reason, label: 'Flow' });
    expect(body.entries[0]?.excerpt.length).toBeLessThanOrEqual(200);
  });

  it('that is a number is set aside, and one of 64 characters is taken', async () => {
    await born('u-6', { ...double('Odd', 1), properties: { engUnit: { type: 'Int32', value: 5 } } });
    await born('u-6', inUnit(` ${'z'.repeat(64)} `, double('Long', 1)));
    expect((await itemOf('u-6', 'Odd'))?.unit).toBe('');
    expect((await itemOf('u-6', 'Long'))?.unit).toBe('z'.repeat(64));
  });
});
