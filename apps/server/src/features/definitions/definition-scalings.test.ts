import type { assets, definitionFiles, definitions, why } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { OPERATOR_PERMISSIONS } from '#testing/two-units.ts';

const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };
const wide = { ...scaling, scaledMax: 1_000 };
const notScaled = { ...scaling, unscaledMin: 0, unscaledMax: 1, scaledMax: 1 };
const DATA_ITEMS = [90, 91, 92, 93];
const MODIFY_ATTRIBUTES = 52;

describe.each(everyPortal())('a data item that its definition scales, on $engine', ({ start }) => {
  let portal: Portal;
  let root: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    await portal.aUser({ username: 'root', permissions: [1] });
    root = await portal.as('root');
  });
  afterAll(() => portal.close());

  /** A definition with its asset, and what there is to do with them. */
  async function aPump() {
    const first = await portal.anAsset();
    const { assetDefinitionId } = first;
    const path = `/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`;
    type Reply = definitions.DataItemDefinition & { error: { message: string } };
    const set = (change: object, by = root) => by.post<Reply>(path, { label: 'Level', unit: 'm', ...change });
    const { dataItemId } = (await set({})).body;
    let timeMs = portal.clock.now();
    /** What becomes of a reading. */
    const afterReading = async (value: number, { assetId } = first) => {
      timeMs = Math.max(timeMs + 1, portal.clock.now());
      await portal.context.pipeline.accept({ assetId }, [{ label: 'Level', timeMs, value, quality: 192 }]);
      const { body } = await root.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
      return body.find((item) => item.dataItemId === dataItemId);
    };
    const own = (put: object | null) =>
      root.put(`/api/ef/assets/${first.assetId}/itemscalings`, [{ dataItemId, scaling: put }]);
    const file = async () =>
      (await root.get<definitionFiles.DefinitionFile>(`/api/ef/assetdefinitions/${assetDefinitionId}/file`)).body;
    const why = async (at?: number) => {
      const moment = at === undefined ? '' : `?at=${new Date(at).toISOString()}`;
      return (await root.get<why.Why>(`/api/ef/assets/${first.assetId}/dataitems/${dataItemId}/why${moment}`)).body;
    };
    return { first, assetDefinitionId, dataItemId, set, afterReading, own, file, why, path };
  }

  it('is scaled and taken out only by who may modify attributes, too', async () => {
    const { set, path, dataItemId, first, afterReading } = await aPump();
    const assetGroups = [await portal.anAssetGroup({ assets: [first.assetId] })];
    const permissions = [...OPERATOR_PERMISSIONS, ...DATA_ITEMS].filter((one) => one !== MODIFY_ATTRIBUTES);
    const username = `engineer${first.assetId}`;
    await portal.aUser({ username, permissions, assetGroups });
    const engineer = await portal.as(username);
    const refused = await set({ scaling }, engineer);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      'Changing how a data item is scaled needs the permission to modify attributes.',
    ]);
    expect((await afterReading(12))?.value).toBe(12);
    await set({ scaling });
    expect((await set({ scaling: null }, engineer)).status).toBe(403);
    expect((await engineer.delete(`${path}/${dataItemId}`)).status).toBe(403);
    // What leaves the scaling as it is takes no more than before.
    expect((await set({ unit: 'ft' }, engineer)).body).toMatchObject({ unit: 'ft', scaling });
    expect((await afterReading(12))?.value).toBe(50);
  });

  it('is refused what is no line, and a scaling of what is calculated', async () => {
    const { set } = await aPump();
    expect((await set({ scaling: { ...scaling, unscaledMax: 4 } })).status).toBe(400);
    expect((await set({ scaling: { ...scaling, formula: 'x' } })).status).toBe(400);
    const calculation = { expression: '_Level * 2' };
    const both = await set({ label: 'Twice', calculation, scaling });
    expect([both.status, both.body.error.message]).toEqual([
      400,
      'Twice is calculated: what the portal calculates is not scaled.',
    ]);
    await set({ label: 'Thrice', scaling });
    expect((await set({ label: 'Thrice', calculation })).status).toBe(400);
  });

  it('is scaled at once on every asset that says nothing else, and on assets of a moment ago', async () => {
    const { set, afterReading, own, assetDefinitionId } = await aPump();
    expect((await afterReading(12))?.value).toBe(12);
    expect((await set({ scaling })).body.scaling).toEqual(scaling);
    expect(await afterReading(12)).toMatchObject({ value: 50, definitionScaling: scaling });
    const second = await portal.anAsset({ assetDefinitionId });
    expect((await afterReading(8, second))?.value).toBe(25);
    await own(wide);
    expect((await afterReading(12))?.value).toBe(500);
    await own(notScaled);
    expect((await afterReading(12.3))?.value).toBe(12.3);
    await own(null);
    await portal.restart();
    root = await portal.as('root');
    expect((await afterReading(12))?.value).toBe(50);
    expect((await afterReading(8, second))?.value).toBe(25);
    expect((await set({ scaling: null })).body.scaling).toBeNull();
    expect((await afterReading(12))?.value).toBe(12);
    expect((await afterReading(12))?.definitionScaling).toBeUndefined();
  });

  it('says by what its values were made, also when that is another by now', async () => {
    const { set, afterReading, why, path, dataItemId } = await aPump();
    await afterReading(12);
    expect((await why()).scaling).toBeNull();
    portal.clock.advance(1_000);
    await set({ scaling });
    portal.clock.advance(1_000);
    await afterReading(12);
    const scaledAt = portal.clock.now();
    expect((await why()).scaling).toEqual({ ...scaling, of: 'definition', reading: 12 });
    portal.clock.advance(1_000);
    await set({ scaling: wide });
    portal.clock.advance(1_000);
    expect((await why(scaledAt)).scaling).toMatchObject({ scaledMax: 100 });
    expect((await root.delete(`${path}/${dataItemId}`)).status).toBe(200);
    expect((await afterReading(12))?.value).toBe(12);
    const { body } = await root.get<{ entries: { what: string; before: unknown }[] }>('/api/journal?kind=data%20item');
    expect(body.entries[0]).toMatchObject({ before: { label: 'Level', scaling: wide } });
  });

  it('stands in the file of the definition, and one of before takes it back', async () => {
    const { set, file, afterReading, assetDefinitionId } = await aPump();
    const before = await file();
    await set({ scaling });
    const after = await file();
    expect([before.version, before.dataItems?.[0]?.scaling]).toEqual([1, undefined]);
    expect([after.version, after.dataItems?.[0]?.scaling]).toEqual([2, scaling]);
    const apply = (one: object) => root.post('/api/ef/assetdefinitions/file', { file: one, assetDefinitionId });
    expect((await apply(before)).status).toBe(200);
    expect((await afterReading(12))?.value).toBe(12);
    expect((await apply(after)).status).toBe(200);
    expect((await afterReading(12))?.value).toBe(50);
    const copied = { assetDefinitionName: `Copy ${assetDefinitionId}` };
    const { body } = await root.post<definitions.AssetDefinition>(
      `/api/ef/assetdefinitions/${assetDefinitionId}/copy`,
      copied,
    );
    const copy = await portal.anAsset({ assetDefinitionId: body.assetDefinitionId });
    expect((await afterReading(12, copy))?.value).toBe(50);
  });
});
