import { type AddressInfo, connect, type Socket } from 'node:net';
import { call, may, session } from '@telltale/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readConfig } from '#config/config.ts';
import { createLog } from '#config/log.ts';
import type { ArrivalLimits } from './arrival.ts';
import { createHttpServer } from './http-server.ts';
import { Answer, route } from './route.ts';
import { systemCaller } from './system-caller.ts';

const LONG = 60_000;
/** Longer than a busy machine is at something else between two turns of this process. */
const SHORT = 400;

const reply = z.object({ bytes: z.number() });
const uploadCall = call({ method: 'POST', path: '/api/files', access: session, summary: '', reply });
const change = call({
  method: 'PUT',
  path: '/api/thing',
  access: may('Assets', 'Modify'),
  summary: '',
  body: z.object({ name: z.string() }),
  reply,
});
const slow = call({ method: 'GET', path: '/api/slow', access: session, summary: '', reply: z.unknown() });

let app: FastifyInstance | undefined;
let socket: Socket | undefined;
let outcome: Promise<string>;
afterEach(async () => {
  socket?.destroy();
  await app?.close();
});

async function start(limits: Partial<ArrivalLimits>): Promise<void> {
  const ended = Promise.withResolvers<string>();
  outcome = ended.promise;
  const upload = route(
    uploadCall,
    async ({ raw }) => {
      let bytes = 0;
      try {
        for await (const part of raw.parts()) {
          if (part.type === 'file') for await (const piece of part.file) bytes += (piece as Buffer).length;
        }
        ended.resolve('whole');
      } catch (error) {
        ended.resolve('cut off');
        throw error;
      }
      return { bytes };
    },
    { multipart: true },
  );
  const routes = [
    upload,
    route(change, () => ({ bytes: 0 })),
    route(slow, async () => {
      await pause(4 * SHORT);
      return new Answer(200, 'at last');
    }),
  ];
  app = createHttpServer({
    config: readConfig({ TELLTALE_HOST: '127.0.0.1', TELLTALE_DATA: '/nonexistent' }),
    log: createLog('silent'),
    callers: { callerOf: async ({ headers }) => (headers.cookie === undefined ? undefined : systemCaller) },
    routes,
    arrivalLimits: { headersMs: LONG, requestMs: LONG, idleMs: LONG, ...limits },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
}

/** The pace of a client is what is under test here. */
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Everything that the server answers until it ends the connection. */
function open(): { socket: Socket; answer: Promise<string> } {
  const { port } = (app as FastifyInstance).server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  socket = client;
  client.on('error', () => undefined);
  let text = '';
  client.on('data', (data) => {
    text += String(data);
  });
  return { socket: client, answer: new Promise((resolve) => client.once('close', () => resolve(text))) };
}

const HEAD = 'Host: 127.0.0.1\r\nCookie: a=b\r\nX-Requested-With: Telltale\r\nConnection: close\r\n';
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n';
const FORM = 'Content-Type: multipart/form-data; boundary=b\r\n';

function uploadHead(length: number, head = HEAD): string {
  return `POST /api/files HTTP/1.1\r\n${head}${FORM}Content-Length: ${length}\r\n\r\n${PART}`;
}

/** Sends a byte now and then for as long as the connection is there. */
async function trickle(client: Socket): Promise<void> {
  while (!client.destroyed) {
    client.write('x');
    await pause(SHORT / 5);
  }
}

describe('a client that takes its time', () => {
  it('over its headers gets 408 and no more time', async () => {
    await start({ headersMs: SHORT });
    const { socket, answer } = open();
    socket.write('GET /api/slow HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
    void trickle(socket);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('over a body gets 408 and no more time', async () => {
    await start({ requestMs: SHORT });
    const { socket, answer } = open();
    socket.write(`PUT /api/thing HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n{`);
    void trickle(socket);
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('over an upload that it may not make gets no more time than others', async () => {
    await start({ requestMs: SHORT });
    const { socket, answer } = open();
    socket.write(uploadHead(1e9, 'Host: 127.0.0.1\r\nX-Requested-With: Telltale\r\n'));
    void trickle(socket);
    expect(await answer).toMatch(/^HTTP\/1.1 401 /);
  });

  it('in the middle of an upload, without sending anything, is cut off, and so is the upload', async () => {
    await start({ idleMs: SHORT });
    const { socket, answer } = open();
    socket.write(uploadHead(1e6));
    expect(await outcome).toBe('cut off');
    expect(await answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('over an upload, and goes on, is waited for, longer than any request', async () => {
    await start({ requestMs: SHORT });
    const { socket, answer } = open();
    const pieces = 12;
    const end = '\r\n--b--\r\n';
    socket.write(uploadHead(PART.length + pieces * 1000 + end.length));
    for (let piece = 0; piece < pieces; piece++) {
      await pause(SHORT / 4);
      socket.write('x'.repeat(1000));
    }
    socket.write(end);
    expect((await answer).split('\r\n')).toEqual(
      expect.arrayContaining(['HTTP/1.1 200 OK', expect.stringContaining('{"bytes":12000}')]),
    );
    expect(await outcome).toBe('whole');
  });

  it('is not one who waits for a slow answer', async () => {
    await start({ requestMs: SHORT });
    const { socket, answer } = open();
    socket.write(`GET /api/slow HTTP/1.1\r\n${HEAD}\r\n`);
    expect(await answer).toMatch(/at last$/);
  });
});
