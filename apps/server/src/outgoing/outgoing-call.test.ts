import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NotReachableError, postTo } from './outgoing-call.ts';
import { reachable } from './reachable.ts';

const endings: (() => unknown)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

async function aServer(answer: RequestListener): Promise<{ port: number; hits: string[] }> {
  const hits: string[] = [];
  const server = createServer((request, reply) => {
    hits.push(`${request.headers.host} ${request.url}`);
    answer(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, hits };
}

const nothingAllowed = reachable([]);
const thisMachine = reachable(['127.0.0.0/8']);
const post = (url: string, isReachable = thisMachine, resolve = async (): Promise<string[]> => ['127.0.0.1']) =>
  postTo({ url, body: 'hello', headers: {} }, isReachable, resolve);

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    'fe80::1',
    'fd00::1',
    'fc00::1',
    'ff02::1',
    '2002:7f00:1::',
    '2001:db8::1',
    'example.com',
    '',
  ])('%s are not reached', (address) => expect(nothingAllowed(address)).toBe(false));

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('%s are reached', (address) =>
    expect(nothingAllowed(address)).toBe(true),
  );

  it('are reached where they are allowed, and their neighbours are not', () => {
    const allowed = reachable(['10.1.0.0/16', 'fd00::5']);
    expect(['10.1.9.9', 'fd00::5'].map(allowed)).toEqual([true, true]);
    expect(['10.2.0.1', 'fd00::6', '127.0.0.1'].map(allowed)).toEqual([false, false, false]);
  });
});

describe('calls to addresses that users name', () => {
  it.each(['127.0.0.1', '0x7f.1', '2130706433', '017700000001', '127.1', '[::1]', '[::ffff:127.0.0.1]', '0'])(
    'never reach this machine as %s',
    async (host) => {
      const { port, hits } = await aServer((_request, reply) => reply.end());
      const made = postTo({ url: `http://${host}:${port}/`, body: '', headers: {} }, nothingAllowed);
      await expect(made).rejects.toThrow(NotReachableError);
      expect(hits).toEqual([]);
    },
  );

  it('never reach it by a name either, alone or among others', async () => {
    const { port, hits } = await aServer((_request, reply) => reply.end());
    const url = `http://hooks.example:${port}/`;
    await expect(post(url, nothingAllowed)).rejects.toThrow(NotReachableError);
    await expect(post(url, nothingAllowed, async () => ['8.8.8.8', '127.0.0.1'])).rejects.toThrow(NotReachableError);
    expect(hits).toEqual([]);
  });

  it('go to what the name was resolved to, and ask once', async () => {
    const { port, hits } = await aServer((_request, reply) => reply.end('taken'));
    let asked = 0;
    const resolve = async () => [asked++ === 0 ? '127.0.0.1' : '127.0.0.2'];
    expect(await post(`http://hooks.example:${port}/in`, thisMachine, resolve)).toEqual({
      status: 200,
      text: 'taken',
      isCut: false,
    });
    expect(asked).toBe(1);
    expect(hits).toEqual([`hooks.example:${port} /in`]);
  });

  it('do not follow a redirect', async () => {
    const other = await aServer((_request, reply) => reply.end());
    const { port } = await aServer((_request, reply) =>
      reply.writeHead(302, { Location: `http://127.0.0.1:${other.port}/` }).end(),
    );
    expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 302 });
    expect(other.hits).toEqual([]);
  });

  it('read no more of an answer than anybody needs', async () => {
    let written = 0;
    const { port } = await aServer((_request, reply) => {
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (written < 100_000_000) {
          written += chunk.length;
          if (!reply.write(chunk)) return reply.once('drain', more);
        }
        return reply.end();
      };
      more();
    });
    const { status, text } = await post(`http://127.0.0.1:${port}/`);
    expect([status, text.length]).toEqual([200, 16_384]);
    expect(written).toBeLessThan(50_000_000);
  });
});
