import { type AssetId, type exportJobs, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const VIEW = permissionId('HistoricalDataItems', 'View');
const START = '2026-01-01T00:00:00.000Z';
const END = '2026-01-01T00:00:10.000Z';
const START_MS = Date.parse(START);

type Job = exportJobs.ExportJob;

describe.each(everyPortal())('the values of exports on $engine', ({ start }) => {
  let portal: Portal;
  let owner: PortalClient;
  let pump: { assetId: AssetId };
  let pressure: number;

  beforeAll(async () => {
    portal = await start();
    const asset = await portal.anAsset({ alias: 'Pump 7' });
    pump = asset;
    const points = [10, 20, 30].map((value, i) => {
      return { label: '=Pressure, "A"', timeMs: START_MS + i * 1000, value, quality: 192 };
    });
    await portal.context.pipeline.accept(asset, points);
    pressure = itemOf(asset.assetId);
    const group = await portal.anAssetGroup({ name: 'A', assets: [asset.assetId] });
    await portal.aUser({ username: 'ann@example.org', permissions: [VIEW], assetGroups: [group] });
    owner = await portal.as('ann@example.org');
  });
  afterAll(() => portal.close());

  function itemOf(assetId: AssetId): number {
    const [item] = portal.context.registry.find(assetId)?.slots() ?? [];
    return item?.dataItemId ?? 0;
  }

  function aRequest(changed: Partial<exportJobs.ExportRequestInput> = {}): exportJobs.ExportRequestInput {
    return {
      DataItems: [{ assetId: pump.assetId, dataItemId: pressure as never }],
      StartTime: START,
      EndTime: END,
      Format: { Type: 'csv' },
      ...changed,
    };
  }

  async function ask(request = aRequest(), client = owner): Promise<{ jobId: string; path: string }> {
    const { status, body, text } = await client.post<{ jobId: string; path: string }>(
      '/api/HistoricalDataItems',
      request,
    );
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body;
  }

  async function jobOf(jobId: string, client = owner): Promise<Job | undefined> {
    return (await client.get<Job[]>('/api/exports')).body.find((job) => job.jobId === jobId);
  }

  async function ended(jobId: string): Promise<Job> {
    return vi.waitFor(
      async () => {
        const job = await jobOf(jobId);
        if (!job || job.state === 'queued' || job.state === 'running') throw new Error('not yet');
        return job;
      },
      { timeout: 30_000 },
    );
  }

  async function textAt(path: string): Promise<string> {
    const reply = await fetch(`${portal.url}${path}`, { headers: { Cookie: owner.cookie ?? '' } });
    return reply.text();
  }

  it('hold what is stored of a scaled data item, and say that it is scaled', async () => {
    const attributeValue = JSON.stringify({
      [pressure]: { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: 0, samples: 1 },
    });
    const path = `/api/assets/${pump.assetId}/attributes`;
    const admin = await portal.as('admin');
    await admin.put(path, { attributeName: 'scalingMap', attributeValue });
    const asked = await ask(aRequest({ OutputSettings: { Compress: false } }));
    const job = await ended(asked.jobId);
    expect(job.notes).toEqual([`Pump 7: =Pressure, "A" is scaled by the portal, 4–20 → 0–100.`]);
    const lines = (await textAt(asked.path)).trim().split('\r\n').slice(1);
    expect(lines.map((line) => Number(line.split(',').at(-1)))).toEqual([10, 20, 30]);
    await admin.delete(`${path}/scalingMap`);
  });

  it('are in the units that their owner reads where that is asked for, and say so; stored is what it was', async () => {
    const heater = await portal.anAsset({ alias: 'Heater' });
    const values = [32, 212].map((value, i) => ({ label: 'Heat', timeMs: START_MS + i * 1000, value, quality: 192 }));
    await portal.context.pipeline.accept(heater, values);
    const admin = await portal.as('admin');
    const { assetDefinitionId } = (await admin.get<{ assetDefinitionId: number }>(`/api/ef/assets/${heater.assetId}`))
      .body;
    await admin.post(`/api/assetdefinitions/${assetDefinitionId}/dataitemdefinitions`, {
      ...{ modelId: assetDefinitionId, label: 'Heat', unit: 'degF', defaultValue: 0 },
    });
    const userId = admin.login?.auth.user.userId;
    const attribute = { userId, attributeName: 'units.temperature', attributeValue: '°C' };
    expect((await admin.post('/api/ef/userattributes', [attribute])).status).toBe(200);
    const DataItems = [{ assetId: heater.assetId, dataItemId: itemOf(heater.assetId) as never }];
    const linesOf = async (Format: exportJobs.ExportRequestInput['Format'], client = admin) => {
      const body = aRequest({ DataItems, Format, OutputSettings: { Method: 'Respond', Compress: false } });
      const { status, text } = await client.post('/api/HistoricalDataItems', body);
      return [
        status,
        ...text
          .trim()
          .split('\r\n')
          .map((line) => line.split(',').slice(1).join()),
      ];
    };
    expect(await linesOf({ Type: 'csv' })).toEqual([200, 'Heat (degF)', '32', '212']);
    const [status, name, freezing, boiling] = await linesOf({ Type: 'csv', Units: 'mine' });
    expect([status, name]).toEqual([200, 'Heat (°C)']);
    expect([freezing, boiling].map(Number)).toEqual([expect.closeTo(0, 9), expect.closeTo(100, 9)]);
    const interval = { Seconds: 10, Functions: ['mean', 'count', 'sum', 'delta'] as const };
    const [, header, row] = await linesOf({
      Type: 'csv',
      Units: 'mine',
      Interval: { ...interval, Functions: [...interval.Functions] },
    });
    expect(header).toBe('Heat (°C) mean,Heat (°C) count,Heat (degF) sum,Heat (°C) delta');
    expect(String(row).split(',').map(Number)).toEqual([50, 2, 244, 100].map((value) => expect.closeTo(value, 9)));

    const job = await ask(aRequest({ DataItems, Format: { Type: 'csv', Units: 'mine' } }), admin);
    const told = await vi.waitFor(
      async () => {
        const found = await jobOf(job.jobId, admin);
        if (found?.state !== 'ready') throw new Error('not yet');
        return found.notes;
      },
      { timeout: 30_000 },
    );
    expect(told).toEqual([expect.stringMatching(/^Values in °C are stored in degF: multiplied by 0\.5555/)]);
    expect(
      (await owner.post('/api/HistoricalDataItems', aRequest({ Format: { Type: 'csv', Units: 'bananas' as never } })))
        .status,
    ).toBe(400);
    await admin.post('/api/ef/userattributes', [{ ...attribute, attributeValue: '' }]);
  });
});
