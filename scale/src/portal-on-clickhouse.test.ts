import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { history, PortalStatus } from '@telltale/contract';
import { openEmbeddedHistorian, PointBatch, parseHistoryUrl } from '@telltale/historian';
import { WRONG_SETTINGS } from '@telltale/server/operator-errors.ts';
import { pointsOf } from '@telltale/server/testing/history-reading.ts';
import { type Portal, startPortal } from '@telltale/server/testing/portal.ts';
import { startPortalProcess, TelltaleProcess, temporaryFolder } from '@telltale/server/testing/portal-process.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Chdb } from './chdb.ts';
import { CuttableProxy } from './cuttable-proxy.ts';

let chdb: Chdb;
let proxy: CuttableProxy;
let portal: Portal;
let url: string;

beforeAll(async () => {
  chdb = await Chdb.start();
  proxy = await CuttableProxy.start(() => chdb.port);
  url = chdb.url(await chdb.newDatabase(), { port: proxy.port });
  portal = await startPortal({ config: { historyTarget: parseHistoryUrl(url) } });
});
afterAll(async () => {
  await portal?.close();
  proxy?.close();
  await chdb?.close();
});

describe('a portal with its history on ClickHouse', () => {
  it('acknowledges devices, shows history and keeps it over a restart', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const nowMs = portal.clock.now();
    const points = [0, 1, 2].map((i) => ({ ts: nowMs - 3000 + i * 1000, values: { level: i } }));
    const { status } = await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, points);
    expect(status).toBe(200);
    const admin = await portal.as('admin');
    expect((await pointsOf(admin, assetId, 'level')).map(([, value]) => value)).toEqual([0, 1, 2]);
    await portal.restart();
    expect((await pointsOf(admin, assetId, 'level')).map(([, value]) => value)).toEqual([0, 1, 2]);
    const { body } = await admin.get<PortalStatus>('/api/status');
    expect(body.disk).toMatchObject({ historyPoints: 3, historyEngine: expect.stringMatching(/^ClickHouse \d/) });
  });

  it('acknowledges devices while ClickHouse is away, says that history is behind, and catches up', async () => {
    const { assetId, accessToken } = await portal.anAsset();
    const admin = await portal.as('admin');
    const send = async (level: number) =>
      (await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, { level })).status;
    expect(await send(1)).toBe(200);
    expect(await pointsOf(admin, assetId, 'level')).toHaveLength(1);
    const [slot] = portal.context.registry.find(assetId)?.slots() ?? [];
    const range = `startTime=2026-01-01T00:00:00Z&endTime=2100-01-01T00:00:00Z&threshold=9`;
    const path = `/api/historicaldata?dataItems=${assetId}-${slot?.dataItemId}&${range}`;
    const health = async () => (await portal.anonymous.get<{ status: string; warning?: string }>('/api/health')).body;

    proxy.refuses = true;
    proxy.cut();
    portal.clock.advance(1000);
    expect(await send(2)).toBe(200);
    portal.clock.advance(60_000);
    await vi.waitFor(async () =>
      expect(await health()).toEqual({
        status: 'ok',
        warning: expect.stringMatching(
          /^History is behind since .* 1 points wait on the disk of this machine, in 1 MB\.$/,
        ),
      }),
    );
    const refused = await admin.get<{ error: { message: string } }>(path);
    expect([refused.status, refused.body.error.message]).toEqual([
      503,
      expect.stringMatching(/^History is behind: its server/),
    ]);

    proxy.refuses = false;
    await vi.waitFor(async () => expect(await health()).toEqual({ status: 'ok' }), 30_000);
    const { body } = await admin.get<history.ColumnarHistory>(path);
    expect(body[1]).toEqual([1, 2]);
  });
});

