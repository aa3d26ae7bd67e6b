import { gunzipSync } from 'node:zlib';
import { type AssetGroupId, type AssetId, type exportJobs, permissionId } from '@telltale/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { readOutbox } from '#testing/outbox.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const VIEW = permissionId('HistoricalDataItems', 'View');
const START = '2026-01-01T00:00:00.000Z';
const END = '2026-01-01T00:00:10.000Z';
const TIMES = [0, 1, 2].map((second) => Date.parse(START) + second * 1000);
const WAIT = { timeout: 30_000 };

type Job = exportJobs.ExportJob;

/** An export of three assets, one of which is gone by the time that it is made, or fetched. */
describe.each(everyPortal())('an export over what vanishes meanwhile, on $engine,', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  let number = 0;
  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());
  afterEach(() => vi.restoreAllMocks());

  /** Pumps with three values each, and who sees each by a group of its own. */
  async function aWorld() {
    const username = `reader-${++number}@example.org`;
    const pumps: { assetId: AssetId; dataItemId: never; group: AssetGroupId }[] = [];
    for (const alias of ['North', 'Middle', 'South']) {
      const asset = await portal.anAsset({ alias });
      const values = TIMES.map((timeMs, at) => ({
        label: 'Flow',
        timeMs,
        value: pumps.length * 10 + at,
        quality: 192,
      }));
      await portal.context.pipeline.accept(asset, values);
      const group = await portal.anAssetGroup({ name: `${alias} ${number}`, assets: [asset.assetId] });
      const [item] = portal.context.registry.find(asset.assetId)?.slots() ?? [];
      pumps.push({ assetId: asset.assetId, dataItemId: item?.dataItemId as never, group });
    }
    await portal.aUser({ username, permissions: [VIEW], assetGroups: pumps.map(({ group }) => group) });
    return { pumps, middle: pumps[1] as (typeof pumps)[number], reader: await portal.as(username) };
  }

  const aRequest = (pumps: readonly { assetId: AssetId; dataItemId: never }[], Type: 'csv' | 'parquet' = 'csv') => ({
    DataItems: pumps.map(({ assetId, dataItemId }) => ({ assetId, dataItemId })),
    StartTime: START,
    EndTime: END,
    Format: { Type },
    OutputSettings: { NotifyEmails: true },
  });

  async function ask(reader: PortalClient, request: object): Promise<string> {
    const { status, body, text } = await reader.post<{ path: string }>('/api/HistoricalDataItems', request);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.path;
  }

  const jobOf = async (reader: PortalClient, path: string) =>
    (await reader.get<Job[]>('/api/exports')).body.find((job) => job.path === path);

  const ended = (reader: PortalClient, path: string) =>
    vi.waitFor(async () => {
      const job = await jobOf(reader, path);
      if (!job || job.state === 'queued' || job.state === 'running') throw new Error('not yet');
      return job;
    }, WAIT);

  const fetched = async (reader: PortalClient, path: string) => {
    const reply = await fetch(`${portal.url}${path}`, { headers: { Cookie: reader.cookie ?? '' } });
    return { status: reply.status, bytes: Buffer.from(await reply.arrayBuffer()) };
  };

  /** What was mailed to a reader, once it was. */
  const mailsTo = (reader: PortalClient) =>
    vi.waitFor(async () => {
      const username = reader.login?.auth.user.username;
      const texts = (await readOutbox(portal.config.dataFolder))
        .filter(({ to }) => to === username)
        .map(({ text }) => text);
      if (texts.length === 0) throw new Error('not yet');
      return texts;
    }, WAIT);

  /** Holds the export that is made next before it reads a value. */
  function heldExport() {
    const { historian } = portal.context;
    const [begun, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const countPoints = historian.countPoints.bind(historian);
    vi.spyOn(historian, 'countPoints').mockImplementation(async (query) => {
      begun.resolve();
      await go.promise;
      return countPoints(query);
    });
    return { begun: begun.promise, go: go.resolve };
  }

  it('of which an asset is deleted while it is made has the others whole, and names it: in the list and in the mail', async () => {
    const { pumps, middle, reader } = await aWorld();
    const held = heldExport();
    const path = await ask(reader, aRequest(pumps));
    await held.begun;
    expect((await admin.delete(`/api/assets/${middle.assetId}`)).status).toBe(200);
    held.go();
    const note = 'Middle was deleted while the export was made; values of it may be missing.';
    expect(await ended(reader, path)).toMatchObject({ state: 'ready', rows: 6, notes: [note] });
    expect(await mailsTo(reader)).toEqual([expect.stringContaining(note)]);
    const lines = gunzipSync((await fetched(reader, path)).bytes)
      .toString()
      .trim()
      .split('\r\n');
    expect(lines[0]).toBe('Time,North: Flow,Middle: Flow,South: Flow');
    expect(lines.slice(1).map((line) => line.split(',').slice(1))).toEqual([
      ['0', '', '20'],
      ['1', '', '21'],
      ['2', '', '22'],
    ]);
  });

  it('of which an asset goes out of its owner’s sight is withheld as a whole, by name, until it is seen again', async () => {
    const { pumps, middle, reader } = await aWorld();
    const held = heldExport();
    const path = await ask(reader, aRequest(pumps, 'parquet'));
    await held.begun;
    const { links } = portal.context.ownership;
    await links.remove(systemCaller, 'assets', middle.group, [middle.assetId]);
    held.go();
    const message = 'Middle is out of your sight by now. Ask again for what you see.';
    expect(await ended(reader, path)).toMatchObject({ state: 'withheld', message });
    expect((await fetched(reader, path)).status).toBe(404);

    await links.add(systemCaller, 'assets', middle.group, [middle.assetId]);
    expect(await jobOf(reader, path)).toMatchObject({ state: 'ready', rows: 9, message: null });
    expect((await fetched(reader, path)).status).toBe(200);
  });

  it('is refused as a whole, naming the one, where it has vanished before it is asked for', async () => {
    const { pumps, middle, reader } = await aWorld();
    await admin.delete(`/api/assets/${middle.assetId}`);
    const refused = await reader.post<{ error: { message: string; details: unknown } }>(
      '/api/HistoricalDataItems',
      aRequest(pumps),
    );
    expect(refused.status).toBe(404);
    const { assetId } = middle;
    expect(refused.body.error).toMatchObject({
      message: `Asset ${assetId} was not found. Nothing is exported.`,
      details: { assetId },
    });
    const [north] = pumps as [(typeof pumps)[number]];
    const strange = { ...north, dataItemId: 999_999 as never };
    const other = await reader.post<{ error: { message: string } }>('/api/HistoricalDataItems', aRequest([strange]));
    expect(other.body.error.message).toBe(
      `Data item 999999 of asset ${north.assetId} was not found. Nothing is exported.`,
    );
    expect((await reader.get<Job[]>('/api/exports')).body).toEqual([]);
  });
});
