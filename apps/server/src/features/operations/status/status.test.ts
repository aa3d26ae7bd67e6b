import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PortalStatus } from '@telltale/contract';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits } from '#testing/two-units.ts';
import { CallTimes } from './call-times.ts';
import { fullAtMs, Pulse } from './pulse.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

describe('the times of calls', () => {
  it('say what 95 of 100 stay under, the slowest first', async () => {
    const times = new CallTimes(new Registry());
    for (let n = 0; n < 100; n++) times.note('GET /api/quick', 3);
    for (let n = 0; n < 100; n++) times.note('GET /api/slow', n < 90 ? 20 : 700);
    times.note('GET /api/endless', 90_000);
    const [endless, slow, quick] = await times.slowest(3);
    expect(endless).toMatchObject({ call: 'GET /api/endless', count: 1, meanMs: 90_000, p95Ms: 30_000 });
    expect(slow).toMatchObject({ call: 'GET /api/slow', count: 100, meanMs: 88, p95Ms: 750 });
    expect(quick?.p95Ms).toBeCloseTo(4.75);
    expect(await times.slowest(1)).toHaveLength(1);
  });
});

describe('the pulse', () => {
  it('keeps an hour of minutes, each with its pace and its longest wait', () => {
    const pulse = new Pulse();
    for (let second = 0; second <= 90 * 60; second += 5)
      pulse.look(second * 1_000, second * 40, second === 60 * 60 ? 80 : 4);
    expect(pulse.minutes).toHaveLength(60);
    expect(pulse.minutes.every(({ pointsPerSecond }) => pointsPerSecond === 40)).toBe(true);
    expect(pulse.minutes.filter(({ commitMs }) => commitMs === 80)).toHaveLength(1);
  });

  it('begins anew when the clock was set back', () => {
    const pulse = new Pulse();
    for (const second of [100, 161, 50, 80, 111]) pulse.look(second * 1_000, second, 1);
    expect(pulse.minutes.map(({ pointsPerSecond }) => pointsPerSecond)).toEqual([1, 1]);
  });

  it('foresees the disk of the pace of its last day, after an hour', () => {
    const pulse = new Pulse();
    const look = (hours: number, freeBytes: number) =>
      pulse.lookAtDisk(hours * HOUR_MS, { freeBytes, totalBytes: 1e12 });
    look(0, 100e9);
    look(0.5, 90e9);
    expect(pulse.bytesPerDay).toBeUndefined();
    for (let hour = 1; hour <= 30; hour++) look(hour, 90e9 - hour * 1e9);
    expect(pulse.bytesPerDay).toBe(24e9);
  });

  it.each([
    ['at its end', 0, 1, 0],
    ['in two days', 20, 10, 2 * DAY_MS],
    ['never, when it empties', 20, -10, undefined],
    ['never, when nobody knows', 20, undefined, undefined],
    ['never, when it would be in a hundred years', 36_500, 1, undefined],
  ] as const)('finds the disk full %s', (_when, left, perDay, expected) => {
    expect(fullAtMs(0, left, perDay)).toBe(expected);
  });
});

describe.each(everyPortal())('the status on $engine', ({ start }) => {
  let portal: Portal;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-status-'));
    portal = await start({ config: { backupFolder: join(folder, 'backups') } });
  });
  afterAll(async () => {
    await portal.close();
    await rm(folder, { recursive: true });
  });

  it('is for administrators of the first unit alone', async () => {
    await buildTwoUnits(portal);
    const statusOf = async (who: string) => (await (await portal.as(who)).get('/api/status')).status;
    expect([await statusOf('viewA'), await statusOf('adminB'), await statusOf('root')]).toEqual([403, 403, 200]);
  });

  it('tells what came in, what was set aside and by whom, and what waits', async () => {
    const asset = await portal.anAsset();
    const send = (body: string) =>
      fetch(`${portal.url}/api/v1/${asset.accessToken}/telemetry`, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
    await send('{"Pressure": 4}');
    await send(JSON.stringify({ Pressure: 5, ['x'.repeat(300)]: 1 }));
    const { body } = await (await portal.as('root')).get<PortalStatus>('/api/status');
    expect(body.ingest).toMatchObject({ pointsStored: expect.any(Number), pointsWaiting: 0 });
    expect(body.ingest.pointsStored).toBeGreaterThanOrEqual(1);
    expect(body.devices).toContainEqual(
      expect.objectContaining({ assetId: asset.assetId, name: asset.serialNumber, setAside: 1 }),
    );
    expect(body.calls.map(({ call }) => call)).toContain('POST /api/v1/:token/telemetry');
    expect(body.disk.freeBytes).toBeGreaterThan(0);
    expect(body.process.databaseBytes).toBeGreaterThan(0);
    expect(body).toMatchObject({
      faults: [],
      backups: { isOn: true, lastGoodAt: null, failure: null },
      certificateEndsAt: null,
    });
    expect(body.waiting).toEqual({ mails: 0, alerts: 0, exports: 0, commands: 0 });
  });
});
