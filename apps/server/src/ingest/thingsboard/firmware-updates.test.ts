import { createHash, randomBytes } from 'node:crypto';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { upload } from '#features/files/testing/uploads.ts';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { ask, heardOn, say } from '#testing/device-conversation.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

/*
 * Updates packet by packet as ThingsBoard's SDKs have them: TBDeviceMqttClient and TBHTTPDevice of the one for Python
 * (1.13), OTA_Firmware_Update of the one for Arduino and ESP32 (0.15). Both subscribe to `v2/fw/response/+` alone.
 */

const ME = 'v1/devices/me';
const KEYS = 'fw_checksum,fw_checksum_algorithm,fw_size,fw_title,fw_version';

let portal: Portal;
let admin: PortalClient;
let device: MqttClient;
let assetId: number;
let token: string;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

async function begin(): Promise<void> {
  ({ assetId, accessToken: token } = await portal.anAsset());
  device = await connectDevice(portal, token, { protocolVersion: 4, clientId: '' });
  await device.subscribeAsync(`${ME}/attributes`, { qos: 1 });
  await device.subscribeAsync(`${ME}/attributes/response/+`, { qos: 1 });
}

const set = (attributeName: string, attributeValue: string) =>
  admin.put(`/api/assets/${assetId}/attributes`, { attributeName, attributeValue });

async function assign(content: Uint8Array<ArrayBuffer>, version: string, filename = 'pump.bin') {
  expect((await upload(portal, admin, `/api/ef/assets/${assetId}/files`, [[filename, content]])).status).toBe(200);
  await set('fw_title', 'pump');
  await set('fw_file', filename);
  await set('fw_version', version);
  return {
    fw_title: 'pump',
    fw_version: version,
    fw_size: content.length,
    fw_checksum: createHash('sha256').update(content).digest('hex'),
    fw_checksum_algorithm: 'SHA256',
  };
}

describe('firmware for ThingsBoard’s SDKs', () => {
  it('comes in chunks to who listens to v2/fw/response/+, and its version stays the text that it is', async () => {
    await begin();
    const content = randomBytes(8_192);
    const facts = await assign(content, '1.2');
    await device.subscribeAsync('v2/fw/response/+', { qos: 0 });
    const request = { sharedKeys: KEYS };
    const answer = await ask(device, `${ME}/attributes/request/1`, request, `${ME}/attributes/response/1`);
    expect(answer).toEqual({ shared: facts });
    // The one for Arduino asks for size / 4096 + 1 chunks, the last of them empty.
    const chunks: Buffer[] = [];
    for (let n = 0; n <= 2; n++) {
      const heard = heardOn(device, `v2/fw/response/1/chunk/${n}`);
      await say(device, `v2/fw/request/1/chunk/${n}`, '4096');
      chunks.push(await heard);
    }
    expect(chunks.map(({ length }) => length)).toEqual([4_096, 4_096, 0]);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
    await device.endAsync();
  });

  it('comes without a size, as the one for Python asks unless it is told one, until all of it is there', async () => {
    await begin();
    const content = randomBytes(1_200_000);
    const { fw_size } = await assign(content, '2.0');
    await device.subscribeAsync('v2/fw/response/+', { qos: 0 });
    let got = Buffer.alloc(0);
    for (let n = 0; got.length < fw_size; n++) {
      const heard = heardOn(device, `v2/fw/response/1/chunk/${n}`);
      await say(device, `v2/fw/request/1/chunk/${n}`, '');
      got = Buffer.concat([got, await heard]);
    }
    expect(got.equals(content)).toBe(true);
    await device.endAsync();
  });

  it('is told in one message, for they begin with what that says, and not before all of it is there', async () => {
    await begin();
    const heard = nextMessage(device);
    const first = await assign(randomBytes(1_000), '1', 'one.bin');
    expect((await heard).body).toEqual({ fw_file: 'one.bin', ...first });
    const other = randomBytes(2_000);
    const told: unknown[] = [];
    device.on('message', (_topic, payload) => told.push(JSON.parse(payload.toString())));
    const second = await assign(other, '2', 'two.bin');
    // The new file under the version that runs already begins nothing; its own version does.
    await expect.poll(() => told.at(-1)).toEqual({ fw_file: 'two.bin', ...second });
    for (const one of told) expect(one).toMatchObject({ fw_title: 'pump', fw_checksum_algorithm: 'SHA256' });
    await admin.delete(`/api/assets/${assetId}/attributes/fw_version`);
    await expect.poll(() => told.at(-1)).toEqual({ deleted: ['fw_version'] });
    await device.endAsync();
  });

  it('is told as it was set where the device fetches it elsewhere', async () => {
    await begin();
    const heard = nextMessage(device);
    await set('fw_url', 'https://firmware.example/pump.bin');
    expect((await heard).body).toEqual({ fw_url: 'https://firmware.example/pump.bin' });
    const version = nextMessage(device);
    await set('fw_version', '3.1');
    expect((await version).body).toEqual({ fw_version: '3.1' });
    await device.endAsync();
  });

  it('comes over HTTP as a whole without a size, in chunks of any size, and no chunk of another version', async () => {
    await begin();
    const content = randomBytes(1_200_000);
    await assign(content, '1.10');
    const get = async (query: string) => {
      const answer = await fetch(`${portal.url}/api/v1/${token}/firmware?title=pump&${query}`);
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    for (const query of ['version=1.10&size=0&chunk=0', `version=1.10&size=${content.length}&chunk=0`]) {
      const whole = await get(query);
      expect([whole.status, whole.bytes.equals(content)]).toEqual([200, true]);
    }
    const parts = [await get('version=1.10&size=700000&chunk=0'), await get('version=1.10&size=700000&chunk=1')];
    expect(Buffer.concat(parts.map(({ bytes }) => bytes)).equals(content)).toBe(true);
    expect(await get('version=1.10&size=700000&chunk=2')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
    const { status, bytes } = await get('version=1.9&size=700000&chunk=1');
    expect([status, bytes.toString()]).toEqual([
      400,
      expect.stringContaining('the version of the package is 1.10 by now'),
    ]);
    await device.endAsync();
  });
});
