import { setTimeout as delay } from 'node:timers/promises';
import type { assets, ownership } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import type { Portal } from './portal.ts';

export const SECOND_PASSWORD = 'a password of somebody';

const RPC = 'v1/devices/me/rpc/request/';
const TELEMETRY = 'v1/devices/me/telemetry';
/** The user group that every portal begins with. */
const ADMINISTRATORS = 1;

export interface CommandedPump {
  readonly assetId: number;
  readonly device: MqttClient;
  /** Methods that the device heard, in their order. */
  readonly heard: readonly string[];
}

/** A pump that does as it is told: it takes a new speed in a moment and answers at once, as device SDKs of ThingsBoard do. */
export async function aCommandedPump(portal: Portal, serialNumber: string, definition: string): Promise<CommandedPump> {
  const { assetId, accessToken } = await portal.anAsset(serialNumber, definition);
  const device = await portal.aDevice(accessToken);
  const heard: string[] = [];
  device.on('message', (topic, payload) => {
    const { method, params } = JSON.parse(payload.toString()) as { method: string; params: { speed?: number } | null };
    heard.push(method);
    const id = topic.slice(RPC.length);
    void answer(device, id, method, params?.speed);
  });
  await device.subscribeAsync(`${RPC}+`, { qos: 1 });
  await device.publishAsync(TELEMETRY, JSON.stringify({ Speed: 20, Pressure: 41.5 }), { qos: 1 });
  return { assetId, device, heard };
}

async function answer(device: MqttClient, id: string, method: string, speed: number | undefined): Promise<void> {
  await device.publishAsync(`v1/devices/me/rpc/response/${id}`, JSON.stringify({ ok: true, method }), { qos: 1 });
  if (speed === undefined) return;
  // A value of the same millisecond would be none that came later.
  await delay(20);
  await device.publishAsync(TELEMETRY, JSON.stringify({ Speed: speed }), { qos: 1 });
}

/** 'Set speed', told to have worked by the data item Speed, and 'Blow down', which needs a second person. */
export async function pumpTemplates(portal: Portal, assetId: number): Promise<void> {
  const items = await portal.call<assets.CurrentValue[]>('GET', `/api/ef/assets/${assetId}/dataitems`);
  const list = await portal.call<assets.Asset[]>('GET', '/api/ef/assets');
  const asset = list.find((one) => one.assetId === assetId);
  const assetDefinitionId = asset?.assetDefinition.assetDefinitionId;
  const dataItemId = items.find(({ label }) => label === 'Speed')?.dataItemId;
  await portal.call('POST', '/api/ef/commanddefinitions', {
    assetDefinitionId,
    name: 'Set speed',
    module: 'pump',
    command: 'speed',
    form: {
      type: 'object',
      properties: { speed: { type: 'number', title: 'Speed', unit: '%', minimum: 0, maximum: 100 } },
      required: ['speed'],
    },
    dataItemId,
    expectedField: 'speed',
    tolerance: 0.5,
  });
  const blow = { assetDefinitionId, name: 'Blow down', module: 'valve', command: 'blow', dangerous: true };
  await portal.call('POST', '/api/ef/commanddefinitions', blow);
}

/** Another administrator, who has set SECOND_PASSWORD. */
export async function aSecondPerson(portal: Portal, username: string): Promise<void> {
  await portal.call('PUT', `/api/usergroups/${ADMINISTRATORS}/users`, [await aPerson(portal, username)]);
}

/** A user of no group, who has set SECOND_PASSWORD. */
export async function aPerson(portal: Portal, username: string): Promise<number> {
  const user = { userId: 0, username, password: '', email: true };
  const { userId } = await portal.call<ownership.OwnedUser>('POST', '/api/users?sendEmail=false', user);
  const { link } = await portal.call<{ link: string }>('GET', `/api/auth/link/${encodeURIComponent(username)}`);
  const changeId = new URL(link, portal.url).searchParams.get('changeId') ?? '';
  const headers = { 'X-Requested-With': 'Telltale', Authorization: `Basic ${btoa(`${username}:${SECOND_PASSWORD}`)}` };
  const set = await fetch(`${portal.url}/api/auth/submit/${changeId}`, { headers });
  if (!set.ok) throw new Error(`The password was not set: ${await set.text()}`);
  return userId;
}
