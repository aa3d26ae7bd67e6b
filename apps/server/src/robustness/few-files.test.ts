import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pointsOf } from '#testing/history-reading.ts';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';
import { freePort } from '../../../../scripts/free-port.ts';

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 120_000 });

const FILES = 256;
/** What the portal lets in where there is no room for more (broker/file-limit.ts). */
const MAX_DEVICES = 100;
const DEVICES = 160;
const BROWSERS = 400;
/** Also a connection that is closed without a word is refused. */
const NO_RETRIES = false;
const TOPIC = 'v1/devices/me/telemetry';

let folder: { path: string; remove: () => Promise<void> };
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

it.skipIf(process.platform === 'win32')(
  `with ${FILES} files, more devices and browsers than fit are refused, and those that are in go on (R32)`,
  async () => {
    const mqttPort = await freePort();
    const shell = ['sh', '-c', `ulimit -n ${FILES}; exec "$@"`, 'sh'];
    const portal = await startPortalProcess(join(folder.path, 'data'), { TELLTALE_MQTT_PORT: String(mqttPort) }, shell);
    const admin = await logIn(portal.url, 'admin', TEST_PASSWORD);
    const definition = { assetDefinitionName: 'Pump' };
    const made = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', definition);
    const asset = { serialNumber: 'P1', assetDefinitionId: made.body.assetDefinitionId };
    const { body } = await admin.post<{ assetId: number; accessToken: string }>('/api/assets', asset);
    const { assetId, accessToken } = body;

    const options = { username: accessToken, reconnectPeriod: 0, connectTimeout: 10_000 };
    const attempts = await Promise.allSettled(
      Array.from({ length: DEVICES }, () => connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, NO_RETRIES)),
    );
    const devices = attempts.flatMap((attempt) => (attempt.status === 'fulfilled' ? [attempt.value] : []));
    expect(devices.length).toBe(MAX_DEVICES);
    let level = 0;
    const publish = (device: MqttClient) => {
      level++;
      return device.publishAsync(TOPIC, JSON.stringify({ ts: level, values: { level } }), { qos: 1 });
    };
    await Promise.all(devices.map(publish));

    const { port } = new URL(portal.url);
    const browsers = await Promise.all(
      Array.from(
        { length: BROWSERS },
        () =>
          new Promise<Socket>((resolve) => {
            const socket = connect(Number(port), '127.0.0.1', () => resolve(socket));
            socket.on('error', () => resolve(socket));
          }),
      ),
    );
    await Promise.all(devices.map(publish));
    expect(devices.every(({ connected }) => connected)).toBe(true);

    for (const socket of browsers) socket.destroy();
    await expect
      .poll(() => admin.get('/api/health').then(({ status }) => status, String), { timeout: 20_000 })
      .toBe(200);
    const stored = await pointsOf(admin, assetId, 'level');
    expect(stored).toHaveLength(level);
    // Where one leaves, another may come in.
    await devices.pop()?.endAsync();
    const late = await vi.waitFor(() => connectAsync(`mqtt://127.0.0.1:${mqttPort}`, options, NO_RETRIES), {
      timeout: 20_000,
    });
    await publish(late);
    for (const device of [...devices, late]) device.end(true);
    expect((await portal.kill('SIGTERM')).code).toBe(0);
  },
);
