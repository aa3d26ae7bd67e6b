import type { IPublishPacket, MqttClient } from 'mqtt';
import { describe, expect, it } from 'vitest';
import { connectDevice, ended } from '#testing/device-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';

interface Told {
  topic: string;
  text: string;
  retain: boolean;
}

function listen(client: MqttClient): Told[] {
  const told: Told[] = [];
  client.on('message', (topic: string, payload: Buffer, { retain }: IPublishPacket) => {
    told.push({ topic, text: payload.toString(), retain });
  });
  return told;
}

async function aGateway(portal: Portal): Promise<string> {
  const admin = await portal.as('admin');
  return (await admin.post<{ accessToken: string }>('/api/gateways', { name: 'G' })).body.accessToken;
}

describe('the Sparkplug host application', () => {
  it('is born retained when an edge asks, and dies with the time of its birth when the portal stops', async () => {
    const clock = new TestClock();
    const bornMs = Date.now();
    clock.stopAt(bornMs);
    const portal = await startPortal({ clock, config: { sparkplugHostId: 'scada-1' } });
    const edge = await connectDevice(portal, await aGateway(portal));
    const told = listen(edge);
    const online = JSON.stringify({ online: true, timestamp: bornMs });
    clock.stopAt(bornMs + 5_000);
    for (const filter of ['spBv1.0/STATE/scada-1', 'spBv1.0/STATE/+', 'spBv1.0/STATE/ignition']) {
      await edge.subscribeAsync(filter, { qos: 1 });
    }
    await expect.poll(() => told.length).toBe(3);
    expect(told).toEqual([
      { topic: 'spBv1.0/STATE/scada-1', text: online, retain: true },
      { topic: 'spBv1.0/STATE/scada-1', text: online, retain: true },
      { topic: 'spBv1.0/STATE/ignition', text: online, retain: true },
    ]);
    const gone = ended(edge);
    await portal.close();
    await gone;
    const offline = JSON.stringify({ online: false, timestamp: bornMs });
    expect(told.slice(3)).toEqual([
      { topic: 'spBv1.0/STATE/scada-1', text: offline, retain: false },
      { topic: 'spBv1.0/STATE/ignition', text: offline, retain: false },
    ]);
  });

  it('is ONLINE for edges of Sparkplug 2.2, and nothing to devices that are no gateways', async () => {
    const portal = await startPortal();
    const edge = await connectDevice(portal, await aGateway(portal));
    const told = listen(edge);
    await edge.subscribeAsync('STATE/scada', { qos: 1 });
    await expect.poll(() => told).toEqual([{ topic: 'STATE/scada', text: 'ONLINE', retain: true }]);
    const device = await connectDevice(portal, (await portal.anAsset()).accessToken);
    await expect(device.subscribeAsync('spBv1.0/STATE/telltale')).rejects.toThrow();
    await edge.endAsync();
    await device.endAsync();
    await portal.close();
  });

  it('cannot be declared dead by an edge', async () => {
    const portal = await startPortal();
    const token = await aGateway(portal);
    const [edge, liar] = [await connectDevice(portal, token), await connectDevice(portal, token)];
    const told = listen(edge);
    await edge.subscribeAsync('spBv1.0/STATE/telltale', { qos: 1 });
    await expect.poll(() => told.length).toBe(1);
    const death = JSON.stringify({ online: false, timestamp: portal.clock.now() });
    await liar.publishAsync('spBv1.0/STATE/telltale', death, { qos: 1, retain: true });
    await edge.unsubscribeAsync('spBv1.0/STATE/telltale');
    await edge.subscribeAsync('spBv1.0/STATE/telltale', { qos: 1 });
    await expect.poll(() => told.length).toBe(2);
    expect(told.every(({ text }) => text.includes('true'))).toBe(true);
    await edge.endAsync();
    await liar.endAsync();
    await portal.close();
  });
});
