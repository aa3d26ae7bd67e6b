import { createHash, randomBytes } from 'node:crypto';
import type { assets, devices } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, nextMessage } from '#testing/device-client.ts';
import { ask, heardOn, say, sayInVain } from '#testing/device-conversation.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const ME = 'v1/devices/me';

describe.each(everyPortal())('ThingsBoard’s device API over MQTT, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  beforeAll(async () => {
    portal = await start();
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());

  const set = (assetId: number, attributes: Record<string, string>) =>
    Promise.all(
      Object.entries(attributes).map(([attributeName, attributeValue]) =>
        admin.put(`/api/assets/${assetId}/attributes`, { attributeName, attributeValue }),
      ),
    );

  const reasonsOf = async (assetId: number) => {
    const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
    return body.entries.map(({ reason }) => reason);
  };

  describe.each([4, 5] as const)('with protocol version %i', (protocolVersion) => {
    let device: MqttClient;
    let assetId: number;
    beforeAll(async () => {
      const asset = await portal.anAsset();
      ({ assetId } = asset);
      device = await connectDevice(portal, asset.accessToken, { protocolVersion });
      const topics = ['attributes', 'attributes/response/+', 'rpc/request/+', 'rpc/response/+'];
      const granted = await device.subscribeAsync(
        topics.map((topic) => `${ME}/${topic}`),
        { qos: 1 },
      );
      expect(granted.map(({ qos }) => qos)).toEqual([1, 1, 1, 1]);
    });
    afterAll(() => device.endAsync());

    it('telemetry in each of its forms is stored', async () => {
      await say(device, `${ME}/telemetry`, { a: 1 });
      await say(device, `${ME}/telemetry`, { ts: 1_451_649_600_512, values: { b: 'text', c: true } });
      await say(device, `${ME}/telemetry`, [{ d: 1 }, { ts: 5, values: { e: { nested: [1] } } }]);
      const { body } = await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`);
      expect(body.map(({ label }) => label).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
    });

    it('attributes are told in their types when they are asked for', async () => {
      await say(device, `${ME}/attributes`, { attribute1: 'value1', attribute2: true, 'attribute 3': 42.5, four: 73 });
      await say(device, `${ME}/attributes`, { attribute5: { someNumber: 42, someArray: [1, 2, 3] } });
      const request = { clientKeys: 'attribute1,attribute2', sharedKeys: 'four,Attribute5,missing' };
      expect(await ask(device, `${ME}/attributes/request/1`, request, `${ME}/attributes/response/1`)).toEqual({
        client: { attribute1: 'value1', attribute2: true },
        shared: { four: 73, Attribute5: { someNumber: 42, someArray: [1, 2, 3] } },
      });
      const one = await ask(
        device,
        `${ME}/attributes/request/2`,
        { sharedKeys: 'four' },
        `${ME}/attributes/response/2`,
      );
      expect(one).toEqual({ shared: { four: 73 } });
    });

    it('changed attributes are pushed in their types, deleted ones named', async () => {
      const told = nextMessage(device);
      await set(assetId, { uploadFrequency: '60' });
      expect(await told).toEqual({ topic: `${ME}/attributes`, body: { uploadFrequency: 60 } });
      const gone = nextMessage(device);
      await admin.delete(`/api/assets/${assetId}/attributes/uploadFrequency`);
      expect(await gone).toEqual({ topic: `${ME}/attributes`, body: { deleted: ['uploadFrequency'] } });
    });

    it('a call of the portal is heard and answered', async () => {
      const heard = nextMessage(device);
      const command = JSON.stringify({ module: 'gpio', command: 'set', parameter: { pin: 4, value: 1 } });
      const { body } = await admin.post<{ commandId: number }[]>('/api/commands', [{ assetId, command }]);
      const id = body[0]?.commandId;
      expect(await heard).toEqual({
        topic: `${ME}/rpc/request/${id}`,
        body: { method: 'gpio.set', params: { pin: 4, value: 1 } },
      });
      await say(device, `${ME}/rpc/response/${id}`, { done: true });
      expect((await admin.get(`/api/commands/${id}`)).body).toMatchObject({
        state: 'answered',
        answer: '{"done":true}',
      });
    });

    it('a call of the device is answered, also one of a method that there is none of', async () => {
      const time = await ask(device, `${ME}/rpc/request/1`, { method: 'getTime', params: {} }, `${ME}/rpc/response/1`);
      expect(time).toEqual({ time: expect.closeTo(portal.clock.now(), -4) });
      const other = await ask(device, `${ME}/rpc/request/2`, { method: 'fly' }, `${ME}/rpc/response/2`);
      expect(other).toEqual({ error: 'no such method: fly' });
    });

    it('a claim is acknowledged, has no effect, and keeps no secret', async () => {
      await say(device, `${ME}/claim`, { secretKey: 'do not keep', durationMs: 60_000 });
      const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
      expect(body.entries[0]?.reason).toBe('claiming has no effect: the asset belongs to its admin unit already');
      expect(JSON.stringify(body)).not.toContain('do not keep');
    });

    it('firmware comes in chunks, with its size and checksum among the attributes', async () => {
      const content = randomBytes(2_500);
      const form = new FormData();
      form.append('file', new Blob([content]), 'pump-2.bin');
      const upload = await fetch(`${portal.url}/api/ef/assets/${assetId}/files`, {
        method: 'POST',
        headers: { Cookie: admin.cookie ?? '', 'X-Requested-With': 'Telltale' },
        body: form,
      });
      expect(upload.status).toBe(200);
      await device.subscribeAsync(['v2/fw/response/+/chunk/+', 'v2/fw/error'], { qos: 1 });
      const told = nextMessage(device);
      const named = { fw_title: 'pump', fw_file: 'pump-2.bin', fw_version: '2.0.1' };
      for (const [name, value] of Object.entries(named)) await set(assetId, { [name]: value });
      const checksum = createHash('sha256').update(content).digest('hex');
      const facts = { fw_size: 2_500, fw_checksum: checksum, fw_checksum_algorithm: 'SHA256' };
      expect((await told).body).toEqual({ ...named, ...facts });
      const request = { sharedKeys: 'fw_title,fw_version,fw_size,fw_checksum,fw_checksum_algorithm' };
      expect(await ask(device, `${ME}/attributes/request/9`, request, `${ME}/attributes/response/9`)).toEqual({
        shared: { fw_title: 'pump', fw_version: '2.0.1', ...facts },
      });
      const chunks: Buffer[] = [];
      for (let n = 0; n < 4; n++) {
        const answer = heardOn(device, `v2/fw/response/1/chunk/${n}`);
        await say(device, `v2/fw/request/1/chunk/${n}`, '1000');
        chunks.push(await answer);
      }
      expect(chunks.map(({ length }) => length)).toEqual([1_000, 1_000, 500, 0]);
      expect(Buffer.concat(chunks).equals(content)).toBe(true);
      const error = heardOn(device, 'v2/fw/error');
      expect(await sayInVain(device, 'v2/fw/request/1/chunk/0', '99999999')).toBe(protocolVersion === 5 ? 0x99 : 0);
      expect((await error).toString()).toBe('a chunk has 1 to 524288 bytes');
      expect((await reasonsOf(assetId))[0]).toBe('a chunk has 1 to 524288 bytes');
    });

    it('nonsense is set aside, and ends nothing', async () => {
      const [topicInvalid, payloadInvalid] = protocolVersion === 5 ? [0x90, 0x99] : [0, 0];
      expect(await sayInVain(device, `${ME}/attributes/request/x/y`, {})).toBe(topicInvalid);
      expect(await sayInVain(device, `${ME}/attributes/request/3`, 'not json')).toBe(payloadInvalid);
      expect(await sayInVain(device, `${ME}/rpc/request/3`, [1])).toBe(payloadInvalid);
      expect(await sayInVain(device, 'v2/fw/request/1/chunk/-1', '10')).toBe(topicInvalid);
      expect(await sayInVain(device, 'v2/sw/request/1/chunk/0', '10')).toBe(payloadInvalid);
      expect((await reasonsOf(assetId)).slice(0, 5)).toEqual([
        'the asset has no file that its attribute sw_file names',
        'topic not served: v2/fw/request/1/chunk/-1',
        'must be an object',
        'not valid JSON',
        `topic not served: ${ME}/attributes/request/x/y`,
      ]);
      expect(device.connected).toBe(true);
    });
  });
});
