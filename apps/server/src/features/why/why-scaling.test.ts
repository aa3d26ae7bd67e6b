import type { assets, why } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const milliamps = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

describe.each(everyPortal())('a value that the portal scaled, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let serial = 0;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
  });
  afterAll(() => portal.close());

  async function aPump() {
    const asset = await portal.anAsset({ serialNumber: `SCALED-${++serial}`, assetDefinitionId: world.definition });
    const device = await connectDevice(portal, asset.accessToken);
    const send = (values: object) => device.publishAsync('v1/devices/me/telemetry', JSON.stringify(values), { qos: 1 });
    await send({ Pressure: 5 });
    const items = `/api/ef/assets/${asset.assetId}/dataitems`;
    const list = async (query = '') => (await root.get<assets.CurrentValue[]>(`${items}${query}`)).body;
    const dataItemId = (await list()).find(({ label }) => label === 'Pressure')?.dataItemId ?? 0;
    const put = (name: string, value: object | string) => {
      const attributeValue = typeof value === 'string' ? value : JSON.stringify(value);
      return root.put(`/api/assets/${asset.assetId}/attributes`, { attributeName: name, attributeValue });
    };
    const current = async () => (await list()).find((item) => item.dataItemId === dataItemId)?.value;
    /** The current value, and how it was made. */
    const made = async () => {
      const item = (await list('?scalings=true')).find((one) => one.dataItemId === dataItemId);
      return [item?.value, item?.scaling];
    };
    const path = `${items}/${dataItemId}/why`;
    const ask = async (at = '') => (await root.get<why.Why>(`${path}${at && `?at=${encodeURIComponent(at)}`}`)).body;
    return { ...asset, device, send, list, dataItemId, put, current, made, ask };
  }

  it('is stored as scaled, and says how and of what it was made', async () => {
    const pump = await aPump();
    expect((await pump.put('scalingMap', { [pump.dataItemId]: { ...milliamps, offset: 1 } })).status).toBe(200);
    await pump.send({ ts: Date.now() + 1_000, values: { pressure: 12, State: '12' } });
    expect(await pump.current()).toBe(51);
    const answer = await pump.ask();
    expect(answer.scaling).toEqual({ ...milliamps, offset: 1, of: 'asset', reading: 12 });
    expect(answer.origin?.text).toContain('"pressure":12');
    expect((await pump.list()).find(({ label }) => label === 'State')?.stringValue).toBe('12');
    // What came before was not scaled, and says so.
    const before = await pump.ask(new Date((answer.value?.timestamp ?? 0) - 1).toISOString());
    expect([before.value?.value, before.scaling]).toEqual([5, null]);
    await portal.restart();
    const again = await connectDevice(portal, pump.accessToken);
    const next = JSON.stringify({ ts: Date.now() + 2_000, values: { Pressure: 20 } });
    await again.publishAsync('v1/devices/me/telemetry', next, { qos: 1 });
    root = await portal.as('root');
    expect(await pump.current()).toBe(101);
    await again.endAsync();
  });

  it('is the mean of as many readings as are asked for, of those that come in their order', async () => {
    const pump = await aPump();
    await pump.put('scalingMap', { [pump.dataItemId]: { ...milliamps, samples: 2 } });
    const t = Date.now() + 1_000;
    const at = (after: number, Pressure: number) => pump.send({ ts: t + after, values: { Pressure } });
    await at(0, 4);
    await at(1, 12);
    expect(await pump.current()).toBe(25);
    await at(-500, 20);
    await at(2, 20);
    expect(await pump.current()).toBe(75);
    expect((await pump.ask()).scaling).toEqual({ ...milliamps, samples: 2, of: 'asset', reading: null });
    expect((await pump.ask(new Date(t - 500).toISOString())).value?.value).toBe(100);
    await pump.device.endAsync();
  });

  it('is told with the current values: what came before the scaling, or was written by somebody, is not scaled', async () => {
    const pump = await aPump();
    await pump.put('scalingMap', { [pump.dataItemId]: milliamps });
    expect(await pump.made()).toEqual([5, undefined]);
    const ts = Date.now();
    await pump.send({ ts, values: { Pressure: 12 } });
    expect(await pump.made()).toEqual([50, milliamps]);
    expect((await pump.list()).some(({ scaling }) => scaling)).toBe(false);
    await pump.put('scalingMap', { [pump.dataItemId]: { ...milliamps, scaledMax: 250 } });
    expect(await pump.made()).toEqual([50, milliamps]);
    await portal.restart();
    root = await portal.as('root');
    expect(await pump.made()).toEqual([50, milliamps]);
    expect((await root.delete(`/api/assets/${pump.assetId}/attributes/scalingMap`)).status).toBe(200);
    expect(await pump.made()).toEqual([50, milliamps]);
    const [startDate, endDate] = [ts - 1, ts + 1].map((timeMs) => new Date(timeMs).toISOString());
    const edit = { assetId: pump.assetId, dataItemId: pump.dataItemId, startDate, endDate, newValue: 7 };
    expect((await root.put('/api/ef/historicaldataupdate', [edit])).status).toBe(200);
    expect(await pump.made()).toEqual([7, undefined]);
  });

  it('ends with the attribute, and somebody’s own value was never scaled', async () => {
    const pump = await aPump();
    await pump.put('scalingMap', { [pump.dataItemId]: milliamps });
    const ts = Date.now() + 1_000;
    await pump.send({ ts, values: { Pressure: 12 } });
    const [startDate, endDate] = [ts - 1, ts + 1].map((timeMs) => new Date(timeMs).toISOString());
    const edit = { assetId: pump.assetId, dataItemId: pump.dataItemId, startDate, endDate, newValue: 7 };
    expect((await root.put('/api/ef/historicaldataupdate', [edit])).status).toBe(200);
    const edited = await pump.ask();
    expect([edited.value?.value, edited.scaling]).toEqual([7, null]);
    expect((await root.delete(`/api/assets/${pump.assetId}/attributes/scalingMap`)).status).toBe(200);
    await pump.send({ ts: ts + 1_000, values: { Pressure: 12 } });
    const plain = await pump.ask();
    expect([plain.value?.value, plain.scaling]).toEqual([12, null]);
    await pump.device.endAsync();
  });

  it.each([
    ['no JSON', '{'],
    ['a scaling without a span', { 7: { ...milliamps, unscaledMax: 4 } }],
    ['a label for a data item', { Pressure: milliamps }],
    ['something else beside it', { 7: { ...milliamps, formula: 'x' } }],
    ['a limit that is no number', { 7: { ...milliamps, offset: '1' } }],
    ['the mean of no reading', { 7: { ...milliamps, samples: 0 } }],
  ])('is refused with %s', async (_, value) => {
    const pump = await aPump();
    expect((await pump.put('scalingMap', value)).status).toBe(400);
    await pump.send({ ts: Date.now() + 1_000, values: { Pressure: 12 } });
    expect(await pump.current()).toBe(12);
    await pump.device.endAsync();
  });

  it('stands where its stream does: the index of streamMap orders the data items', async () => {
    const pump = await aPump();
    await pump.send({ Alpha: 1, Beta: 2 });
    const ids = new Map((await pump.list()).map(({ label, dataItemId }) => [label, dataItemId]));
    const labels = async () => (await pump.list()).map(({ label }) => label).filter((label) => ids.has(label));
    await pump.put('streamMap', { [String(ids.get('Pressure'))]: 1, [String(ids.get('Beta'))]: 0 });
    expect((await labels()).slice(0, 2)).toEqual(['Beta', 'Pressure']);
    await pump.device.endAsync();
  });
});
