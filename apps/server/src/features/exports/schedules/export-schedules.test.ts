import { gunzipSync } from 'node:zlib';
import { type AssetId, type exportJobs, type exportSchedules, permissionId } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UnitOfWork } from '#db/unit-of-work.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { readOutbox } from '#testing/outbox.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { type ExportJobRecord, ExportRepository } from '../export-repository.ts';
import { ExportScheduler } from './export-scheduler.ts';
import { ExportScheduleRepository } from './schedule-repository.ts';

type Schedule = exportSchedules.ExportSchedule;

const VIEW = permissionId('HistoricalDataItems', 'View');
const LONG_MS = 400 * 86_400_000;
const OSLO = { every: 'day', time: '06:00', zone: 'Europe/Oslo' };

/** Each export has a thread of its own, and a week of days makes seven, one after the other. */
vi.setConfig({ testTimeout: 180_000 });

describe.each(everyPortal())('scheduled exports on $engine', ({ start }) => {
  let portal: Portal;
  let number = 0;

  beforeAll(async () => {
    portal = await start({ config: { sessionIdleMs: LONG_MS, sessionMaxMs: LONG_MS } });
  });
  afterAll(() => portal.close());

  /** Somebody who sees a pump with a value an hour around a night in which the clocks go back. */
  async function aViewer(username = `viewer${++number}`) {
    portal.clock.stopAt(Date.parse('2026-10-24T03:00:00Z'));
    const asset = await portal.anAsset({ alias: `Pump ${++number}` });
    const timesMs = ['2026-10-24T03:30Z', '2026-10-24T04:00Z', '2026-10-25T04:59Z', '2026-10-25T05:00Z'].map(
      Date.parse,
    );
    const points = timesMs.map((timeMs, i) => ({ label: 'Pressure', timeMs, value: i, quality: 192 }));
    portal.clock.stopAt(Date.parse('2026-10-25T05:00:00Z'));
    await portal.context.pipeline.accept(asset, points);
    portal.clock.stopAt(Date.parse('2026-10-24T04:30:00Z'));
    const group = await portal.anAssetGroup({ name: `Group ${++number}`, assets: [asset.assetId] });
    await portal.aUser({ username, permissions: [VIEW], assetGroups: [group] });
    return { client: await portal.as(username), asset, group, item: itemOf(asset.assetId) };
  }

  function itemOf(assetId: AssetId) {
    const [slot] = portal.context.registry.find(assetId)?.slots() ?? [];
    return { assetId, dataItemId: slot?.dataItemId };
  }

  const add = (client: PortalClient, items: object[], changed: object = {}, rhythm: object = OSLO) =>
    client.post<Schedule>('/api/exportschedules', {
      rhythm,
      export: { DataItems: items, Format: { Type: 'csv' }, OutputSettings: { Filename: 'nightly', ...changed } },
    });
  const listOf = async (client: PortalClient) => (await client.get<Schedule[]>('/api/exportschedules')).body;
  const jobsOf = async (client: PortalClient) => (await client.get<exportJobs.ExportJob[]>('/api/exports')).body;
  const ready = (client: PortalClient, count: number) =>
    vi.waitFor(
      async () => {
        const jobs = await jobsOf(client);
        expect(jobs.map(({ state }) => state)).toEqual(Array.from({ length: count }, () => 'ready'));
        return jobs;
      },
      { timeout: 150_000 },
    );

  it('refuse what is no rhythm, and what the export itself would be refused for (B7)', async () => {
    const { client, item } = await aViewer();
    const foreign = await aViewer();
    const status = async (rhythm: object, items: object[] = [item], changed = {}) =>
      (await add(client, items, changed, rhythm)).status;
    expect(await status({ ...OSLO, time: '24:00' })).toBe(400);
    expect(await status({ ...OSLO, zone: 'Mars/Olympus' })).toBe(400);
    expect(await status({ ...OSLO, every: 'hour' })).toBe(400);
    expect(await status({ ...OSLO, every: 'week', weekday: 8 })).toBe(400);
    expect(await status(OSLO, [item, foreign.item])).toBe(404);
    expect(await status(OSLO, [item], { NotifyEmails: true })).toBe(400);
    expect(await listOf(client)).toEqual([]);
  });

  it('are their owner’s alone', async () => {
    const { client, item } = await aViewer();
    const { body: schedule } = await add(client, [item]);
    const admin = await portal.as('admin');
    expect(await listOf(admin)).toEqual([]);
    expect((await admin.delete(`/api/exportschedules/${schedule.scheduleId}`)).status).toBe(404);
    expect((await client.delete(`/api/exportschedules/${schedule.scheduleId}`)).status).toBe(200);
    expect(await listOf(client)).toEqual([]);
  });

  it('run once, whoever looks at the same moment, over the 25 hours between two runs', async () => {
    const { client, item } = await aViewer(`owner${++number}@example.org`);
    const { body: schedule } = await add(client, [item], {
      Filename: 'nightly.csv',
      Compress: true,
      NotifyEmails: true,
    });
    expect(schedule).toMatchObject({ next: '2026-10-25T05:00:00.000Z', last: null, series: 1, isMailed: true });
    portal.clock.stopAt(Date.parse('2026-10-25T05:00:07Z'));
    // Another portal on the same database, and this one twice.
    const { context, clock } = portal;
    const work = new UnitOfWork(context.db, context.journal);
    const other = new ExportScheduler({
      work,
      schedules: new ExportScheduleRepository(context.db),
      service: context.exportService,
      clock,
      log: context.log,
      accessOf: (userId) => context.access.accessOf(userId),
      mails: context.mails,
      notMade: {} as never,
      namesOf: async () => ({
        asset: 'Pump',
        items: new Map([[item.dataItemId as never, { item: 'Pressure', unit: '' }]]),
      }),
    });
    const scheduler = context.exportScheduler;
    await Promise.all([scheduler.runDue(), other.runDue(), scheduler.runDue()]);
    const [job] = await ready(client, 1);
    expect(job).toMatchObject({
      file: { filename: 'nightly 2026-10-24.csv.gz' },
      startTime: '2026-10-24T04:00:00.000Z',
      endTime: '2026-10-25T04:59:59.999Z',
      rows: 2,
      notes: [],
      mails: [{ to: expect.stringContaining('@example.org') }],
    });
    const reply = await fetch(`${portal.url}${job?.path}`, { headers: { Cookie: client.cookie ?? '' } });
    expect(gunzipSync(Buffer.from(await reply.arrayBuffer())).toString()).toBe(
      'Time,Pressure\r\n2026-10-24T04:00:00.000Z,1\r\n2026-10-25T04:59:00.000Z,2\r\n',
    );
    expect(await listOf(client)).toMatchObject([
      { next: '2026-10-26T05:00:00.000Z', last: { time: '2026-10-25T05:00:00.000Z', state: 'ready', message: null } },
    ]);
    expect((await client.delete(`/api/exports/${job?.jobId}`)).status).toBe(200);
    expect(await listOf(client)).toMatchObject([{ last: { state: null, message: null } }]);
  });

  it('wait as long as twenty of their owner’s wait already, and are not lost for it', async () => {
    const { client, item } = await aViewer();
    await add(client, [item]);
    const { body: asked } = await client.post<{ jobId: string }>('/api/HistoricalDataItems', {
      DataItems: [item],
      StartTime: '2026-10-24T00:00:00Z',
      EndTime: '2026-10-24T12:00:00Z',
      Format: { Type: 'csv' },
    });
    await ready(client, 1);
    const exports = new ExportRepository(portal.context.db);
    const job = await exports.find(asked.jobId);
    const waiting = Array.from({ length: 20 }, (_, n) => `${asked.jobId}-${n}`);
    for (const jobId of waiting) await exports.insert({ ...(job as ExportJobRecord), jobId, state: 'queued' });
    portal.clock.stopAt(Date.parse('2026-10-25T06:00:00Z'));
    await portal.context.exportScheduler.runDue();
    expect(await listOf(client)).toMatchObject([{ next: '2026-10-25T05:00:00.000Z', last: null }]);

    for (const jobId of waiting) await exports.delete(jobId);
    expect((await client.delete(`/api/exports/${asked.jobId}`)).status).toBe(200);
    await portal.context.exportScheduler.runDue();
    await ready(client, 1);
    expect(await listOf(client)).toMatchObject([
      { next: '2026-10-26T05:00:00.000Z', last: { time: '2026-10-25T05:00:00.000Z', state: 'ready', message: null } },
    ]);
  });

  it('tell by mail of a run that made nothing and why, and of one whose file is empty', async () => {
    const username = `told${++number}@example.org`;
    const { client, asset, group, item } = await aViewer(username);
    const { body: schedule } = await add(client, [item], { Filename: 'told', NotifyEmails: true });
    const mails = async () => (await readOutbox(portal.config.dataFolder)).filter(({ to }) => to === username);
    const mailed = (count: number) =>
      vi.waitFor(
        async () => {
          const all = await mails();
          expect(all).toHaveLength(count);
          return all.at(-1);
        },
        { timeout: 60_000 },
      );
    // Of the day after the one with the values.
    portal.clock.stopAt(Date.parse('2026-10-26T05:00:07Z'));
    await portal.context.exportScheduler.runDue();
    const jobs = await ready(client, 2);
    expect(jobs.map(({ scheduleId }) => scheduleId)).toEqual([schedule.scheduleId, schedule.scheduleId]);
    expect(jobs.map(({ rows }) => rows).toSorted()).toEqual([1, 2]);
    await mailed(2);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your export is ready', 'Your export is ready']);

    portal.clock.stopAt(Date.parse('2026-10-27T05:00:07Z'));
    await portal.context.exportScheduler.runDue();
    const told = await mailed(3);
    expect(told?.subject).toBe('Your export is empty');
    expect(told?.text.replaceAll(/\s+/g, ' ')).toContain(
      'holds no values: none of its data items has any in its time.',
    );
    expect(await listOf(client)).toMatchObject([{ last: { state: 'ready', rows: 0 } }]);

    const admin = await portal.as('admin');
    expect((await admin.delete(`/api/assets/${asset.assetId}`)).status).toBe(200);
    expect((await admin.delete(`/api/assetgroups/${group}`)).status).toBe(200);
    portal.clock.stopAt(Date.parse('2026-10-28T05:00:07Z'));
    await Promise.all(portal.contexts.map(({ exportScheduler }) => exportScheduler.runDue()));
    const refused = await mailed(4);
    expect(refused?.subject).toBe('Your scheduled export was not made');
    expect(refused?.text.replaceAll(/\s+/g, ' ')).toContain(
      'Your scheduled export told of 2026-10-28 06:00:00 GMT+1 was not made. None of its data items is in your sight any more.',
    );
    // The same again is on the page, and in no mail.
    portal.clock.stopAt(Date.parse('2026-10-30T05:00:07Z'));
    await Promise.all(portal.contexts.map(({ exportScheduler }) => exportScheduler.runDue()));
    expect(await listOf(client)).toMatchObject([{ next: '2026-10-31T05:00:00.000Z', last: { state: null } }]);
    await Promise.all(portal.contexts.map(({ mails }) => mails.turn()));
    expect(await mails()).toHaveLength(4);
  });

  it('are made up for when the portal did not run, a week of days at most', async () => {
    const { client, item } = await aViewer();
    await add(client, [item]);
    portal.clock.stopAt(Date.parse('2026-11-20T12:00:00Z'));
    await portal.context.exportScheduler.runDue();
    const jobs = await ready(client, 7);
    expect(jobs.map(({ startTime }) => startTime.slice(0, 10)).sort()).toEqual(
      ['13', '14', '15', '16', '17', '18', '19'].map((day) => `2026-11-${day}`),
    );
  });

  it('leave out what was deleted or is out of sight, and say why when nothing is left', async () => {
    const { client, asset, group, item } = await aViewer();
    const second = await portal.anAsset({ alias: 'Second' });
    await portal.context.pipeline.accept(second, [
      { label: 'Flow', timeMs: portal.clock.now(), value: 1, quality: 192 },
    ]);
    const admin = await portal.as('admin');
    await admin.put(`/api/assetgroups/${group}/assets`, [asset.assetId, second.assetId]);
    expect((await add(client, [item, itemOf(second.assetId)])).status).toBe(200);
    expect((await admin.delete(`/api/assets/${second.assetId}`)).status).toBe(200);
    portal.clock.stopAt(Date.parse('2026-10-25T06:00:00Z'));
    await portal.context.exportScheduler.runDue();
    const [job] = await ready(client, 1);
    expect(job).toMatchObject({ series: 1, notes: ['1 of 2 data items are out of your sight by now.'] });

    expect((await admin.delete(`/api/assetgroups/${group}`)).status).toBe(200);
    portal.clock.stopAt(Date.parse('2026-10-26T06:00:00Z'));
    await portal.context.exportScheduler.runDue();
    expect(await jobsOf(client)).toHaveLength(1);
    expect(await listOf(client)).toMatchObject([
      {
        next: '2026-10-27T05:00:00.000Z',
        last: { state: null, message: 'None of its data items is in your sight any more.' },
      },
    ]);
  });
});
