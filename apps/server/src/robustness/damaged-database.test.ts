import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';

const PAGE_BYTES = 4_096;
const MARK = 'THE-DASHBOARD-OF-A-DAMAGED-PAGE';

let portal: Portal;
beforeEach(async () => {
  portal = await startPortal();
});
afterEach(() => portal.close());

/** Overwrites the heads of all pages that hold the text; answers how many there were. */
async function damagePagesWith(text: string): Promise<number> {
  const path = join(portal.config.dataFolder, 'portal.db');
  const bytes = await readFile(path);
  const file = await open(path, 'r+');
  let pages = 0;
  for (let at = PAGE_BYTES; at < bytes.length; at += PAGE_BYTES) {
    if (!bytes.subarray(at, at + PAGE_BYTES).includes(text)) continue;
    await file.write(Buffer.alloc(64, 0x5a), 0, 64, at);
    pages++;
  }
  await file.close();
  return pages;
}

it('damage that is met while the portal runs makes it read-only with a clear message, and history goes on (R13)', async () => {
  const admin = await portal.as('admin');
  const { assetId, accessToken, assetDefinitionId } = await portal.anAsset();
  const config = JSON.stringify({ mark: MARK.padEnd(2_500, '.') });
  for (let n = 0; n < 20; n++) await admin.post('/api/dashboards', { dashboardId: 0, assetDefinitionId, config });
  const device = async (level: number) => {
    const client = await connectDevice(portal, accessToken);
    await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ ts: 1_000 * level, values: { level } }), {
      qos: 1,
    });
    await client.endAsync();
  };
  await device(1);
  await portal.restart(async () => void (await damagePagesWith('no page has this')));
  expect(await damagePagesWith(MARK)).toBeGreaterThan(0);

  type Refusal = { error: { code: string; message: string } };
  const read = await admin.get<Refusal>(`/api/dashboards/1`);
  expect([read.status, read.body.error.code]).toEqual([503, 'database-damaged']);
  expect(read.body.error.message).toMatch(/damaged.*backup is restored/);
  const written = await admin.post<Refusal>('/api/ef/assetdefinitions', { assetDefinitionName: 'More' });
  expect([written.status, written.body.error.code]).toEqual([503, 'database-damaged']);
  const health = await portal.anonymous.get<{ reason: string }>('/api/health');
  expect([health.status, health.body.reason]).toEqual([503, expect.stringContaining('damaged')]);

  expect((await admin.get('/api/ef/assets')).status).toBe(200);
  await device(2);
  expect(await pointsOf(admin, assetId, 'level')).toEqual([
    [1_000, 1],
    [2_000, 2],
  ]);
});
