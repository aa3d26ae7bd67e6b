import { readdir, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { filesOf, filesOnDisk, upload } from './testing/uploads.ts';

const MEBIBYTE = 2 ** 20;

let portal: Portal;
let world: TwoUnits;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    portal = await start({ config: { fileQuotaMb: 3 } });
    world = await buildTwoUnits(portal);
  });
  afterAll(() => portal.close());

  /** Sends bytes as they are; answers the first line of the answer. */
  async function sendRaw(head: readonly string[], body: string | Buffer, thenClose = false): Promise<string> {
    const { cookie = '' } = await portal.as('opA');
    const socket = connect(portal.httpPort, '127.0.0.1');
    const lines = ['Host: 127.0.0.1', `Cookie: ${cookie}`, 'X-Requested-With: Telltale', 'Connection: close'];
    socket.write(`${[head[0], ...lines, ...head.slice(1)].join('\r\n')}\r\n\r\n`);
    socket.write(body);
    if (thenClose) socket.end();
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer.split('\r\n')[0] ?? '';
  }

  describe('uploads', () => {
    it('lie under random names whatever they are called (F1)', async () => {
      const operator = await portal.as('opA');
      const outside = async () => (await readdir(portal.folder)).toSorted();
      const before = await outside();
      const names = ['../../x', '..\\..\\x', '/etc/x', '..%2f', 'CON', '=cmd', `${'n'.repeat(300)}.txt`];
      const some = names.map((name) => [name, 'content'] as const);
      const { body } = await upload(portal, operator, filesOf(world.a2.assetId), some);
      expect(body.map(({ filename }) => filename)).toEqual([
        'x',
        'x',
        'x',
        '..%2f',
        'CON',
        '=cmd',
        `${'n'.repeat(251)}.txt`,
      ]);
      expect(await outside()).toEqual(before);
      for (const name of await filesOnDisk(portal)) expect(name).toMatch(/^[\w-]{43}$/);
    });
  });

  describe('the quota of an asset', () => {
    it('refuses what does not fit before it is read, and while it is read; nothing of it stays', async () => {
      const operator = await portal.as('opA');
      const asset = await portal.anAsset({ assetDefinitionId: world.definition });
      await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [asset.assetId]);
      const path = filesOf(asset.assetId);
      const before = await filesOnDisk(portal);
      expect((await upload(portal, operator, path, [['big', new Uint8Array(4 * MEBIBYTE)]])).status).toBe(413);
      const boundary = 'x'.repeat(20);
      const part = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="big"\r\n\r\n`;
      const chunk = `100000\r\n${'a'.repeat(MEBIBYTE)}\r\n`;
      const head = [
        `POST ${path} HTTP/1.1`,
        `Content-Type: multipart/form-data; boundary=${boundary}`,
        'Transfer-Encoding: chunked',
      ];
      const body = `${part.length.toString(16)}\r\n${part}\r\n${chunk.repeat(4)}`;
      expect(await sendRaw(head, body)).toMatch(/ 413 /);
      expect(await filesOnDisk(portal)).toEqual(before);
      expect((await upload(portal, operator, path, [['two', new Uint8Array(2 * MEBIBYTE)]])).status).toBe(200);
      expect((await upload(portal, operator, path, [['two more', new Uint8Array(2 * MEBIBYTE)]])).status).toBe(413);
      expect((await upload(portal, operator, path, [['one', new Uint8Array(MEBIBYTE)]])).status).toBe(200);
      expect((await upload(portal, operator, filesOf(world.a1.assetId), [['elsewhere', 'x']])).status).toBe(200);
    });

    it('holds for two uploads at once: what fits of them is stored, the other hears why', async () => {
      const operator = await portal.as('opA');
      const asset = await portal.anAsset({ assetDefinitionId: world.definition });
      await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [asset.assetId]);
      const both = ['one', 'other'].map((name) =>
        upload(portal, operator, filesOf(asset.assetId), [[name, new Uint8Array(2 * MEBIBYTE)]]),
      );
      expect((await Promise.all(both)).map(({ status }) => status).toSorted()).toEqual([200, 413]);
    });
  });

  describe('an upload that is none', () => {
    it.each<[string, Record<string, string>, string, number[]]>([
      [
        'a forged file in JSON (F2)',
        { 'Content-Type': 'application/json' },
        '{"file":{"file":1,"filename":"../../x"}}',
        [415],
      ],
      ['a form of the other kind', { 'Content-Type': 'application/x-www-form-urlencoded' }, 'file=x', [415]],
      ['no type', { 'Content-Type': '' }, 'x', [415]],
      ['no boundary', { 'Content-Type': 'multipart/form-data' }, 'x', [400]],
      ['no file', { 'Content-Type': 'multipart/form-data; boundary=b' }, '--b--\r\n', [400]],
      [
        'a compressed body',
        { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Encoding': 'gzip' },
        'x',
        [415],
      ],
      ['a field only', { 'Content-Type': 'multipart/form-data; boundary=b' }, field('a', 'x'), [400]],
      ['a field that pollutes', { 'Content-Type': 'multipart/form-data; boundary=b' }, field('__proto__', 'x'), [400]],
      [
        'a field of a megabyte',
        { 'Content-Type': 'multipart/form-data; boundary=b' },
        field('a', 'x'.repeat(1e6)),
        [400, 413],
      ],
      [
        'a hundred fields',
        { 'Content-Type': 'multipart/form-data; boundary=b' },
        field('a', 'x').repeat(100),
        [400, 413],
      ],
      [`a boundary of 252 bytes`, { 'Content-Type': `multipart/form-data; boundary=${'b'.repeat(252)}` }, 'x', [400]],
      ['a body that ends too soon', { 'Content-Type': 'multipart/form-data; boundary=b' }, half(), [400]],
    ])('is refused: %s (F12)', async (_name, headers, body, statuses) => {
      const before = await filesOnDisk(portal);
      const { cookie = '' } = await portal.as('opA');
      const answer = await fetch(`${portal.url}${filesOf(world.a1.assetId)}`, {
        method: 'POST',
        headers: { Cookie: cookie, 'X-Requested-With': 'Telltale', ...headers },
        body: Buffer.from(body),
      });
      expect(statuses).toContain(answer.status);
      expect(await filesOnDisk(portal)).toEqual(before);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it('leaves nothing behind when the client goes away half way', async () => {
      const before = await filesOnDisk(portal);
      const body = half();
      const head = [
        `POST ${filesOf(world.a1.assetId)} HTTP/1.1`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 2000000',
      ];
      const { cookie = '' } = await portal.as('opA');
      const socket = connect(portal.httpPort, '127.0.0.1');
      socket.write(
        `${[head[0], 'Host: 127.0.0.1', `Cookie: ${cookie}`, 'X-Requested-With: Telltale', ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`,
      );
      await expect.poll(async () => (await filesOnDisk(portal)).length).toBe(before.length + 1);
      socket.destroy();
      await expect.poll(async () => (await filesOnDisk(portal)).length).toBe(before.length);
      expect((await upload(portal, await portal.as('opA'), filesOf(world.a1.assetId), [['after', 'x']])).status).toBe(
        200,
      );
    });
  });

  describe('at a start', () => {
    it('files are there as before, and what a crash cut off is cleared away', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(portal, operator, filesOf(world.a1.assetId), [['kept.txt', 'kept']])).body;
      const rest = join(portal.folder, 'data/files/incoming/left-over');
      await portal.restart(async () => {
        await writeFile(rest, 'half');
      });
      await expect(stat(rest)).rejects.toThrow();
      expect((await operator.get(`/api/files/${file?.fileId}/download`)).text).toBe('kept');
    });
  });

  function field(name: string, value: string): string {
    return `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  }

  function half(): string {
    return `--b\r\nContent-Disposition: form-data; name="file"; filename="half"\r\n\r\n${'x'.repeat(100_000)}`;
  }
});
