import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Content } from './upload-load.ts';

const BOUNDARY = 'of-a-benchmark';

/** Uploads as a form, all in one request. */
export async function sendForm(
  url: string,
  headers: Readonly<Record<string, string>>,
  content: Content,
  assetId: number,
): Promise<void> {
  const disposition = 'Content-Disposition: form-data; name="file"; filename="recording.bin"';
  const before = Buffer.from(`--${BOUNDARY}\r\n${disposition}\r\n\r\n`);
  const after = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
  function* body(): Iterable<Buffer> {
    yield before;
    yield* content.read(0, content.bytes);
    yield after;
  }
  const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const length = { 'Content-Length': before.length + content.bytes + after.length };
  const sending = request(new URL(`/api/ef/assets/${assetId}/files`, url), {
    method: 'POST',
    headers: { ...headers, ...type, ...length },
  });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  const [status] = await Promise.all([answered, pipeline(Readable.from(body()), sending)]);
  if (status !== 200) throw new Error(`The portal answered ${status}.`);
}
