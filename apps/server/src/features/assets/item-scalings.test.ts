import { type assets, type itemScalings, SCALING_MAP } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 };

describe.each(everyPortal())('how data items are scaled, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let opA: PortalClient;
  let serial = 0;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    opA = await portal.as('opA');
  });
  afterAll(() => portal.close());

  /** An asset with so many data items, and what there is to do with it. */
  async function aPump(labels: readonly string[]) {
    const { assetId } = (
      await opA.post<{ assetId: never }>('/api/assets', {
        serialNumber: `AI-${++serial}`,
        assetDefinitionId: world.definition,
      })
    ).body;
    const points = labels.map((label) => ({ label, timeMs: undefined, value: 1, quality: 192 }));
    await portal.context.pipeline.accept({ assetId }, points);
    const items = (await opA.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body;
    const ids = labels.map((label) => items.find((item) => item.label === label)?.dataItemId ?? 0);
    const put = (client: PortalClient, body: unknown) =>
      client.put<itemScalings.ScaledItem[]>(`/api/ef/assets/${assetId}/itemscalings`, body);
    const stored = async (): Promise<Record<string, object>> => {
      const list = (await opA.get<assets.Attribute[]>(`/api/assets/${assetId}/attributes`)).body;
      return JSON.parse(list.find(({ attributeName }) => attributeName === SCALING_MAP)?.attributeValue ?? '{}');
    };
    return { assetId, ids, put, stored };
  }

  it('keeps what two people set at once for two of them', async () => {
    const { ids, put, stored } = await aPump(['Flow', 'Level']);
    const other = await portal.newSession('opA');
    const [flow, level] = ids;
    const replies = await Promise.all([
      put(opA, [{ dataItemId: flow, scaling }]),
      put(other, [{ dataItemId: level, scaling: { ...scaling, scaledMax: 8 } }]),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await stored()).toEqual({ [Number(flow)]: scaling, [Number(level)]: { ...scaling, scaledMax: 8 } });
    await Promise.all([put(opA, [{ dataItemId: flow, scaling: null }]), put(other, [{ dataItemId: level, scaling }])]);
    expect(await stored()).toEqual({ [Number(level)]: scaling });
  });

  it('changes nothing when one of them is not of the asset, or cannot be', async () => {
    const { ids, put, stored } = await aPump(['Flow']);
    const [flow] = ids;
    const good = { dataItemId: flow, scaling };
    expect((await put(opA, [good, { dataItemId: 999_999, scaling }])).status).toBe(404);
    expect((await put(opA, [good, { dataItemId: flow, scaling: { ...scaling, unscaledMax: 4 } }])).status).toBe(400);
    expect((await put(await portal.as('opB'), [good])).status).toBe(404);
    expect((await put(await portal.as('viewA'), [good])).status).toBe(403);
    expect(await stored()).toEqual({});
  });
});
