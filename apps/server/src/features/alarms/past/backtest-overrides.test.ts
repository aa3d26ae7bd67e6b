import type { AssetId } from '@telltale/contract';
import { expect, it } from 'vitest';
import { startPortal } from '#testing/portal.ts';

const HOUR_MS = 3_600_000;

it('a rule is tried on an asset with what its own override makes of it, as it would be live', async () => {
  const portal = await startPortal();
  const asset = await portal.anAsset();
  const admin = await portal.as('admin');
  const toMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS;
  // 0 to 23, hour by hour.
  const points = Array.from({ length: 24 }, (_, n) => {
    return { label: 'A', value: n, timeMs: toMs - (24 - n) * HOUR_MS, quality: 192 };
  });
  await portal.context.pipeline.accept(asset, points);
  const { assetId, assetDefinitionId } = asset;
  const [alarm] = (
    await admin.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
      { assetDefinitionId, name: 'High', severity: 5, flee: '{"expression":"_A > 20"}' },
    ])
  ).body;
  const alarmDefinitionId = alarm?.alarmDefinitionId ?? 0;
  const override = async (overrideMethod: number, expression: string) => {
    const body = [{ assetId, alarmDefinitionId, overrideMethod, expression: { expression, variables: [] } }];
    expect((await admin.put('/api/ef/alarmoverrides', body)).status).toBe(200);
  };
  const tried = async (more: object = {}) => {
    const { status, body } = await admin.post<{ longestSeconds: number; overrideMethod: number; error: unknown }>(
      '/api/ef/alarmdefinitions/backtest',
      {
        ...{ assetId: assetId as AssetId, alarmDefinitionId, expression: '_A > 20', withOverride: true },
        ...{ from: new Date(toMs - 24 * HOUR_MS).toISOString(), to: new Date(toMs).toISOString() },
        ...more,
      },
    );
    return [status, body.longestSeconds / 3_600, body.overrideMethod];
  };
  expect(await tried()).toEqual([200, 3, 0]);
  // Its own expression only, in the quick way of a sole limit.
  await override(1, '_A > 10');
  expect(await tried()).toEqual([200, 13, 1]);
  expect(await tried({ withOverride: false })).toEqual([200, 3, 0]);
  // A new alarm has none.
  expect(await tried({ alarmDefinitionId: undefined })).toEqual([200, 3, 0]);
  await override(2, '_A < 4');
  expect(await tried()).toEqual([200, 4, 2]);
  await override(3, '_A < 22');
  expect(await tried()).toEqual([200, 1, 3]);
  await override(0, '_A < 22');
  expect(await tried()).toEqual([200, 3, 0]);
  // Nothing of its own and nothing else: there is nothing to try.
  await override(1, ' ');
  expect((await tried())[0]).toBe(400);
  await portal.close();
});
