import { spawnSync } from 'node:child_process';
import { cp, type FileHandle, open, readdir, readFile, rm, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { openEmbeddedHistorian } from '@telltale/historian';
import { connectAsync } from 'mqtt';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { startPortal, TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';
import { RawMqtt } from '#testing/raw-mqtt.ts';
import { readTrace, type Syscall, straceCommand } from '#testing/syscalls.ts';
import { freePort } from '../../../../scripts/free-port.ts';

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 240_000 });

const TOPIC = 'v1/devices/me/telemetry';
const T0 = 1_700_000_000_000;
const ALL = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

let folder: { path: string; remove: () => Promise<void> };
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await folder.remove();
});

const message = (id: number) => JSON.stringify({ ts: T0 + id, values: { level: id } });

async function anAsset(admin: PortalClient): Promise<{ assetId: number; accessToken: string }> {
  const definition = { assetDefinitionName: 'Pump' };
  const made = await admin.post<{ assetDefinitionId: number }>('/api/ef/assetdefinitions', definition);
  const { assetDefinitionId } = made.body;
  const asset = { serialNumber: 'P1', assetDefinitionId };
  return (await admin.post<{ assetId: number; accessToken: string }>('/api/assets', asset)).body;
}

/** Bytes of the log that a power cut would have left, at each PUBACK that left the process. */
function readAcknowledgements(trace: readonly Syscall[]): { id: number; durableBytes: number }[] {
  const acknowledgements: { id: number; durableBytes: number }[] = [];
  const devices = new Set<number>();
  const syncs = new Map<number, number>();
  let logFd = Number.NaN;
  let written = 0;
  let durable = 0;
  for (const event of trace) {
    if (event.kind === 'open' && /\/log\/\d+\.log$/.test(event.path)) [logFd, written, durable] = [event.fd, 0, 0];
    else if (event.kind === 'written' && event.fd === logFd) written = Math.max(written, event.offset + event.bytes);
    else if (event.kind === 'sync begins' && event.fd === logFd) syncs.set(event.call, written);
    else if (event.kind === 'synced') durable = Math.max(durable, syncs.get(event.call) ?? 0);
    else if (event.kind === 'sent') {
      const { fd, data } = event;
      if (data.subarray(0, 4).toString('hex') === '20020000') devices.add(fd);
      else if (devices.has(fd)) {
        for (let at = 0; at + 4 <= data.length && data.readUInt16BE(at) === 0x4002; at += 4) {
          acknowledgements.push({ id: data.readUInt16BE(at + 2), durableBytes: durable });
        }
      }
    }
  }
  return acknowledgements;
}

