import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { files } from '@telltale/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Portal, startPortal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';

const BOUNDARY = '-----------------------------of-a-form';

let portal: Portal;
let admin: PortalClient;
beforeAll(async () => {
  portal = await startPortal();
  admin = await portal.as('admin');
});
afterAll(() => portal.close());

/** Sends a form of one file, in these chunks. */
async function send(assetId: number, chunks: readonly Buffer[]): Promise<number> {
  const sending = request(`${portal.url}/api/ef/assets/${assetId}/files`, {
    method: 'POST',
    headers: {
      Cookie: admin.cookie ?? '',
      'X-Requested-With': 'Telltale',
      'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject).on('response', (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  sending.write(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="hostile.bin"\r\n` +
      'Content-Type: application/octet-stream\r\n\r\n',
  );
  for (const chunk of chunks) {
    sending.write(chunk);
    // Each comes by itself.
    await setTimeout(2);
  }
  sending.end(`\r\n--${BOUNDARY}--\r\n`);
  return answered;
}

it('a form comes through whole though its content breaks off everywhere within what looks like its end', async () => {
  const { assetId } = await portal.anAsset();
  const almost = Buffer.from(`\r\n--${BOUNDARY}`).subarray(0, -1);
  const filler = Buffer.alloc(65_536, 'x');
  const chunks = [...almost.keys()].flatMap((length) => [
    Buffer.concat([filler, almost.subarray(0, length)]),
    Buffer.concat([Buffer.from('y'), almost]),
    almost,
    filler,
  ]);
  const sha256 = createHash('sha256').update(Buffer.concat(chunks)).digest('hex');
  expect(await send(assetId, chunks)).toBe(200);
  const [file] = (await admin.get<files.StoredFile[]>(`/api/ef/assets/${assetId}/files`)).body;
  expect(file).toMatchObject({ filename: 'hostile.bin', sha256 });
});
