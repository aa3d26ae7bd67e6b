import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { assets, OutsideBroker } from '@telltale/contract';
import { connectAsync } from 'mqtt';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkBroker } from '#cli/doctor/broker-check.ts';
import { startNatsServers } from '#cluster/testing/nats-servers.ts';
import { pointsOf } from '#testing/history-reading.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { freePort } from '../../../../scripts/free-port.ts';
import { describeForOperator, exitCodeFor, WRONG_SETTINGS } from '../operator-errors.ts';
import { brokerThat } from './testing/fake-broker.ts';

const RULE = {
  name: 'Level',
  topic: 'plant/{serial}/level',
  payload: 'text',
  serialNumber: '{serial}',
  definition: 'Tank',
  values: [{ path: '$', label: 'Level' }],
};
const ADVICE =
  /write "sparkplug": false into broker\.json: the portal then takes gateway topics and plain topics alone\.$/;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-config-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: object) => writeFile(join(folder, 'broker.json'), JSON.stringify(file));
const settingsOf = (port: number) => ({
  outsideBroker: { url: `mqtt://127.0.0.1:${port}`, caFile: undefined, clientId: undefined },
  configFolder: folder,
  sparkplugHostId: 'scada',
});
const overviewOf = async (portal: Portal) =>
  (await (await portal.as('admin')).get<OutsideBroker>('/api/broker')).body.connection;
const doctorAt = async (port: number) =>
  (await checkBroker(settingsOf(port))).map(({ state, text }) => `${state}: ${text}`);

describe('nats-server 2.9, which takes no topics with a dot,', () => {
  let servers: Awaited<ReturnType<typeof startNatsServers>>;
  let port: number;
  beforeAll(async () => {
    port = await freePort();
    servers = await startNatsServers(1, { lines: [`mqtt { listen: "127.0.0.1:${port}" }`] });
  });
  afterAll(() => servers.stop());

  it('is told as that at the start and by the doctor', async () => {
    const error = await startPortal({ config: settingsOf(port) }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    const text = describeForOperator(error);
    expect(text).toMatch(
      /^TELLTALE_BROKER_URL: [^\n]* lets the portal in, and ends the connection over spBv1\.0\/STATE\/scada\./,
    );
    expect(text).toMatch(ADVICE);
    expect(exitCodeFor(error)).toBe(WRONG_SETTINGS);
    const said = await doctorAt(port);
    expect(said).toEqual([expect.stringMatching(/^fault: .* subscribe to spBv1\.0\/STATE\/scada, .*Allow it there\./)]);
    expect(said[0]).toMatch(ADVICE);
  });

  it('brings plain topics where Sparkplug is off, and the page says why it brings no Sparkplug where that is on again', async () => {
    await write({ sparkplug: false, rules: [RULE] });
    expect(await doctorAt(port)).toEqual([expect.stringMatching(/^ok: .* MQTT 3\.1\.1\.$/)]);
    const portal = await startPortal({ config: settingsOf(port) });
    try {
      const plant = await connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4 });
      await plant.publishAsync('plant/TK-1/level', '7.5', { qos: 1 });
      await plant.endAsync();
      const values = async () => {
        const client = await portal.as('admin');
        const { body } = await client.get<assets.Asset[]>('/api/ef/assets');
        const tank = body.find(({ serialNumber }) => serialNumber === 'TK-1');
        return tank ? (await pointsOf(client, tank.assetId, 'Level')).map(([, value]) => value) : [];
      };
      await expect.poll(values, { timeout: 30_000 }).toEqual([7.5]);
      expect(await overviewOf(portal)).toMatchObject({ isConnected: true, version: 4, failure: null });
      await portal.restart(() => write({ rules: [RULE] }));
      const failure = async () => (await overviewOf(portal))?.failure;
      await expect.poll(failure, { timeout: 30_000 }).toMatch(ADVICE);
      expect(await failure()).toContain('over spBv1.0/STATE/scada');
    } finally {
      await portal.close();
    }
  }, 60_000);
});

describe('a broker that hears topics with a dot', () => {
  it.each([
    [
      'and ends the connection',
      'ends',
      /^.* lets the portal in, and ends the connection over spBv1\.0\/STATE\/scada, /,
    ],
    ['and refuses them', 'refuses', /does(n't| not) let .* subscribe to spBv1\.0\/STATE\/scada, /],
  ])('%s is told as that by the page and the doctor', async (_, does, reason) => {
    const broker = await brokerThat((packet, say, socket) => {
      if (packet.cmd !== 'subscribe') return;
      const isSparkplug = packet.subscriptions.some(({ topic }) => topic.startsWith('spBv1.0/'));
      if (isSparkplug && does === 'ends') return void socket.destroy();
      const granted = packet.subscriptions.map(() => (isSparkplug ? 0x87 : 0));
      say({ cmd: 'suback', messageId: packet.messageId ?? 0, granted });
    });
    const portal = await startPortal({ config: settingsOf(broker.port) });
    try {
      const failure = async () => (await overviewOf(portal))?.failure;
      await expect.poll(failure, { timeout: 30_000 }).toMatch(reason);
      expect(await failure()).toMatch(ADVICE);
      const [said] = await doctorAt(broker.port);
      expect(said).toMatch(reason);
      expect(said).toMatch(ADVICE);
    } finally {
      await portal.close();
      broker.close();
    }
  });
});
