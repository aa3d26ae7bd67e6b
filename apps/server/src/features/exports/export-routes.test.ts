import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type AssetId, type exportJobs, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const VIEW = permissionId('HistoricalDataItems', 'View');
const START = '2026-01-01T00:00:00.000Z';
const END = '2026-01-01T00:00:10.000Z';
const START_MS = Date.parse(START);
const DAY_MS = 86_400_000;

type Job = exportJobs.ExportJob;

describe.each(everyPortal())('exports on $engine', ({ start }) => {
  let portal: Portal;
  let owner: PortalClient;
  let other: PortalClient;
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
    await portal.aUser({ username: 'ben', permissions: [VIEW], assetGroups: [group] });
    owner = await portal.as('ann@example.org');
    other = await portal.as('ben');
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

  async function ask(request = aRequest(), client = owner): Promise<{ jobId: string; path: string; filename: string }> {
    const { status, body, text } = await client.post<{ jobId: string; path: string; file: { filename: string } }>(
      '/api/HistoricalDataItems',
      request,
    );
    if (status !== 200) throw new Error(`${status} ${text}`);
    return { jobId: body.jobId, path: body.path, filename: body.file.filename };
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

  async function fetched(path: string, client = owner): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
    const reply = await fetch(`${portal.url}${path}`, { headers: { Cookie: client.cookie ?? '' } });
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()), headers: reply.headers };
  }

  it('refuse what is no export', async () => {
    const refused = async (changed: object) => (await owner.post('/api/HistoricalDataItems', aRequest(changed))).status;
    expect(await refused({ Format: { Type: 'xlsx' } })).toBe(400);
    expect(await refused({ Format: { Type: 'csv', Zone: 'Mars/Olympus' } })).toBe(400);
    expect(await refused({ Format: { Type: 'csv', Interval: { Seconds: 7, Functions: ['mean'] } } })).toBe(400);
    expect(await refused({ DataItems: [] })).toBe(400);
    expect(await refused({ StartTime: END, EndTime: START })).toBe(400);
  });

  it('with one foreign data item are refused as a whole, and nothing is made (B7)', async () => {
    const foreign = await portal.anAsset({ alias: 'Foreign' });
    const before = (await owner.get<Job[]>('/api/exports')).body.length;
    const items = (assetId: AssetId, dataItemId: number) => [
      ...aRequest().DataItems,
      { assetId, dataItemId: dataItemId as never },
    ];
    for (const DataItems of [items(foreign.assetId, pressure), items(pump.assetId, 999_999)]) {
      expect((await owner.post('/api/HistoricalDataItems', aRequest({ DataItems }))).status).toBe(404);
    }
    expect((await owner.get<Job[]>('/api/exports')).body).toHaveLength(before);
  });

  it('are mailed to nobody but their owner (G13, H5)', async () => {
    const status = async (NotifyEmails: string[] | boolean) =>
      (await owner.post('/api/HistoricalDataItems', aRequest({ OutputSettings: { NotifyEmails } }))).status;
    expect(await status(['foe@example.com'])).toBe(400);
    expect(await status(['ann@example.org\nBcc: foe@example.com'])).toBe(400);
    expect(await status(Array.from({ length: 1000 }, (_, i) => `a${i}@example.org`))).toBe(400);
    const withoutAddress = aRequest({ OutputSettings: { NotifyEmails: true } });
    expect((await other.post('/api/HistoricalDataItems', withoutAddress)).status).toBe(400);
  });

  it('become a file for their owner alone, for a day (B16)', async () => {
    const asked = await ask(
      aRequest({ OutputSettings: { Filename: '../../x.html', NotifyEmails: ['ANN@example.org'] } }),
    );
    expect(asked.jobId).toHaveLength(43);
    expect(asked.path).toBe(`/api/exports/${asked.jobId}`);
    const early = await fetched(asked.path);
    expect([200, 202]).toContain(early.status);
    if (early.status === 202) {
      expect(JSON.parse(early.bytes.toString())).toEqual({
        state: expect.stringMatching(/queued|running/),
        rows: expect.any(Number),
        total: expect.toSatisfy((total) => total === null || total === 3),
      });
    }
    const job = await ended(asked.jobId);
    expect(job).toMatchObject({ state: 'ready', rows: 3, total: 3, series: 1, notes: [], message: null });

    const { status, bytes, headers } = await fetched(asked.path);
    expect(status).toBe(200);
    // Guarantees F3, F10 and F13.
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="x.html.csv.gz"; filename*=UTF-8''x.html.csv.gz`,
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(gunzipSync(bytes).toString()).toBe(
      `Time,"'=Pressure, ""A"""\r\n${START},10\r\n2026-01-01T00:00:01.000Z,20\r\n2026-01-01T00:00:02.000Z,30\r\n`,
    );

    expect((await fetched(asked.path, other)).status).toBe(404);
    expect((await fetched(asked.path, portal.anonymous)).status).toBe(401);
    const beside = asked.path.slice(0, -1) + (asked.path.endsWith('A') ? 'B' : 'A');
    expect((await fetched(beside)).status).toBe(404);
    expect((await other.delete(asked.path)).status).toBe(404);
    expect(await jobOf(asked.jobId, other)).toBeUndefined();
    await vi.waitFor(async () => {
      expect((await jobOf(asked.jobId))?.mails).toEqual([{ to: 'ann@example.org', state: 'sent' }]);
    }, 15_000);
  });

  it('are shut when the right to an asset is gone at the moment of download', async () => {
    const asset = await portal.anAsset({ alias: 'Pump 8' });
    await portal.context.pipeline.accept(asset, [{ label: 'Flow', timeMs: START_MS, value: 1, quality: 192 }]);
    const group = await portal.anAssetGroup({ name: 'B', assets: [asset.assetId] });
    await portal.aUser({ username: 'cleo', permissions: [VIEW], assetGroups: [group] });
    const cleo = await portal.as('cleo');
    const dataItemId = itemOf(asset.assetId) as never;
    const asked = await ask(aRequest({ DataItems: [{ assetId: asset.assetId, dataItemId }] }), cleo);
    await vi.waitFor(async () => expect((await fetched(asked.path, cleo)).status).toBe(200), { timeout: 30_000 });
    const admin = await portal.as('admin');
    expect((await admin.delete(`/api/assetgroups/${group}`)).status).toBe(200);
    expect((await fetched(asked.path, cleo)).status).toBe(404);
    const message = 'Pump 8 is out of your sight by now. Ask again for what you see.';
    expect(await jobOf(asked.jobId, cleo)).toMatchObject({ state: 'withheld', message });
  });

  it('answer at once where that is asked for', async () => {
    const request = aRequest({ OutputSettings: { Method: 'Respond', Compress: false, Filename: 'now' } });
    const reply = await fetch(`${portal.url}/api/HistoricalDataItems`, {
      method: 'POST',
      headers: {
        Cookie: owner.cookie ?? '',
        'X-Requested-With': 'Telltale',
        'Content-Type': 'application/json',
      },
      body: JSON.stringify(request),
    });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-disposition')).toContain('filename="now.csv"');
    expect((await reply.text()).split('\r\n')).toHaveLength(5);
  });

  it('can be cancelled, which leaves nothing behind, and then removed', async () => {
    const asked = await ask();
    await owner.delete(asked.path);
    const { status } = await fetched(asked.path);
    // It may have been ready already: then it was removed.
    expect([404, 410]).toContain(status);
    expect(await readdir(portal.context.folder.exportsFolder)).not.toContain(asked.jobId);
    if (status === 410) expect((await owner.delete(asked.path)).status).toBe(200);
    expect((await fetched(asked.path)).status).toBe(404);
  });

  it('go on after a restart, from their beginning', async () => {
    const asked = await ask();
    await portal.restart();
    const job = await ended(asked.jobId);
    expect(job).toMatchObject({ state: 'ready', rows: 3 });
    const lines = gunzipSync((await fetched(asked.path)).bytes)
      .toString()
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(4);
  });

  it('say that they are gone where somebody has removed the file', async () => {
    const asked = await ask();
    await ended(asked.jobId);
    await rm(join(portal.context.folder.exportsFolder, asked.jobId));
    const { status, bytes } = await fetched(asked.path);
    expect(status).toBe(410);
    expect(bytes.toString()).toContain('Its file is not there any more. Ask for it again.');
  });

  it('are gone after a day', async () => {
    const asked = await ask();
    await ended(asked.jobId);
    portal.clock.advance(DAY_MS);
    // Sessions are over by then, too.
    const later = await portal.newSession('ann@example.org');
    expect((await fetched(asked.path, later)).status).toBe(410);
    expect((await jobOf(asked.jobId, later))?.state).toBe('expired');
    await portal.restart();
    // Of several nodes one removes them, once it has that duty.
    await expect.poll(() => readdir(portal.context.folder.exportsFolder)).toEqual([]);
  });
});
