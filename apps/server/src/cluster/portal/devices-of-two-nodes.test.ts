import type { AssetId, provisioning } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { ask } from '#testing/device-conversation.ts';
import type { Portal } from '#testing/portal.ts';
import { double, TestEdge } from '#testing/sparkplug-edge.ts';
import { startTwoNodes, type TwoNodes } from '../testing/two-nodes.ts';

let nodes: TwoNodes;
let both: readonly Portal[];
beforeAll(async () => {
  nodes = await startTwoNodes();
  both = [nodes.one, nodes.two];
}, 120_000);
afterAll(() => nodes.close(), 60_000);

const adminAt = async (portal: Portal) => (await nodes.one.as('admin')).at(portal.url);
const post = (portal: Portal, path: string, body: unknown) =>
  fetch(`${portal.url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The current value of a data item, as each node tells it. */
async function valuesOf(assetId: AssetId, label: string): Promise<unknown[]> {
  const path = `/api/ef/assets/${assetId}/dataitems`;
  const replies = both.map(async (portal) => (await adminAt(portal)).get<{ label: string; value: unknown }[]>(path));
  return (await Promise.all(replies)).map(({ body }) => body.find((item) => item.label === label)?.value);
}

/** What was written down of an asset's going and coming, in order. */
async function written(assetId: AssetId): Promise<string[]> {
  const { db } = nodes.one.context;
  const rows = await db
    .selectFrom('journal')
    .select('what')
    .where('asset_id', '=', assetId)
    .where('kind', '=', 'connection')
    .orderBy('journal_id')
    .execute();
  return rows.map(({ what }) => what);
}

const isConnected = (assetId: AssetId) => both.map(({ context }) => context.connections.stateOf(assetId).connected);

describe('a device that speaks HTTP', () => {
  it('sends to either node, and asks either', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    for (const [n, portal] of both.entries()) {
      const body = { ts: Date.now() + n, values: { Flow: n } };
      expect((await post(portal, `${accessToken}/telemetry`, body)).status).toBe(200);
      await expect.poll(() => valuesOf(assetId, 'Flow')).toEqual([n, n]);
    }
    expect((await post(nodes.one, `${accessToken}/attributes`, { rate: 7 })).status).toBe(200);
    const asked = await fetch(`${nodes.two.url}/api/v1/${accessToken}/attributes?clientKeys=rate`);
    expect(await asked.json()).toEqual({ client: { rate: 7 } });
    expect(isConnected(assetId)).toEqual([true, true]);
  });

  it('waits at one node for an attribute that is changed at the other', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const waiting = fetch(`${nodes.one.url}/api/v1/${accessToken}/attributes/updates?timeout=30000`);
    await expect.poll(() => nodes.one.context.deviceSessions.sessionsOf(assetId).length).toBe(1);
    const admin = await adminAt(nodes.two);
    await admin.put(`/api/assets/${assetId}/attributes`, { attributeName: 'mode', attributeValue: 'night' });
    expect(await (await waiting).json()).toEqual({ mode: 'night' });
  });

  it('is refused at one node from the answer on by which its token was replaced at the other', async () => {
    const { assetId, accessToken } = await nodes.one.anAsset();
    const send = () => post(nodes.one, `${accessToken}/telemetry`, { Flow: 1 });
    expect((await send()).status).toBe(200);
    const { body } = await (await adminAt(nodes.two)).post<{ accessToken: string }>(`/api/assets/${assetId}/token`);
    expect((await send()).status).toBe(401);
    expect((await post(nodes.one, `${body.accessToken}/telemetry`, { Flow: 2 })).status).toBe(200);
  });

  it('claims itself at either node', async () => {
    const { accessToken } = await nodes.one.anAsset();
    for (const portal of both) expect((await post(portal, `${accessToken}/claim`, {})).status).toBe(200);
  });
});

describe('a device without a token', () => {
  it('gets one at the node where the key was not made, and works at the other at once', async () => {
    const admin = await nodes.one.as('admin');
    const assetDefinitionId = await nodes.one.aDefinition();
    const made = await admin.post<provisioning.ProvisionKey & { deviceSecret: string }>('/api/provisionkeys', {
      name: 'Pumps',
      assetDefinitionId,
    });
    const { deviceKey, deviceSecret, provisionKeyId } = made.body;
    const request = (deviceName: string) => ({
      deviceName,
      provisionDeviceKey: deviceKey,
      provisionDeviceSecret: deviceSecret,
    });
    const got = (await (await post(nodes.two, 'provision', request('New 1'))).json()) as { credentialsValue: string };
    const device = await connectDevice(nodes.one, got.credentialsValue);
    expect(device.connected).toBe(true);
    await device.endAsync();
    const newcomer = await connectDevice(nodes.two, 'provision', { clientId: 'provision' });
    await newcomer.subscribeAsync('/provision/response', { qos: 1 });
    const answer = await ask(newcomer, '/provision/request', request('New 2'), '/provision/response');
    expect(answer).toMatchObject({ status: 'SUCCESS' });
    await newcomer.endAsync();
    // The same serial number at both at once is one asset.
    const twins = await Promise.all(
      both.map(async (portal) => (await post(portal, 'provision', request('New 3'))).json() as Promise<object>),
    );
    expect(twins.filter((twin) => (twin as { status: string }).status === 'SUCCESS')).toHaveLength(1);
    expect((await admin.delete(`/api/provisionkeys/${provisionKeyId}`)).status).toBeLessThan(300);
    const late = await (await post(nodes.two, 'provision', request('New 4'))).json();
    expect(late).not.toMatchObject({ status: 'SUCCESS' });
  });
});

describe('a Sparkplug edge', () => {
  it('goes to the other node without its assets being away, and is away at both when it goes', async () => {
    const admin = await nodes.one.as('admin');
    const { body } = await admin.post<{ accessToken: string }>('/api/gateways', { name: 'Edges' });
    const edgeAt = async (portal: Portal) => {
      const client = await connectDevice(portal, body.accessToken, { clientId: 'edge', protocolVersion: 5 });
      const edge = new TestEdge(client, 'Plant', 'E');
      await edge.nodeBirth([double('Uptime', 1)]);
      await edge.publish('DBIRTH', 'mixer', [double('Speed', 1, { alias: portal === nodes.one ? 1 : 2 })]);
      return edge;
    };
    const first = await edgeAt(nodes.one);
    const found = await nodes.one.context.registry.findBySerialNumber('mixer');
    const assetId = found?.assetId as AssetId;
    await expect.poll(() => isConnected(assetId)).toEqual([true, true]);
    let edge = first;
    for (const portal of [nodes.two, nodes.one, nodes.two]) {
      const before = edge;
      edge = await edgeAt(portal);
      await expect.poll(() => before.client.connected).toBe(false);
      // Under the alias of its last birth, wherever it was born before.
      const value = Math.round(Math.random() * 1e6);
      const alias = portal === nodes.one ? 1 : 2;
      await edge.publish('DDATA', 'mixer', [{ alias, type: 'Double', value } as never]);
      await expect.poll(() => valuesOf(assetId, 'Speed')).toEqual([value, value]);
      expect(isConnected(assetId)).toEqual([true, true]);
    }
    await edge.client.endAsync();
    await expect.poll(() => isConnected(assetId)).toEqual([false, false]);
    await expect.poll(() => written(assetId)).toEqual(['came online', 'went offline']);
  });
});
