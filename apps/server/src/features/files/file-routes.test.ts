import { createHash, randomBytes } from 'node:crypto';
import { readdir, stat, writeFile } from 'node:fs/promises';
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

let portal: Portal;
let world: TwoUnits;
let foreign: files.StoredFile;
let loose: files.StoredFile;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    portal = await start({ config: { fileQuotaMb: 3 } });
    world = await buildTwoUnits(portal);
    const toB = await upload(await portal.as('adminB'), pathOf(world.b1.assetId), [
      [`${world.canary}.txt`, world.canary],
    ]);
    foreign = toB.body[0] as files.StoredFile;
    loose = (await upload(await portal.as('adminB'), '/api/files', [[`${world.canary}.sqlite`, world.canary]]))
      .body[0] as never;
  });
  afterAll(() => portal.close());

  const pathOf = (assetId: number) => `/api/ef/assets/${assetId}/files`;

  type Content = string | Uint8Array<ArrayBuffer>;

  /** Uploads as a browser does. */
  async function upload(
    client: PortalClient,
    path: string,
    some: readonly (readonly [name: string, content: Content])[],
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: files.StoredFile[] }> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, content] of some) form.append('file', new Blob([content]), name);
    const answer = await fetch(`${portal.url}${path}`, {
      method: 'POST',
      headers: { Cookie: client.cookie ?? '', 'X-Requested-With': 'Telltale', ...headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as files.StoredFile[] };
  }

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

  async function filesOnDisk(): Promise<string[]> {
    const entries = await readdir(join(portal.folder, 'data/files'), { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  async function treeOutside(): Promise<string[]> {
    return (await readdir(portal.folder)).toSorted();
  }

  describe('files', () => {
    it('are uploaded and listed only for an asset in sight, by who may', async () => {
      const some = [['a.txt', 'a']] as const;
      for (const [username, assetId, status] of [
        ['viewA', world.a1.assetId, 403],
        ['opA', world.b1.assetId, 404],
        ['opB', world.a1.assetId, 404],
        ['opA', 999_999, 404],
      ] as const) {
        expect((await upload(await portal.as(username), pathOf(assetId), some)).status).toBe(status);
      }
      expect((await upload(portal.anonymous, pathOf(world.a1.assetId), some)).status).toBe(401);
      const elsewhere = { 'X-Requested-With': '', 'Sec-Fetch-Site': 'cross-site' };
      expect((await upload(await portal.as('opA'), pathOf(world.a1.assetId), some, {}, elsewhere)).status).toBe(403);
      const operator = await portal.as('opA');
      expect((await operator.get(pathOf(world.b1.assetId))).status).toBe(404);
      expect((await (await portal.as('nobody')).get(pathOf(world.a1.assetId))).status).toBe(403);
      expect((await operator.get(pathOf(world.a1.assetId))).body).toEqual([]);
    });

    it('are downloaded and deleted only by who sees them (B15)', async () => {
      for (const { fileId } of [foreign, loose]) {
        for (const username of ['viewA', 'opA']) {
          const client = await portal.as(username);
          expect((await client.get(`/api/files/${fileId}/download`)).status).toBe(404);
        }
        expect((await portal.anonymous.get(`/api/files/${fileId}/download`)).status).toBe(401);
        expect((await (await portal.as('opA')).delete(`/api/files/${fileId}`)).status).toBe(404);
        expect((await (await portal.as('viewA')).delete(`/api/files/${fileId}`)).status).toBe(403);
        expect((await (await portal.as('adminB')).get(`/api/files/${fileId}/download`)).text).toBe(world.canary);
      }
      for (const query of ['', '?filename=%25', '?filename=%25.sqlite', `?filename=${foreign.filename}`]) {
        expect((await (await portal.as('opA')).get(`/api/files${query}`)).text).not.toContain(world.canary);
      }
      const ownOfB = await (await portal.as('adminB')).get<files.StoredFile[]>('/api/files');
      expect(ownOfB.body.map(({ fileId }) => fileId)).toEqual([loose.fileId, foreign.fileId]);
    });

    it('come back byte for byte, as attachments that nothing runs (F3)', async () => {
      const content = randomBytes(700_000);
      const operator = await portal.as('opA');
      const fields = { hostname: 'rig-pc', haspId: 'H-1', destination: '/etc', path: '../../x' };
      const names = ['chart.html', 'logo.svg', 'x.js', 'y.xml', 'z.pdf'];
      const some = [['data.bin', content], ...names.map((name) => [name, '<script>P()</script>'] as const)] as const;
      const reply = await upload(operator, pathOf(world.a2.assetId), some, fields);
      expect(reply.status).toBe(200);
      const sha256 = createHash('sha256').update(content).digest('hex');
      expect(reply.body[0]).toMatchObject({
        filename: 'data.bin',
        length: 700_000,
        sha256,
        hostname: 'rig-pc',
        haspId: 'H-1',
      });
      expect(reply.body[0]).toMatchObject({ assetId: world.a2.assetId, user: 'opA' });
      for (const file of reply.body) {
        const url = `${portal.url}/api/files/${file.fileId}/download`;
        const answer = await fetch(url, { headers: { Cookie: operator.cookie ?? '' } });
        expect(answer.headers.get('content-type')).toBe('application/octet-stream');
        expect(answer.headers.get('content-disposition')).toMatch(
          new RegExp(`^attachment; filename="${file.filename}"`),
        );
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
        expect(answer.headers.get('content-security-policy')).toContain('sandbox');
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(file.sha256);
      }
      const list = await operator.get<files.StoredFile[]>(pathOf(world.a2.assetId));
      expect(list.body.map(({ filename }) => filename)).toEqual([...some.map(([name]) => name)].toReversed());
    });

    it('come in parts to who asks for a part, unless the file is another by now (spec 3 §14)', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(operator, pathOf(world.a2.assetId), [['film.mp4', '0123456789']])).body;
      const ask = async (headers: Record<string, string>, of = 'download') => {
        const address = `${portal.url}/api/files/${file?.fileId}/${of}`;
        const answer = await fetch(address, { headers: { Cookie: operator.cookie ?? '', ...headers } });
        return { status: answer.status, headers: answer.headers, text: await answer.text() };
      };
      const part = await ask({ Range: 'bytes=2-4' });
      expect([part.status, part.text, part.headers.get('content-range')]).toEqual([206, '234', 'bytes 2-4/10']);
      const etag = part.headers.get('etag') ?? '';
      expect(await ask({ Range: 'bytes=-3', 'If-Range': etag })).toMatchObject({ status: 206, text: '789' });
      expect(await ask({ Range: 'bytes=-3', 'If-Range': '"other"' })).toMatchObject({
        status: 200,
        text: '0123456789',
      });
      const beyond = await ask({ Range: 'bytes=10-' });
      expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10']);
      expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
      const shown = await ask({ Range: 'bytes=0-1' }, 'view');
      expect([shown.status, shown.text, shown.headers.get('content-type')]).toEqual([206, '01', 'video/mp4']);
    });

    it('are shown in place only where nothing in them can run, under the sandbox policy', async () => {
      const operator = await portal.as('opA');
      const names = ['a.png', 'b.svg', 'c.html', 'd.pdf', 'e.xml', 'f', 'g.__proto__', 'h.constructor'];
      const content = '<svg xmlns="http://www.w3.org/2000/svg"><script>P()</script></svg>';
      const stored = (
        await upload(
          operator,
          pathOf(world.a2.assetId),
          names.map((name) => [name, content] as const),
        )
      ).body;
      const shown = await Promise.all(stored.map(async ({ fileId }) => operator.get(`/api/files/${fileId}/view`)));
      expect(shown.map(({ status }) => status)).toEqual([200, 415, 415, 415, 415, 415, 415, 415]);
      expect(shown[0]?.headers.get('content-type')).toBe('image/png');
      expect(shown[0]?.headers.get('x-content-type-options')).toBe('nosniff');
      expect(shown[0]?.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    });

    it('are listed a page at a time with their number', async () => {
      const operator = await portal.as('opA');
      const names = ['Paged 1.log', 'paged 2.log', 'PAGED 3.log'];
      await upload(
        operator,
        pathOf(world.a1.assetId),
        names.map((name) => [name, 'x'] as const),
      );
      await upload(operator, '/api/files', [['paged loose.log', 'x']]);
      const page = async (query: string) => (await operator.get<files.FilePage>(`/api/ef/files?${query}`)).body;
      expect(await page('search=paged&limit=3')).toMatchObject({
        total: 4,
        files: [{ filename: 'paged loose.log' }, {}, {}],
      });
      expect((await page('search=paged&limit=3&offset=3')).files).toHaveLength(1);
      expect((await page('search=paged&asset=none')).total).toBe(1);
      expect((await page(`search=paged&asset=${world.a1.assetId}`)).total).toBe(3);
      expect((await page(`search=${world.canary}`)).total).toBe(0);
      expect((await operator.get('/api/ef/files?limit=0')).status).toBe(400);
    });

    it('lie under random names whatever they are called (F1)', async () => {
      const operator = await portal.as('opA');
      const before = await treeOutside();
      const names = ['../../x', '..\\..\\x', '/etc/x', '..%2f', 'CON', '=cmd', `${'n'.repeat(300)}.txt`];
      const some = names.map((name) => [name, 'content'] as const);
      const { body } = await upload(operator, pathOf(world.a2.assetId), some);
      expect(body.map(({ filename }) => filename)).toEqual([
        'x',
        'x',
        'x',
        '..%2f',
        'CON',
        '=cmd',
        `${'n'.repeat(251)}.txt`,
      ]);
      expect(await treeOutside()).toEqual(before);
      for (const name of await filesOnDisk()) expect(name).toMatch(/^[\w-]{43}$/);
    });

    it('are found by pattern and time, and no pattern holds up the portal (G2)', async () => {
      const operator = await portal.as('opA');
      const names = ['100% sure.sqlite', '100x sure.sqlite', 'Pump_7.csv', 'PumpX7.csv'];
      await upload(
        operator,
        pathOf(world.a1.assetId),
        names.map((name) => [name, 'x'] as const),
      );
      const found = async (query: Record<string, string>) => {
        const reply = await operator.get<files.StoredFile[]>(`/api/files?${new URLSearchParams(query)}`);
        expect(reply.status).toBe(200);
        return reply.body
          .map(({ filename }) => filename)
          .filter((name) => names.includes(name))
          .toSorted();
      };
      expect(await found({})).toEqual(names.toSorted());
      expect(await found({ filename: '%.SQLITE' })).toEqual(['100% sure.sqlite', '100x sure.sqlite']);
      expect(await found({ filename: '100\\%%' })).toEqual(['100% sure.sqlite']);
      expect(await found({ filename: 'pump\\_7%' })).toEqual(['Pump_7.csv']);
      expect(await found({ filename: 'pump_7%' })).toEqual(['PumpX7.csv', 'Pump_7.csv']);
      expect(await found({ filename: "' OR 1=1--" })).toEqual([]);
      expect(await found({ filename: '%'.repeat(5_000) })).toEqual(names.toSorted());
      expect(await found({ startDate: '2100-01-01T00:00:00Z' })).toEqual([]);
      expect(await found({ endDate: '2000-01-01T00:00:00Z' })).toEqual([]);
      for (const query of ['limit=0', 'limit=-1', 'limit=1e9', 'limit=NaN', 'startDate=now', 'filename=a&filename=b']) {
        expect((await operator.get(`/api/files?${query}`)).status).toBe(400);
      }
    });

    it('go with their record, and with their asset', async () => {
      const operator = await portal.as('opA');
      const asset = await portal.anAsset({ assetDefinitionId: world.definition });
      const admin = await portal.as('admin');
      const before = (await filesOnDisk()).length;
      await upload(admin, pathOf(asset.assetId), [
        ['one', '1'],
        ['two', '2'],
      ]);
      const kept = (await upload(operator, pathOf(world.a1.assetId), [['three', '3']])).body[0] as files.StoredFile;
      expect(await filesOnDisk()).toHaveLength(before + 3);
      expect((await operator.delete(`/api/files/${kept.fileId}`)).status).toBe(200);
      expect((await operator.get(`/api/files/${kept.fileId}/download`)).status).toBe(404);
      expect((await admin.delete(`/api/assets/${asset.assetId}`)).status).toBe(200);
      expect(await filesOnDisk()).toHaveLength(before);
    });

    it('are in the journal', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(operator, pathOf(world.a1.assetId), [['told.txt', 'x']])).body;
      await operator.delete(`/api/files/${file?.fileId}`);
      const { body } = await (await portal.as('admin')).get<{ entries: { what: string; user: string }[] }>(
        `/api/journal?kind=file&assetId=${world.a1.assetId}`,
      );
      const told = body.entries.filter(({ what }) => what.includes('told.txt')).map(({ what, user }) => [what, user]);
      expect(told).toEqual([
        [`file ${file?.fileId} told.txt deleted`, 'opA'],
        [`file ${file?.fileId} told.txt uploaded`, 'opA'],
      ]);
    });
  });

  describe('the quota of an asset', () => {
    it('refuses what does not fit before it is read, and while it is read; nothing of it stays', async () => {
      const operator = await portal.as('opA');
      const asset = await portal.anAsset({ assetDefinitionId: world.definition });
      await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [asset.assetId]);
      const path = pathOf(asset.assetId);
      const before = await filesOnDisk();
      expect((await upload(operator, path, [['big', new Uint8Array(4 * MEBIBYTE)]])).status).toBe(413);
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
      expect(await filesOnDisk()).toEqual(before);
      expect((await upload(operator, path, [['two', new Uint8Array(2 * MEBIBYTE)]])).status).toBe(200);
      expect((await upload(operator, path, [['two more', new Uint8Array(2 * MEBIBYTE)]])).status).toBe(413);
      expect((await upload(operator, path, [['one', new Uint8Array(MEBIBYTE)]])).status).toBe(200);
      expect((await upload(operator, pathOf(world.a1.assetId), [['elsewhere', 'x']])).status).toBe(200);
    });

    it('holds for two uploads at once: what fits of them is stored, the other hears why', async () => {
      const operator = await portal.as('opA');
      const asset = await portal.anAsset({ assetDefinitionId: world.definition });
      await portal.context.ownership.links.add(systemCaller, 'assets', world.groupA, [asset.assetId]);
      const both = ['one', 'other'].map((name) =>
        upload(operator, pathOf(asset.assetId), [[name, new Uint8Array(2 * MEBIBYTE)]]),
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
      const before = await filesOnDisk();
      const { cookie = '' } = await portal.as('opA');
      const answer = await fetch(`${portal.url}${pathOf(world.a1.assetId)}`, {
        method: 'POST',
        headers: { Cookie: cookie, 'X-Requested-With': 'Telltale', ...headers },
        body: Buffer.from(body),
      });
      expect(statuses).toContain(answer.status);
      expect(await filesOnDisk()).toEqual(before);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it('leaves nothing behind when the client goes away half way', async () => {
      const before = await filesOnDisk();
      const body = half();
      const head = [
        `POST ${pathOf(world.a1.assetId)} HTTP/1.1`,
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 2000000',
      ];
      const { cookie = '' } = await portal.as('opA');
      const socket = connect(portal.httpPort, '127.0.0.1');
      socket.write(
        `${[head[0], 'Host: 127.0.0.1', `Cookie: ${cookie}`, 'X-Requested-With: Telltale', ...head.slice(1)].join('\r\n')}\r\n\r\n${body}`,
      );
      await expect.poll(async () => (await filesOnDisk()).length).toBe(before.length + 1);
      socket.destroy();
      await expect.poll(async () => (await filesOnDisk()).length).toBe(before.length);
      expect((await upload(await portal.as('opA'), pathOf(world.a1.assetId), [['after', 'x']])).status).toBe(200);
    });
  });

  describe('at a start', () => {
    it('files are there as before, and what a crash cut off is cleared away', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(operator, pathOf(world.a1.assetId), [['kept.txt', 'kept']])).body;
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
