import { createHash, randomBytes } from 'node:crypto';
import { appendFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { devices, files } from '@telltale/contract';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice } from '#testing/device-client.ts';
import { ask, heardOn, say, sayInVain } from '#testing/device-conversation.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const TOPIC = 'v2/file';

describe.each(everyPortal())('uploads of devices, on $engine', ({ start }) => {
  let portal: Portal;
  let admin: PortalClient;
  beforeAll(async () => {
    portal = await start({ config: { fileQuotaMb: 1 } });
    admin = await portal.as('admin');
  });
  afterAll(() => portal.close());

  const filesOf = async (assetId: number) =>
    (await admin.get<files.StoredFile[]>(`/api/ef/assets/${assetId}/files`)).body;
  const uploadsFolder = () => join(portal.folder, 'data/files/uploads');

  describe('over HTTP', () => {
    async function send(token: string, query: Record<string, string | number>, content?: Buffer) {
      const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const answer = await fetch(`${portal.url}/api/v1/${token}/files?${asked}`, {
        method: content ? 'POST' : 'PUT',
        ...(content ? { body: new Uint8Array(content) } : {}),
      });
      return { status: answer.status, body: (await answer.json()) as { error?: { message: string } } };
    }

    it('a small file comes in one request, and is the asset’s', async () => {
      const asset = await portal.anAsset();
      const content = randomBytes(3_000);
      const { status, body } = await send(asset.accessToken, { filename: 'logs/may.bin' }, content);
      expect([status, body]).toEqual([200, { fileId: expect.any(Number), sha256: sha256Of(content) }]);
      expect(await filesOf(asset.assetId)).toMatchObject([
        { filename: 'logs/may.bin', length: 3_000, user: `device ${asset.serialNumber}` },
      ]);
      const journal = await admin.get<{ entries: { what: string; user: string }[] }>(
        `/api/journal?kind=file&assetId=${asset.assetId}`,
      );
      expect(journal.body.entries[0]).toMatchObject({ user: `device ${asset.serialNumber}` });
    });

    it('a larger one comes in chunks; what is sent twice counts once', async () => {
      const { assetId, accessToken } = await portal.anAsset();
      const content = randomBytes(2_500);
      const query = { filename: 'log.bin', length: 2_500, size: 1_000 };
      const chunk = (n: number) =>
        send(accessToken, { ...query, chunk: n }, content.subarray(n * 1_000, n * 1_000 + 1_000));
      expect((await send(accessToken, query)).body).toEqual({ chunk: 0 });
      expect((await chunk(2)).body.error?.message).toBe('The request cannot be taken: chunk 0 is wanted next.');
      expect((await chunk(0)).body).toEqual({ chunk: 1 });
      expect((await chunk(0)).body).toEqual({ chunk: 1 });
      expect((await chunk(1)).body).toEqual({ chunk: 2 });
      expect((await send(accessToken, query)).body).toEqual({ chunk: 2 });
      const { body } = await chunk(2);
      expect(body).toEqual({ fileId: expect.any(Number), sha256: sha256Of(content) });
      expect((await chunk(2)).body).toEqual(body);
      expect(await filesOf(assetId)).toHaveLength(1);
      for (const n of [0, 1, 2]) await chunk(n);
      expect((await filesOf(assetId)).map(({ filename }) => filename)).toEqual(['log.bin', 'log.bin']);
    });

    it('goes on after a restart, also in the middle of a chunk', async () => {
      const { assetId, accessToken } = await portal.anAsset();
      const content = randomBytes(2_000);
      const query = { filename: 'cut.bin', length: 2_000, size: 1_000 };
      await send(accessToken, { ...query, chunk: 0 }, content.subarray(0, 1_000));
      const [name = ''] = await readdir(uploadsFolder());
      await portal.restart(() => appendFile(join(uploadsFolder(), name), content.subarray(1_000, 1_300)));
      admin = admin.at(portal.url);
      expect((await send(accessToken, query)).body).toEqual({ chunk: 1 });
      const { body } = await send(accessToken, { ...query, chunk: 1 }, content.subarray(1_000));
      expect(body).toMatchObject({ sha256: sha256Of(content) });
      expect(await filesOf(assetId)).toHaveLength(1);
    });

    it('leads nowhere else, fits into the quota and is refused to strangers', async () => {
      const { assetId, accessToken } = await portal.anAsset();
      await send(accessToken, { filename: '../../../etc/passwd' }, Buffer.from('x'));
      expect((await filesOf(assetId))[0]?.filename).toBe('etc/passwd');
      expect((await send('nobody', { filename: 'x' }, Buffer.from('x'))).status).toBe(401);
      const large = await send(accessToken, { filename: 'large', length: 3_000_000 });
      expect([large.status, large.body.error?.message]).toEqual([413, 'The files take at most 1 MB.']);
      const long = await send(accessToken, { filename: 'x', length: 5, size: 5 }, Buffer.from('too long'));
      expect([long.status, long.body.error?.message]).toEqual([
        400,
        'The request cannot be taken: chunk 0 has 5 bytes, 8 came.',
      ]);
      for (const query of [{ filename: '' }, { filename: 'x', size: 600_000 }, { filename: 'x', chunk: -1 }]) {
        expect((await send(accessToken, query, Buffer.from('x'))).status).toBe(400);
      }
      expect(await readdir(uploadsFolder())).toEqual([]);
    });
  });

  describe.each([4, 5] as const)('over MQTT, with protocol version %i', (protocolVersion) => {
    let device: MqttClient;
    let assetId: number;
    let accessToken: string;
    const connect = async () => {
      device = await connectDevice(portal, accessToken, { protocolVersion });
      await device.subscribeAsync([`${TOPIC}/response/+`, `${TOPIC}/error`], { qos: 1 });
    };
    beforeAll(async () => {
      ({ assetId, accessToken } = await portal.anAsset());
      await connect();
    });
    afterAll(() => device.endAsync());

    const begin = (id: string, file: object) => ask(device, `${TOPIC}/request/${id}`, file, `${TOPIC}/response/${id}`);

    it('a file comes in chunks that need not wait for each other, over a lost connection', async () => {
      const content = randomBytes(4_500);
      const file = { filename: 'logs/june.bin', length: 4_500, size: 1_000 };
      const chunk = (n: number) =>
        say(device, `${TOPIC}/request/7/chunk/${n}`, content.subarray(n * 1_000, n * 1_000 + 1_000));
      expect(await begin('7', file)).toEqual({ chunk: 0 });
      await Promise.all([0, 1].map(chunk));
      await device.endAsync();
      await connect();
      expect(await begin('7', file)).toEqual({ chunk: 2 });
      const over = heardOn(device, `${TOPIC}/response/7`);
      await Promise.all([2, 3, 4].map(chunk));
      const { fileId, sha256 } = JSON.parse((await over).toString()) as files.StoredFile;
      expect(sha256).toBe(sha256Of(content));
      expect((await filesOf(assetId))[0]).toMatchObject({ fileId, filename: 'logs/june.bin', length: 4_500 });
    });

    it('what is not taken is told, set aside, and ends nothing', async () => {
      const refused = async (topic: string, body: unknown) => {
        const error = heardOn(device, `${TOPIC}/error`);
        expect(await sayInVain(device, topic, body)).toBe(protocolVersion === 5 ? 0x99 : 0);
        return JSON.parse((await error).toString()) as unknown;
      };
      const small = { filename: 'a', length: 5, size: 5 };
      expect(await refused(`${TOPIC}/request/1`, 'not json')).toEqual({ id: '1', error: 'not valid JSON' });
      expect(await refused(`${TOPIC}/request/1`, { ...small, size: 1e9 })).toEqual({
        id: '1',
        error: 'a chunk has 1 to 524288 bytes',
      });
      expect(await refused(`${TOPIC}/request/1`, { ...small, length: 3e6 })).toEqual({
        id: '1',
        error: 'The files take at most 1 MB.',
      });
      expect(await refused(`${TOPIC}/request/2/chunk/0`, 'x')).toEqual({ id: '2', error: 'no upload was begun as 2' });
      expect(await sayInVain(device, `${TOPIC}/request/1/chunk/-1`, 'x')).toBe(protocolVersion === 5 ? 0x90 : 0);
      const { body } = await admin.get<devices.QuarantineReply>(`/api/ef/assets/${assetId}/quarantine`);
      expect(body.entries.map(({ reason }) => reason)).toContain('no upload was begun as 2');
      expect(device.connected).toBe(true);
    });
  });
});
