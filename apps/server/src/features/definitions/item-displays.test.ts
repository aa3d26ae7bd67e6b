import {
  type assets,
  type DataItemId,
  type definitions,
  type ItemDisplay,
  type itemDisplays,
  PLAIN_DISPLAY,
} from '@telltale/contract';
import { PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

const DATA_ITEMS = [90, 91, 92, 93];

const PRESSURE: ItemDisplay = {
  decimals: 1,
  min: 0,
  max: 400,
  bands: {
    lowLow: null,
    low: { limit: 40, color: '', severity: 2 },
    high: { limit: 300, color: '', severity: 5 },
    highHigh: { limit: 350, color: '#ff0000', severity: 10 },
  },
  words: [],
  description: 'At the suction side',
};

describe.each(everyPortal())('how a data item is read, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let engineer: PortalClient;
  let pressure: DataItemId;
  const items = () => `/api/assetdefinitions/${world.definition}/dataitemdefinitions`;
  const ownOf = (assetId: number) => `/api/ef/assets/${assetId}/itemdisplays`;

  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    await portal.aUser({
      username: 'engineer',
      permissions: [...OPERATOR_PERMISSIONS, ...DATA_ITEMS],
      assetGroups: [world.groupA],
    });
    engineer = await portal.as('engineer');
    const body = { label: 'Pressure', unit: 'psi', display: PRESSURE };
    pressure = (await engineer.post<definitions.DataItemDefinition>(items(), body)).body.dataItemId;
  });
  afterAll(() => portal.close());

  const currentOf = async (assetId: number) => {
    const { body } = await engineer.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
    return body.find(({ dataItemId }) => dataItemId === pressure);
  };

  it('is refused to who may not change data items, and for assets out of sight', async () => {
    const change = [{ dataItemId: pressure, display: { max: 1 } }];
    expect((await portal.anonymous.put(ownOf(world.a1.assetId), change)).status).toBe(401);
    const opA = await portal.as('opA');
    expect((await opA.put(ownOf(world.a1.assetId), change)).status).toBe(403);
    await portal.aUser({ username: 'neighbour', permissions: DATA_ITEMS, assetGroups: [world.groupA] });
    const neighbour = await portal.as('neighbour');
    expect((await neighbour.put(ownOf(world.b1.assetId), change)).status).toBe(404);
    expect((await neighbour.get(ownOf(world.b1.assetId))).status).toBe(404);
    expect((await currentOf(world.a1.assetId))?.display).toEqual(PRESSURE);
  });

  it.each([
    ['ends that cross', { ...PRESSURE, min: 5, max: 5 }],
    ['limits out of order', { ...PRESSURE, bands: { ...PRESSURE.bands, low: { limit: 320, color: '', severity: 2 } } }],
    [
      'a colour that is none',
      { ...PRESSURE, bands: { ...PRESSURE.bands, low: { limit: 1, color: 'red', severity: 2 } } },
    ],
    [
      'two words for one value',
      {
        ...PRESSURE,
        words: [
          { value: 1, word: 'On' },
          { value: 1, word: 'Running' },
        ],
      },
    ],
    ['a description of 2,000 characters', { ...PRESSURE, description: 'x'.repeat(2_000) }],
  ])('is refused with %s', async (_, display) => {
    expect((await engineer.post(items(), { label: 'Pressure', unit: 'psi', display })).status).toBe(400);
    expect((await currentOf(world.a1.assetId))?.display).toEqual(PRESSURE);
  });

  it('stands on the data item of the definition, and stays when other things of it change', async () => {
    await engineer.post(items(), { label: 'Pressure', unit: 'psi', defaultValue: 7 });
    const { body } = await engineer.get<definitions.DataItemDefinition[]>(items());
    expect(body.find(({ label }) => label === 'Pressure')).toMatchObject({ defaultValue: 7, display: PRESSURE });
    await engineer.post(items(), { label: 'Plain', unit: '' });
    const plain = (await engineer.get<definitions.DataItemDefinition[]>(items())).body.find((i) => i.label === 'Plain');
    expect(plain?.display).toEqual(PLAIN_DISPLAY);
    const current = await engineer.get<assets.CurrentValue[]>(`/api/ef/assets/${world.a1.assetId}/dataitems`);
    expect(current.body.find(({ label }) => label === 'Plain')).not.toHaveProperty('display');
  });

  it('is what one asset has differently, on that asset alone, until it goes back', async () => {
    const { a1, a2 } = world;
    const display = { max: 2_500, unit: 'kPa' };
    const { body } = await engineer.put<itemDisplays.ItemOverride[]>(ownOf(a1.assetId), [
      { dataItemId: pressure, display },
    ]);
    expect(body).toEqual([{ dataItemId: pressure, display }]);
    expect(await currentOf(a1.assetId)).toMatchObject({ unit: 'kPa', display: { ...PRESSURE, max: 2_500 } });
    expect(await currentOf(a2.assetId)).toMatchObject({ unit: 'psi', display: PRESSURE });
    const root = await portal.as('root');
    const journal = await root.get<{ entries: { what: string; after: unknown; before: unknown }[] }>(
      `/api/journal?assetId=${a1.assetId}&kind=data%20item`,
    );
    expect(journal.body.entries.at(0)).toMatchObject({ what: 'how Pressure is read changed', after: display });
    await engineer.put(ownOf(a1.assetId), [{ dataItemId: pressure, display: null }]);
    expect(await currentOf(a1.assetId)).toMatchObject({ unit: 'psi', display: PRESSURE });
  });

  it('changes for all named items or for none', async () => {
    const unknown = 999_999;
    const reply = await engineer.put(ownOf(world.a2.assetId), [
      { dataItemId: pressure, display: { max: 9 } },
      { dataItemId: unknown, display: { max: 9 } },
    ]);
    expect(reply.status).toBe(404);
    expect((await engineer.get(ownOf(world.a2.assetId))).body).toEqual([]);
  });

  it('is told at once to who watches an asset of the definition', async () => {
    const { login } = await portal.newSession('engineer');
    const client = new LiveClient(portal.url);
    await client.connect(login?.brokerToken);
    const topic = `telltale/assets/${world.a2.assetId}/items`;
    await client.subscribe(topic);
    await engineer.post(items(), { label: 'Pressure', unit: 'psi', display: { ...PRESSURE, decimals: 0 } });
    expect((await client.message((message) => message.topic === topic))?.body).toEqual({ assetId: world.a2.assetId });
    await engineer.post(items(), { label: 'Pressure', unit: 'psi', display: PRESSURE });
    client.close();
  });

  it('is suggested by what was recorded where nobody has described it', async () => {
    const { assetId } = world.a1;
    const batch = new PointBatch();
    const at = portal.clock.now() - 3_600_000;
    for (let i = 0; i < 1_000; i++) batch.add(seriesKey(assetId, pressure), at + i * 1_000, 100 + (i % 190), 192);
    await portal.context.historian.append(batch);
    const path = `/api/ef/assets/${assetId}/recordedranges`;
    const { body } = await engineer.get<itemDisplays.RecordedRange[]>(`${path}?dataItems=${pressure},999`);
    expect(body).toEqual([{ dataItemId: pressure, min: 0, max: 300 }]);
    expect((await engineer.get(`${path}?dataItems=0`)).status).toBe(400);
    expect((await engineer.get(path)).status).toBe(400);
  });
});
