import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Content } from './upload-load.ts';

const TUS = { 'Tus-Resumable': '1.0.0' };
const RETRY_MS = 200;

export interface PieceOptions {
  assetId: number;
  pieceBytes: number;
  /** Told while it goes on; what it does may end the portal. */
  onSent?: (sentBytes: number) => Promise<void>;
}

/** Uploads by the tus protocol, and goes on where it was when the portal has ended in between. @returns bytes that left here */
export async function sendInPieces(
  url: string,
  headers: Readonly<Record<string, string>>,
  content: Content,
  { assetId, pieceBytes, onSent }: PieceOptions,
): Promise<{ sentBytes: number }> {
  const metadata = `filename ${btoa('recording.bin')},assetId ${btoa(String(assetId))}`;
  const begun = await fetch(`${url}/api/files/uploads`, {
    method: 'POST',
    headers: { ...headers, ...TUS, 'Upload-Length': String(content.bytes), 'Upload-Metadata': metadata },
  });
  if (begun.status !== 201) throw new Error(`${begun.status} ${await begun.text()}`);
  const address = new URL(begun.headers.get('location') ?? '', url);
  let sentBytes = 0;
  let telling: Promise<void> | undefined;
  function* counted(start: number, end: number): Iterable<Buffer> {
    for (const chunk of content.read(start, end)) {
      sentBytes += chunk.length;
      telling = onSent?.(sentBytes);
      yield chunk;
    }
  }
  for (let offset = 0; offset < content.bytes; ) {
    const end = Math.min(content.bytes, offset + pieceBytes);
    try {
      await sendPiece(address, { ...headers, ...TUS }, offset, end - offset, Readable.from(counted(offset, end)));
      offset = end;
    } catch {
      // It has ended; where it was is asked for until it is there again.
      await telling;
      offset = await askOffset(address, { ...headers, ...TUS });
    }
  }
  return { sentBytes };
}

async function sendPiece(
  address: URL,
  headers: Readonly<Record<string, string>>,
  offset: number,
  length: number,
  content: Readable,
): Promise<void> {
  const type = { 'Content-Type': 'application/offset+octet-stream', 'Content-Length': length };
  const sending = request(address, { method: 'PATCH', headers: { ...headers, ...type, 'Upload-Offset': offset } });
  const answered = new Promise<number>((resolve, reject) => {
    sending.on('error', reject);
    sending.on('response', (response) => {
      response.resume();
      response.on('error', reject).on('end', () => resolve(response.statusCode ?? 0));
    });
  });
  const [status] = await Promise.all([answered, pipeline(content, sending)]);
  if (status !== 204) throw new Error(`The portal answered ${status}.`);
}

async function askOffset(address: URL, headers: Readonly<Record<string, string>>): Promise<number> {
  for (;;) {
    try {
      const answer = await fetch(address, { method: 'HEAD', headers });
      if (!answer.ok) throw new Error(`The portal answered ${answer.status}.`);
      return Number(answer.headers.get('upload-offset'));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // not listening yet
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