describe('telltale history move', () => {
  it('takes history to ClickHouse and back while the portal runs, and goes on where it was', async () => {
    const target = chdb.url(await chdb.newDatabase());
    const settings = { TELLTALE_HISTORY_URL: target };
    const folder = await temporaryFolder();
    const move = (to: string, env = {}) =>
      new TelltaleProcess('cli/main.ts', ['history', 'move', '--to', to], { TELLTALE_DATA: folder.path, ...env })
        .exited;
    const fill = async (from: number) => {
      const historian = await openEmbeddedHistorian({ folder: join(folder.path, 'history') });
      const batch = new PointBatch();
      for (let i = from; i < from + 3000; i++) batch.add(7, i * 1000, i % 50 ? i / 7 : `state ${i}`, i % 256);
      await historian.append(batch);
      await historian.close();
    };
    await fill(0);
    const running = await startPortalProcess(folder.path);
    expect(await move(target)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^3,000 points .*; 3,000 were copied/),
    });
    expect(await move(target)).toMatchObject({ output: expect.stringContaining('; 0 were copied now.') });
    await running.kill('SIGTERM');
    await fill(3000);
    expect(await move(target)).toMatchObject({ output: expect.stringMatching(/^6,000 points .*; \d,\d+ were copied/) });

    await rm(join(folder.path, 'history'), { recursive: true });
    expect(await move('embedded', settings)).toMatchObject({
      output: expect.stringMatching(/^6,000 points .*; 6,000 were/),
    });
    const back = await openEmbeddedHistorian({ folder: join(folder.path, 'history') });
    const { timesMs, values, qualities } = await back.readSeries(7, 0, 1e12);
    expect([timesMs.length, values[50], values[51], qualities[5999]]).toEqual([6000, 'state 50', 51 / 7, 5999 % 256]);
    await back.close();

    expect(await move('embedded')).toMatchObject({ code: 1, output: 'The history is in the data folder already.\n' });
    expect(await move(chdb.url('nowhere'))).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^--to: .*CREATE DATABASE/),
    });
    await folder.remove();
  });
});

describe('a start that cannot have its history', () => {
  it.each([
    [
      'a wrong password',
      () => chdb.url('default', { password: 'wrong' }),
      /^TELLTALE_HISTORY_URL: ClickHouse at \S+ refuses the user telltale or the password\n$/,
      WRONG_SETTINGS,
    ],
    [
      'a database that is not there',
      () => chdb.url('nowhere'),
      /^TELLTALE_HISTORY_URL: .*CREATE DATABASE nowhere\n$/,
      WRONG_SETTINGS,
    ],
    [
      'missing rights',
      () => chdb.url('default', { user: 'reader' }),
      /^TELLTALE_HISTORY_URL: the user reader lacks rights: GRANT .*\n$/,
      WRONG_SETTINGS,
    ],
    // It may be there at the next try.
    ['nobody there', () => chdb.url('default', { port: 1 }), /^TELLTALE_HISTORY_URL: .*does not answer: .*\n$/, 1],
  ])('%s ends with one line and a code', async (_, address, line, expected) => {
    const folder = await temporaryFolder();
    const env = {
      TELLTALE_DATA: folder.path,
      TELLTALE_PORT: '0',
      TELLTALE_MQTT_PORT: 'off',
      TELLTALE_LOG_LEVEL: 'silent',
    };
    const { code, output } = await new TelltaleProcess('main.ts', [], { ...env, TELLTALE_HISTORY_URL: address() })
      .exited;
    await folder.remove();
    expect(code).toBe(expected);
    expect(output.replaceAll(/^(?!TELLTALE_HISTORY).*\n/gm, '')).toMatch(line);
  });

  it('is foretold by the doctor', async () => {
    const folder = await temporaryFolder();
    const doctor = async (address: string) => {
      const env = { TELLTALE_DATA: folder.path, TELLTALE_HISTORY_URL: address };
      const { output } = await new TelltaleProcess('cli/main.ts', ['doctor'], env).exited;
      return output.split('\n').filter((line) => line.includes('ClickHouse'));
    };
    const old = await Chdb.start({ version: '24.3.1.1' });
    try {
      const cannot = (reason: string) => [
        expect.stringMatching(
          new RegExp(`^FAULT +ClickHouse: It cannot be used \\(TELLTALE_HISTORY_URL\\): .*${reason}`),
        ),
      ];
      expect(await doctor(chdb.url('default'))).toEqual([
        expect.stringMatching(/^ok +ClickHouse: Version \d+\.\d+\S* answers\.$/),
      ]);
      expect(await doctor(chdb.url('default', { port: 1 }))).toEqual(cannot('does not answer: .*ECONNREFUSED'));
      expect(await doctor(chdb.url('default', { password: 'wrong' }))).toEqual(cannot('refuses the user telltale'));
      expect(await doctor(chdb.url('nowhere'))).toEqual(cannot('CREATE DATABASE nowhere'));
      expect(await doctor(chdb.url('default', { user: 'reader' }))).toEqual(
        cannot('the user reader lacks rights: GRANT .* ON default\\.\\* TO reader'),
      );
      expect(await doctor(old.url('default'))).toEqual(cannot('24\\.3\\.1\\.1 is too old: it must be 24\\.8 or newer'));
    } finally {
      await old.close();
      await folder.remove();
    }
  });
});
