import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeBackup } from '#cli/backup.ts';
import { restoreBackup } from '#cli/restore.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { temporaryFolder } from '#testing/portal-process.ts';
import { buildTwoUnits } from '#testing/two-units.ts';
import { type PostgresForTest, startPostgresForTest } from './testing/postgres.ts';

let postgres: PostgresForTest;
let portal: Portal;
beforeAll(async () => {
  postgres = await startPostgresForTest();
  portal = await startPortal({ config: { databaseUrl: postgres.urlOf('postgres') } });
});
afterAll(async () => {
  await portal.close();
  await postgres.stop();
});

describe('a portal on PostgreSQL', () => {
  it('keeps its accounts, groups and assets there, within their scope, over a restart', async () => {
    const { a1, b1, canary } = await buildTwoUnits(portal);
    const opA = await portal.as('opA');
    expect((await opA.get(`/api/ef/assets/${a1.assetId}`)).status).toBe(200);
    expect((await opA.get(`/api/ef/assets/${b1.assetId}`)).status).toBe(404);
    await portal.restart();
    const list = await opA.get<{ assetId: number }[]>('/api/ef/assets');
    expect(list.body.map((asset) => asset.assetId)).toContain(a1.assetId);
    expect(list.text).not.toContain(canary);
    expect((await (await portal.as('root')).get('/api/journal?limit=10')).status).toBe(200);
    expect((await portal.anonymous.get('/api/health')).body).toEqual({ status: 'ok' });
  });

  it('is backed up with its dump', async () => {
    const folder = await temporaryFolder();
    try {
      const said: string[] = [];
      await makeBackup(portal.config, join(folder.path, 'backup'), (line) => said.push(line));
      await restoreBackup(join(folder.path, 'backup'), join(folder.path, 'data'), (line) => said.push(line));
      const text = said.join('\n');
      expect(text).toContain('pg_restore');
      await rm(join(folder.path, 'backup', 'history'), { recursive: true });
      await expect(
        restoreBackup(join(folder.path, 'backup'), join(folder.path, 'again'), () => undefined),
      ).rejects.toThrow('is missing');
    } finally {
      await folder.remove();
    }
  });

  it('keeps a second portal from the same database', async () => {
    const second = startPortal({ config: { databaseUrl: postgres.urlOf('postgres') } });
    await expect(second).rejects.toThrow('another Telltale at 127.0.0.1 is using this database. Stop it first.');
  });

  it('answers 503 while PostgreSQL is being restarted, takes what devices send, and is then as before', async () => {
    const root = await portal.as('root');
    const { accessToken, assetId } = await portal.anAsset({ by: 'root' });
    const send = async (Flow: number) =>
      (await portal.anonymous.post(`/api/v1/${accessToken}/telemetry`, { Flow })).status;
    expect(await send(1)).toBe(200);
    const statusOf = async () => (await root.get('/api/journal?limit=1')).status;
    await postgres.restart(async () => {
      const { status, body } = await root.get('/api/journal?limit=1');
      expect([status, body]).toMatchObject([503, { error: { code: 'database-away' } }]);
      expect(await send(2)).toBe(200);
      // That it came online is written a second later, and tried meanwhile.
      await pause(1_500);
    });
    await expect.poll(statusOf, { timeout: 30_000 }).toBe(200);
    const connections = `/api/journal?kind=connection&assetId=${assetId}`;
    const cameOnline = async () => {
      const { entries } = (await root.get<{ entries: { what: string }[] }>(connections)).body;
      return entries.filter(({ what }) => what === 'came online').length;
    };
    await expect.poll(cameOnline, { timeout: 30_000 }).toBe(1);
    expect((await portal.anonymous.get('/api/health')).body).toEqual({ status: 'ok' });
  });

  it.each([
    ['before it was to be kept, that it may be tried again', '', /^The database .+ Try again when it does\.$/],
    [
      'as it was to be kept, that it may have been',
      'deferrable initially deferred',
      /It may have been saved or not: look before/,
    ],
  ])('tells whoever made a change whose connection ended %s', async (what, when, text) => {
    const root = await portal.as('root');
    await postgres.run(`create function cut() returns trigger language plpgsql as
      $$ begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(10); return null; end $$`);
    await postgres.run(
      `create constraint trigger cut after insert on journal ${when} for each row execute function cut()`,
    );
    const assetDefinitionName = `Cut ${what}`;
    const { status, body } = await root.post('/api/ef/assetdefinitions', { assetDefinitionName });
    expect([status, body]).toEqual([503, { error: { code: 'database-away', message: expect.stringMatching(text) } }]);
    await postgres.run('drop function cut cascade');
    const { body: all } = await root.get<{ assetDefinitionName: string }[]>('/api/ef/assetdefinitions');
    expect(all.map((one) => one.assetDefinitionName)).not.toContain(assetDefinitionName);
    expect((await root.post('/api/ef/assetdefinitions', { assetDefinitionName })).status).toBe(200);
  });

  it('tells while the database does not answer, and nothing about where it is', async () => {
    await postgres.stop();
    const { status, body } = await portal.anonymous.get('/api/health');
    expect([status, body]).toEqual([503, { status: 'failing', reason: 'The database does not answer.' }]);
  });
});
