import type { AssetId } from '@telltale/contract';
import { connect, type IClientOptions, type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, ended } from '#testing/device-client.ts';
import type { Portal } from '#testing/portal.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

let nodes: TwoNodes;
beforeAll(async () => {
  nodes = await startTwoNodes();
}, 120_000);
afterAll(() => nodes.close(), 60_000);

const TAKEN_OVER = 0x8e;
const isOpen = (client: MqttClient) => client.connected;
const connectionsOf = (portal: Portal, assetId: AssetId) => portal.context.deviceSessions.sessionsOf(assetId).length;

/** The reason that a client is told for the end of its connection. */
function reasonOf(client: MqttClient): Promise<number | undefined> {
  return new Promise((resolve) => client.once('disconnect', (packet) => resolve(packet.reasonCode)));
}

describe.each([4, 5] as const)('a device that speaks MQTT with protocol level %i', (protocolVersion) => {
  const options = (clientId: string): IClientOptions => ({ clientId, protocolVersion });

  it('is at one node: who connects at the other is the one that stays', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const first = await connectDevice(nodes.one, accessToken, options('pump'));
    const reason = protocolVersion === 5 ? reasonOf(first) : undefined;
    const gone = ended(first);
    const second = await connectDevice(nodes.two, accessToken, options('pump'));
    await gone;
    if (reason) expect(await reason).toBe(TAKEN_OVER);
    await expect.poll(() => connectionsOf(nodes.one, assetId)).toBe(0);
    expect(isOpen(second)).toBe(true);
    expect(connectionsOf(nodes.two, assetId)).toBe(1);
    const back = ended(second);
    const third = await connectDevice(nodes.one, accessToken, options('pump'));
    await back;
    expect(isOpen(third)).toBe(true);
    await third.endAsync();
  });

  it('keeps connections with other client ids, and of other devices', async () => {
    const [a, b] = [await nodes.one.anAsset(), await nodes.one.anAsset()];
    const clients = [
      await connectDevice(nodes.one, a.accessToken, options('left')),
      await connectDevice(nodes.two, a.accessToken, options('right')),
      await connectDevice(nodes.two, b.accessToken, options('left')),
    ];
    const last = await connectDevice(nodes.one, b.accessToken, options('left'));
    await expect.poll(() => clients[2]?.connected).toBe(false);
    expect([clients[0], clients[1], last].map((client) => client?.connected)).toEqual([true, true, true]);
    await Promise.all([clients[0], clients[1], last].map((client) => client?.endAsync()));
  });

  it('is at one node when it connects at both at once, again and again', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    for (let n = 0; n < 10; n++) {
      const clients = [nodes.one, nodes.two].map((portal) =>
        connect(`mqtt://127.0.0.1:${portal.mqttPort}`, {
          username: accessToken,
          reconnectPeriod: 0,
          ...options('twin'),
        }),
      );
      // Whichever was refused or cut off may try again, as devices do; it does not here.
      const settled = clients.map((client) => new Promise<void>((resolve) => client.once('close', () => resolve())));
      for (const client of clients) client.on('error', () => undefined);
      await Promise.race(settled);
      await expect.poll(() => clients.filter(isOpen).length).toBe(1);
      const count = () => connectionsOf(nodes.one, assetId) + connectionsOf(nodes.two, assetId);
      await expect.poll(count).toBe(1);
      for (const client of clients) client.stream.destroy();
      await expect.poll(count).toBe(0);
    }
  });
});

it('accepts nobody new while the servers between the nodes do not answer, and keeps who is there', async () => {
  const [a, b] = [await nodes.one.anAsset(), await nodes.one.anAsset()];
  const device = await connectDevice(nodes.one, a.accessToken, { clientId: 'stays' });
  const [server] = nodes.world.servers.servers;
  await server?.freeze();
  try {
    const newcomer = connectDevice(nodes.two, b.accessToken, { clientId: 'comes', connectTimeout: 20_000 });
    await expect(newcomer).rejects.toThrow(/unavailable/i);
    expect(device.connected).toBe(true);
  } finally {
    server?.resume();
  }
  const again = async () => {
    const client = await connectDevice(nodes.two, b.accessToken, { clientId: 'comes', connectTimeout: 20_000 });
    await client.endAsync();
    return true;
  };
  await expect.poll(() => again().catch(() => false)).toBe(true);
  expect(device.connected).toBe(true);
  await device.endAsync();
}, 60_000);
