import { createHash, randomBytes } from 'node:crypto';
import type { files } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { filesOf, filesOnDisk, upload } from './testing/uploads.ts';

let portal: Portal;
let world: TwoUnits;
let foreign: files.StoredFile;
let loose: files.StoredFile;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    portal = await start({ config: { fileQuotaMb: 3 } });
    world = await buildTwoUnits(portal);
    const toB = await upload(portal, await portal.as('adminB'), filesOf(world.b1.assetId), [
      [`${world.canary}.txt`, world.canary],
    ]);
    foreign = toB.body[0] as files.StoredFile;
    loose = (await upload(portal, await portal.as('adminB'), '/api/files', [[`${world.canary}.sqlite`, world.canary]]))
      .body[0] as never;
  });
  afterAll(() => portal.close());

  describe('files', () => {
    it('are uploaded and listed only for an asset in sight, by who may', async () => {
      const some = [['a.txt', 'a']] as const;
      for (const [username, assetId, status] of [
        ['viewA', world.a1.assetId, 403],
        ['opA', world.b1.assetId, 404],
        ['opB', world.a1.assetId, 404],
        ['opA', 999_999, 404],
      ] as const) {
        expect((await upload(portal, await portal.as(username), filesOf(assetId), some)).status).toBe(status);
      }
      expect((await upload(portal, portal.anonymous, filesOf(world.a1.assetId), some)).status).toBe(401);
      const elsewhere = { 'X-Requested-With': '', 'Sec-Fetch-Site': 'cross-site' };
      expect(
        (await upload(portal, await portal.as('opA'), filesOf(world.a1.assetId), some, {}, elsewhere)).status,
      ).toBe(403);
      const operator = await portal.as('opA');
      expect((await operator.get(filesOf(world.b1.assetId))).status).toBe(404);
      expect((await (await portal.as('nobody')).get(filesOf(world.a1.assetId))).status).toBe(403);
      expect((await operator.get(filesOf(world.a1.assetId))).body).toEqual([]);
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
      const reply = await upload(portal, operator, filesOf(world.a2.assetId), some, fields);
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
      const list = await operator.get<files.StoredFile[]>(filesOf(world.a2.assetId));
      expect(list.body.map(({ filename }) => filename)).toEqual([...some.map(([name]) => name)].toReversed());
    });

    it('come in parts to who asks for a part, unless the file is another by now (spec 3 §14)', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(portal, operator, filesOf(world.a2.assetId), [['film.mp4', '0123456789']])).body;
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
          portal,
          operator,
          filesOf(world.a2.assetId),
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
        portal,
        operator,
        filesOf(world.a1.assetId),
        names.map((name) => [name, 'x'] as const),
      );
      await upload(portal, operator, '/api/files', [['paged loose.log', 'x']]);
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

    it('are found by pattern and time, and no pattern holds up the portal (G2)', async () => {
      const operator = await portal.as('opA');
      const names = ['100% sure.sqlite', '100x sure.sqlite', 'Pump_7.csv', 'PumpX7.csv'];
      await upload(
        portal,
        operator,
        filesOf(world.a1.assetId),
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
      const before = (await filesOnDisk(portal)).length;
      await upload(portal, admin, filesOf(asset.assetId), [
        ['one', '1'],
        ['two', '2'],
      ]);
      const kept = (await upload(portal, operator, filesOf(world.a1.assetId), [['three', '3']]))
        .body[0] as files.StoredFile;
      expect(await filesOnDisk(portal)).toHaveLength(before + 3);
      expect((await operator.delete(`/api/files/${kept.fileId}`)).status).toBe(200);
      expect((await operator.get(`/api/files/${kept.fileId}/download`)).status).toBe(404);
      expect((await admin.delete(`/api/assets/${asset.assetId}`)).status).toBe(200);
      expect(await filesOnDisk(portal)).toHaveLength(before);
    });

    it('are in the journal', async () => {
      const operator = await portal.as('opA');
      const [file] = (await upload(portal, operator, filesOf(world.a1.assetId), [['told.txt', 'x']])).body;
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
});
