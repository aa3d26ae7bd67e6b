import { createHash, randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { files } from '@telltale/contract';
import { expect, it, vi } from 'vitest';
import { TEST_PASSWORD } from '#testing/portal.ts';
import { logIn, type PortalClient } from '#testing/portal-client.ts';
import { startPortalProcess, temporaryFolder } from '#testing/portal-process.ts';

/** Starting a process takes seconds where others use the machine too. */
vi.setConfig({ testTimeout: 180_000 });

const TUS = { 'Tus-Resumable': '1.0.0' };

const offsetOf = async (client: PortalClient, address: string) =>
  Number((await client.send(address, { method: 'HEAD', headers: TUS })).headers.get('upload-offset'));

it('an upload is gone on with after the portal was killed in the middle of it', async () => {
  const folder = await temporaryFolder();
  const data = join(folder.path, 'data');
  const content = randomBytes(3_000_000);
  const first = await startPortalProcess(data);
  const admin = await logIn(first.url, 'admin', TEST_PASSWORD);
  const headers = { ...TUS, 'Upload-Length': String(content.length), 'Upload-Metadata': 'filename eC5iaW4=' };
  const begun = await admin.send('/api/files/uploads', { method: 'POST', headers });
  const address = begun.headers.get('location') ?? '';

  // The rest never comes, and the portal ends while it waits for it.
  const socket = connect(Number(new URL(first.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const head = [
    `PATCH ${address} HTTP/1.1`,
    `Host: ${new URL(first.url).host}`,
    `Cookie: ${admin.cookie}`,
    'X-Requested-With: Telltale',
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${content.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  socket.write(content.subarray(0, 2_500_000));
  const { stat } = await import('node:fs/promises');
  const path = join(data, 'files/uploads', address.split('/').at(-1) ?? '');
  await expect.poll(async () => (await stat(path)).size, { timeout: 60_000 }).toBeGreaterThanOrEqual(2 ** 20);
  await first.kill('SIGKILL');

  const second = await startPortalProcess(data);
  const again = await logIn(second.url, 'admin', TEST_PASSWORD);
  const offset = await offsetOf(again, address);
  expect(offset).toBeGreaterThanOrEqual(2 ** 20);
  const rest = await fetch(`${second.url}${address}`, {
    method: 'PATCH',
    headers: {
      ...TUS,
      Cookie: again.cookie ?? '',
      'X-Requested-With': 'Telltale',
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
    },
    body: content.subarray(offset),
  });
  expect(rest.status).toBe(204);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const list = await again.get<files.StoredFile[]>('/api/files');
  expect(list.body).toMatchObject([{ filename: 'x.bin', length: content.length, sha256 }]);
  await second.kill('SIGTERM');
  await folder.remove();
});
