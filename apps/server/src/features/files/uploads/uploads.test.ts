import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { files } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const MEBIBYTE = 2 ** 20;
const TUS = { 'Tus-Resumable': '1.0.0' };
const UPLOADS = '/api/files/uploads';

describe.each(everyPortal())('resumable uploads, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let operator: PortalClient;
  beforeAll(async () => {
    portal = await start({ config: { fileQuotaMb: 3 } });
    world = await buildTwoUnits(portal);
    operator = await portal.as('opA');
  });
  afterAll(() => portal.close());

  const metadata = (of: Record<string, string | number>) =>
    Object.entries(of)
      .map(([key, value]) => `${key} ${Buffer.from(String(value)).toString('base64')}`)
      .join(',');

  const begin = (client: PortalClient, length: number, of: Record<string, string | number>) =>
    client.send(UPLOADS, {
      method: 'POST',
      headers: { ...TUS, 'Upload-Length': String(length), 'Upload-Metadata': metadata(of) },
    });

  const send = (client: PortalClient, address: string, offset: number, content: Uint8Array<ArrayBuffer> | string) =>
    fetch(`${portal.url}${address}`, {
      method: 'PATCH',
      headers: {
        ...TUS,
        Cookie: client.cookie ?? '',
        'X-Requested-With': 'Telltale',
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: content,
    });

  const look = (client: PortalClient, address: string) => client.send(address, { method: 'HEAD', headers: TUS });
  const addressOf = (reply: { headers: Headers }) => reply.headers.get('location') ?? '';
  const filesOf = async (assetId: number) =>
    (await operator.get<files.StoredFile[]>(`/api/ef/assets/${assetId}/files`)).body;
  const anAsset = async () => {
    const asset = await portal.anAsset({ assetDefinitionId: world.definition });
    await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [asset.assetId]);
    return asset.assetId;
  };

  it('come in parts, and are a file with the last of them', async () => {
    const assetId = await anAsset();
    const content = randomBytes(1_500_000);
    const begun = await begin(operator, content.length, { filename: 'logs/may/7.bin', assetId });
    expect(begun.status).toBe(201);
    expect([...begun.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const address = addressOf(begun);
    expect(address).toMatch(/^\/api\/files\/uploads\/[\w-]+$/);
    expect((await send(operator, address, 0, content.subarray(0, 1_000_000))).status).toBe(204);
    expect((await look(operator, address)).headers.get('upload-offset')).toBe('1000000');
    expect((await send(operator, address, 0, content)).status).toBe(409);
    expect(await filesOf(assetId)).toEqual([]);
    expect((await send(operator, address, 1_000_000, content.subarray(1_000_000))).status).toBe(204);
    const [file] = await filesOf(assetId);
    const sha256 = createHash('sha256').update(content).digest('hex');
    expect(file).toMatchObject({ filename: 'logs/may/7.bin', length: content.length, sha256, user: 'opA' });
    // Who missed the answer learns that all of it came.
    expect((await look(operator, address)).headers.get('upload-offset')).toBe(String(content.length));
    expect(await filesOf(assetId)).toHaveLength(1);
  });

  it('lie in folders on the page of all files, and those of one name of one asset are versions of one', async () => {
    const assetId = await anAsset();
    const keep = async (filename: string, of: Record<string, number>) => {
      const begun = await begin(operator, 1, { filename, ...of });
      expect((await send(operator, addressOf(begun), 0, 'x')).status).toBe(204);
    };
    const names = ['b.txt', 'logs/10/x.csv', 'logs/2/x.csv', 'logs/all.csv', 'b.txt', '__proto__/a', 'logsheet'];
    for (const name of names) await keep(`kept/${name}`, { assetId });
    await keep('kept/b.txt', {});
    const page = async (query: Record<string, string>, client = operator) => {
      const { body } = await client.get<files.FilePage>(`/api/ef/files?${new URLSearchParams(query)}`);
      const found = body.files.map(({ filename, older }) => `${filename} ${older.length}`);
      return { total: body.total, folders: body.folders, files: found.toSorted() };
    };
    expect((await page({ folder: '' })).folders).toContain('kept');
    expect(await page({ folder: 'kept' })).toEqual({
      total: 3,
      folders: ['__proto__', 'logs'],
      files: ['kept/b.txt 0', 'kept/b.txt 1', 'kept/logsheet 0'],
    });
    const asset = String(assetId);
    expect((await page({ folder: 'kept', asset })).files).toEqual(['kept/b.txt 1', 'kept/logsheet 0']);
    expect((await page({ folder: 'kept', asset, limit: '1', offset: '1' })).files).toEqual(['kept/b.txt 1']);
    const logs = { total: 1, folders: ['2', '10'], files: ['kept/logs/all.csv 0'] };
    expect(await page({ folder: 'kept/logs' })).toEqual(logs);
    expect(await page({ folder: 'kept/lo' })).toEqual({ total: 0, folders: [], files: [] });
    expect(await page({ folder: 'kept/logs', search: 'X.CSV' })).toMatchObject({ total: 2, folders: [] });
    expect((await page({ search: 'kept/' })).total).toBe(7);
    expect((await page({ folder: '' }, await portal.as('opB'))).folders).not.toContain('kept');
  });

  it('are gone on with after what came of a request that broke off', async () => {
    const assetId = await anAsset();
    const address = addressOf(await begin(operator, 2_000_000, { filename: 'x', assetId }));
    const socket = connect(portal.httpPort, '127.0.0.1');
    const head = [
      `PATCH ${address} HTTP/1.1`,
      'Host: 127.0.0.1',
      `Cookie: ${operator.cookie}`,
      'X-Requested-With: Telltale',
      'Tus-Resumable: 1.0.0',
      'Upload-Offset: 0',
      'Content-Type: application/offset+octet-stream',
      'Content-Length: 2000000',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.write(Buffer.alloc(1_200_000, 'a'), () => socket.end());
    const offset = async () => Number((await look(operator, address)).headers.get('upload-offset'));
    await expect.poll(offset, { timeout: 20_000 }).toBeGreaterThanOrEqual(MEBIBYTE);
    const come = await offset();
    expect((await send(operator, address, come, 'b'.repeat(2_000_000 - come))).status).toBe(204);
    expect((await filesOf(assetId))[0]).toMatchObject({ length: 2_000_000 });
  });

  it('count from their beginning, and no longer than they go on', async () => {
    const assetId = await anAsset();
    const first = addressOf(await begin(operator, 2 * MEBIBYTE, { filename: 'first', assetId }));
    expect((await begin(operator, 2 * MEBIBYTE, { filename: 'second', assetId })).status).toBe(413);
    expect((await operator.send(first, { method: 'DELETE', headers: TUS })).status).toBe(204);
    expect((await begin(operator, 2 * MEBIBYTE, { filename: 'second', assetId })).status).toBe(201);
  });

  it('share what is left when two begin at once', async () => {
    const assetId = await anAsset();
    const both = ['one', 'other'].map((filename) => begin(operator, 2 * MEBIBYTE, { filename, assetId }));
    expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([201, 413]);
  });

  it('are their own user’s, for an asset in sight at each request', async () => {
    expect((await begin(operator, 1, { filename: 'x', assetId: world.b1.assetId })).status).toBe(404);
    expect((await begin(await portal.as('viewA'), 1, { filename: 'x', assetId: world.a1.assetId })).status).toBe(403);
    expect((await begin(operator, 1, { filename: 'x', assetId: 'seven' })).status).toBe(400);
    const assetId = await anAsset();
    const address = addressOf(await begin(operator, 10, { filename: 'x', assetId }));
    const admin = await portal.as('admin');
    expect((await look(admin, address)).status).toBe(404);
    expect((await send(admin, address, 0, 'stolen')).status).toBe(404);
    expect((await admin.send(address, { method: 'DELETE', headers: TUS })).status).toBe(404);
    await portal.context.ownership.links.remove(systemCaller, 'assets', world.groupA, [assetId]);
    expect((await send(operator, address, 0, '0123456789')).status).toBe(404);
    expect((await look(operator, address)).status).toBe(404);
  });

  it.each<[string, Record<string, string>, number]>([
    ['no version', { 'Upload-Length': '5' }, 412],
    ['no length', TUS, 400],
    ['a length to come', { ...TUS, 'Upload-Defer-Length': '1' }, 501],
    ['a negative length', { ...TUS, 'Upload-Length': '-5' }, 400],
    ['a length beyond reason', { ...TUS, 'Upload-Length': '1e300' }, 400],
    ['names that are none', { ...TUS, 'Upload-Length': '5', 'Upload-Metadata': 'filename !!!' }, 400],
  ])('are refused with %s', async (_name, headers, status) => {
    const before = await readdir(join(portal.folder, 'data/files/uploads'));
    expect((await operator.send(UPLOADS, { method: 'POST', headers })).status).toBe(status);
    expect(await readdir(join(portal.folder, 'data/files/uploads'))).toEqual(before);
  });

  it('take no more than they said', async () => {
    const address = addressOf(await begin(operator, 5, { filename: 'x' }));
    expect((await send(operator, address, 0, 'far too long')).status).toBe(413);
    expect((await look(operator, address)).headers.get('upload-offset')).toBe('0');
    expect((await send(operator, address, 0, '12345')).status).toBe(204);
  });

  it('of nothing are a file at once', async () => {
    const assetId = await anAsset();
    expect((await begin(operator, 0, { filename: 'empty', assetId })).status).toBe(201);
    expect((await filesOf(assetId))[0]).toMatchObject({ filename: 'empty', length: 0 });
  });

  it('that were complete when the portal ended are finished by who asks', async () => {
    const assetId = await anAsset();
    const address = addressOf(await begin(operator, 8, { filename: 'late', assetId }));
    await send(operator, address, 0, '1234');
    const uploadId = address.split('/').at(-1) ?? '';
    const { appendFile } = await import('node:fs/promises');
    await portal.restart(() => appendFile(join(portal.folder, 'data/files/uploads', uploadId), '5678'));
    const again = operator.at(portal.url);
    expect((await look(again, address)).headers.get('upload-offset')).toBe('8');
    const list = await again.get<files.StoredFile[]>(`/api/ef/assets/${assetId}/files`);
    const sha256 = createHash('sha256').update('12345678').digest('hex');
    expect(list.body).toMatchObject([{ filename: 'late', length: 8, sha256 }]);
    operator = again;
  });

  it('that nobody goes on with for a day are over, and hold no room', async () => {
    const assetId = await anAsset();
    const { uploadService } = portal.context;
    const upload = { filename: 'slow', assetId, length: 3 * MEBIBYTE };
    await uploadService.begin(systemCaller, upload);
    await expect(uploadService.begin(systemCaller, upload)).rejects.toThrow('The files take at most 3 MB.');
    portal.clock.advance(25 * 3_600_000);
    await uploadService.expire();
    expect(await readdir(join(portal.folder, 'data/files/uploads'))).toEqual([]);
    await uploadService.begin(systemCaller, upload);
  });
});