describe('an acknowledged message (R2)', () => {
  const hasStrace = spawnSync('strace', ['-V']).status === 0;
  it.skipIf(!hasStrace)('is in what fdatasync had forced to disk before its PUBACK left, every one', async () => {
    const MESSAGES = 3 * 44;
    const data = join(folder.path, 'data');
    const traceFile = join(folder.path, 'trace');
    const mqttPort = await freePort();
    const env = { TELLTALE_MQTT_PORT: String(mqttPort) };
    const portal = await startPortalProcess(data, env, straceCommand(traceFile));
    const { accessToken } = await anAsset(await logIn(portal.url, 'admin', TEST_PASSWORD));
    const device = new RawMqtt(mqttPort);
    expect(await device.connect({ username: accessToken })).toBe(0);
    let id = 0;
    // A commit of one message, and commits of many.
    for (let round = 1; id < MESSAGES; round++) {
      const together = round % 5 === 0 ? 40 : 1;
      for (let n = 0; n < together; n++) {
        id++;
        device.send({
          cmd: 'publish',
          topic: TOPIC,
          payload: message(id),
          qos: 1,
          messageId: id,
          dup: false,
          retain: false,
        });
      }
      for (let n = 0; n < together; n++) await device.next();
    }
    process.kill(Number(await readFile(join(data, 'portal.pid'), 'utf8')), 'SIGKILL');
    await portal.exited;

    const acknowledgements = readAcknowledgements(readTrace(await readFile(traceFile, 'utf8')));
    expect(acknowledgements.map(({ id }) => id)).toEqual(Array.from({ length: MESSAGES }, (_, index) => index + 1));
    const moments = new Set(acknowledgements.map(({ durableBytes }) => durableBytes));
    expect(moments.size).toBeGreaterThan(8);
    for (const durableBytes of moments) {
      const copy = join(folder.path, 'copy');
      await cp(join(data, 'history'), copy, { recursive: true });
      const [log = ''] = await readdir(join(copy, 'log'));
      await truncate(join(copy, 'log', log), durableBytes);
      const historian = await openEmbeddedHistorian({ folder: copy });
      const times = await Promise.all(
        (await historian.latest()).map(async ({ key }) => [...(await historian.readSeries(key, ...ALL)).timesMs]),
      );
      const kept = new Set(times.flat());
      await historian.close();
      const told = acknowledgements.filter((one) => one.durableBytes <= durableBytes);
      expect(told.filter(({ id }) => !kept.has(T0 + id))).toEqual([]);
      await rm(copy, { recursive: true });
    }
  });

  it('waits for fdatasync: neither a PUBACK nor a 200 leaves while the disk holds it back', async () => {
    const portal = await startPortal();
    const { assetId, accessToken } = await portal.anAsset();
    const device = await connectDevice(portal, accessToken);
    await device.publishAsync(TOPIC, message(0), { qos: 1 });

    const probe = await open(join(folder.path, 'probe'), 'w');
    const handles = Object.getPrototypeOf(probe) as Pick<FileHandle, 'datasync'>;
    await probe.close();
    const { datasync } = handles;
    const asked = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    vi.spyOn(handles, 'datasync').mockImplementation(async function (this: FileHandle) {
      asked.resolve();
      await gate.promise;
      await datasync.call(this);
    });

    const answers: string[] = [];
    const sent = [1, 2, 3].map((id) =>
      device.publishAsync(TOPIC, message(id), { qos: 1 }).then(() => void answers.push('PUBACK')),
    );
    const post = portal.anonymous
      .send(`/api/v1/${accessToken}/telemetry`, { method: 'POST', body: message(4) })
      .then(({ status }) => void answers.push(String(status)));
    await asked.promise;
    // Everything else goes on meanwhile, which also gives an early acknowledgement the time to arrive.
    const admin = await portal.as('admin');
    for (let n = 0; n < 20; n++) expect((await admin.get('/api/ef/assets')).status).toBe(200);
    expect(answers).toEqual([]);
    gate.resolve();
    await Promise.all([...sent, post]);
    expect(answers.toSorted()).toEqual(['200', 'PUBACK', 'PUBACK', 'PUBACK']);
    expect((await pointsOf(admin, assetId, 'level')).map(([, level]) => level)).toEqual([0, 1, 2, 3, 4]);
    await device.endAsync();
    await portal.close();
  });

  it('is in a copy of the data folder that was taken at any moment, which a second portal opens', async () => {
    const data = join(folder.path, 'data');
    const mqttPort = await freePort();
    const portal = await startPortalProcess(data, { TELLTALE_MQTT_PORT: String(mqttPort) });
    const { assetId, accessToken } = await anAsset(await logIn(portal.url, 'admin', TEST_PASSWORD));
    const device = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, { username: accessToken, reconnectPeriod: 0 });
    const acknowledged: number[] = [];
    let id = 0;
    const isOver = { now: false };
    const lane = async () => {
      while (!isOver.now) {
        const own = ++id;
        await device.publishAsync(TOPIC, message(own), { qos: 1 });
        acknowledged.push(own);
        if (acknowledged.length === 500) isOver.now = portal.child.kill('SIGSTOP');
      }
    };
    await Promise.race([
      Promise.all(Array.from({ length: 20 }, lane)),
      vi.waitUntil(() => isOver.now, { timeout: 60_000 }),
    ]);
    const told = [...acknowledged];
    const copy = join(folder.path, 'copy');
    await cp(data, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const second = await startPortalProcess(copy);
    const times = await pointsOf(await logIn(second.url, 'admin', TEST_PASSWORD), assetId, 'level');
    const kept = new Set(times.map(([timeMs]) => timeMs - T0));
    expect(told.length).toBeGreaterThanOrEqual(500);
    expect(told.filter((one) => !kept.has(one))).toEqual([]);
    expect(kept.size).toBe(times.length);
    await second.kill('SIGKILL');
    device.on('error', () => undefined);
    await portal.kill('SIGKILL');
    device.end(true);
  });
});
