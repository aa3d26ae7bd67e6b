import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pointsOf } from '#testing/history-reading.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn } from '#testing/portal-client.ts';
import { startPortalProcess, TelltaleProcess, temporaryFolder } from '#testing/portal-process.ts';
import { freePort } from '../../../../scripts/free-port.ts';

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 180_000 });

const TOPIC = 'v1/devices/me/telemetry';
const VALUES = 10;
const IN_FLIGHT = 20;

let folder: { path: string; remove: () => Promise<void> };
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it('a backup under load has every point acknowledged before it began, and a portal elsewhere serves it (R27)', async () => {
  const data = join(folder.path, 'data');
  const mqttPort = await freePort();
  const portal = await startPortalProcess(data, { TELLTALE_MQTT_PORT: String(mqttPort) });
  const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
  const definition = { assetDefinitionName: 'Pump' };
  const made = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', definition);
  const asset = { serialNumber: 'P1', assetDefinitionId: made.body.assetDefinitionId };
  const { assetId, accessToken } = (await admin.post<{ assetId: number; accessToken: string }>('/api/assets', asset))
    .body;
  const device = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: accessToken, reconnectPeriod: 0 });

  const startMs = Date.now() - 3_600_000;
  const acknowledged: number[] = [];
  const isOver = { now: false };
  let next = 0;
  const lane = async () => {
    while (!isOver.now) {
      const from = next;
      next += VALUES;
      const points = Array.from({ length: VALUES }, (_, i) => ({
        ts: startMs + from + i,
        values: { level: from + i },
      }));
      await device.publishAsync(TOPIC, JSON.stringify(points), { qos: 1 });
      acknowledged.push(from);
    }
  };
  const load = Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  await vi.waitUntil(() => acknowledged.length > 500, { timeout: 60_000 });

  const backup = join(folder.path, 'backup');
  const before = [...acknowledged];
  const made2 = await new TelltaleProcess('cli/main.ts', ['backup', backup], { TELLTALE_DATA: data }).exited;
  expect(made2).toMatchObject({ code: 0 });
  // What was sent meanwhile was taken up before the backup was done.
  expect(acknowledged.length).toBeGreaterThan(before.length + IN_FLIGHT);
  isOver.now = true;
  await load;

  // A second one is cut off in the middle: what there is of it is no backup.
  const half = join(folder.path, 'half');
  const cut = new TelltaleProcess('cli/main.ts', ['backup', half], { TELLTALE_DATA: data });
  await cut.says('copying');
  await cut.kill('SIGKILL');
  await portal.kill('SIGKILL');
  device.end(true);
  const refused = await new TelltaleProcess('cli/main.ts', ['restore', half, '--to', join(folder.path, 'none')], {})
    .exited;
  expect(refused).toMatchObject({ code: 1, output: expect.stringMatching(/no complete backup/) });
  expect(existsSync(join(folder.path, 'none'))).toBe(false);

  const restored = join(folder.path, 'restored');
  const done = await new TelltaleProcess('cli/main.ts', ['restore', backup, '--to', restored], {}).exited;
  expect(done).toMatchObject({ code: 0 });
  const second = await startPortalProcess(restored);
  const client = await logIn(second.url, 'admin', TEST_PASSWORD);
  const stored = new Map(await pointsOf(client, assetId, 'level'));
  const lost = before.filter((from) => {
    for (let i = 0; i < VALUES; i++) if (stored.get(startMs + from + i) !== from + i) return true;
    return false;
  });
  expect(lost).toEqual([]);
  expect((await client.get<{ status: string }>('/api/health')).body.status).toBe('ok');
  await second.kill('SIGTERM');
});
