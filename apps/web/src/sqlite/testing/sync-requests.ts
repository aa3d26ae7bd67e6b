import { Worker } from 'node:worker_threads';

/** The thread that serves a folder, and asks for its files on behalf of the one that waits. */
const THREAD = `
const { createServer } = require('node:http');
const { createReadStream, statSync } = require('node:fs');
const { join } = require('node:path');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer((request, response) => {
  const file = join(workerData.folder, decodeURIComponent(request.url.slice(1)));
  let size;
  try { size = statSync(file).size; } catch { return response.writeHead(404).end(); }
  const [, first, last] = /^bytes=(\\d+)-(\\d+)$/.exec(request.headers.range) ?? [];
  const [start, end] = [Number(first), Math.min(Number(last), size - 1)];
  if (start >= size) return response.writeHead(416, { 'Content-Range': 'bytes */' + size }).end();
  response.writeHead(206, { 'Content-Range': 'bytes ' + start + '-' + end + '/' + size });
  createReadStream(file, { start, end }).pipe(response);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', async ({ url, range, flag, head, body }) => {
  try {
    const response = await fetch(url, { headers: { Range: range } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    new Uint8Array(body).set(bytes);
    head[1] = response.status;
    head[2] = bytes.length;
    const said = new TextEncoder().encode(response.headers.get('content-range') ?? '');
    head[3] = said.length;
    new Uint8Array(body).set(said, body.byteLength - 100);
  } catch { head[1] = 0; }
  Atomics.store(head, 0, 1);
  Atomics.notify(head, 0);
});`;

const MOST_BYTES = 5_000_000;

/** What a worker of a browser can do and Node.js cannot: ask a server and wait. */
export interface SyncRequests {
  readonly address: string;
  /** Bytes that came so far, and in how many requests. */
  readonly bytes: number;
  readonly requests: number;
  close(): Promise<void>;
}

/** Serves a folder by ranges, and puts an `XMLHttpRequest` that waits in the place of the missing one. */
export async function startSyncRequests(folder: string): Promise<SyncRequests> {
  const worker = new Worker(THREAD, { eval: true, workerData: { folder } });
  const port = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject));
  const counted = { bytes: 0, requests: 0 };

  class WaitingRequest {
    responseType = '';
    timeout = 0;
    status = 0;
    response: ArrayBuffer | undefined;
    #url = '';
    #range = '';
    #said = '';
    open(_method: string, url: string): void {
      this.#url = url;
    }
    setRequestHeader(_name: string, value: string): void {
      this.#range = value;
    }
    getResponseHeader(): string {
      return this.#said;
    }
    send(): void {
      const head = new Int32Array(new SharedArrayBuffer(16));
      const body = new SharedArrayBuffer(MOST_BYTES);
      worker.postMessage({ url: this.#url, range: this.#range, head, body });
      Atomics.wait(head, 0, 0);
      const [, status = 0, length = 0, said = 0] = head;
      if (status === 0) throw new Error('No answer.');
      this.status = status;
      this.response = new Uint8Array(body).slice(0, length).buffer;
      this.#said = new TextDecoder().decode(new Uint8Array(body).slice(-100, said - 100 || undefined));
      counted.bytes += length;
      counted.requests++;
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: WaitingRequest });
  return {
    address: `http://127.0.0.1:${port}`,
    get bytes() {
      return counted.bytes;
    },
    get requests() {
      return counted.requests;
    },
    async close() {
      Reflect.deleteProperty(globalThis, 'XMLHttpRequest');
      await worker.terminate();
    },
  };
}
