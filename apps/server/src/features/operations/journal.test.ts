import type { operations } from '@telltale/contract';
import { callTable } from '@telltale/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

type Page = { total: number | null; isAtLeast: boolean; entries: operations.JournalEntry[]; next: string | null };

describe.each(everyPortal())('the journal on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    const by = { name: 'ann', userId: 1, adminId: 1 };
    const entries = Array.from({ length: 2_500 }, (_, index) => ({
      kind: 'sample',
      what: `sample ${index}`,
      by,
      // Many of one moment: pages must not lose or repeat entries that share their time.
      timeMs: 1_600_000_000_000 + Math.floor(index / 100),
    }));
    await portal.context.journal.appendAll(entries);
    await portal.context.journal.append({
      kind: 'sample',
      what: '100% of "it" done_1',
      before: { note: 'Zwölf "Pumpen"', path: 'C:\\pump', nested: { level: 1 } },
      after: { note: '=HYPERLINK("x")' },
      by: { ...by, address: '10.9.8.7' },
      timeMs: 1_500_000_000_000,
    });
  });
  afterAll(() => portal.close());

  const list = async (query = '', who = 'root') => (await portal.as(who)).get<Page>(`/api/journal${query}`);

  it('is read to its end by its cursor, each entry once, while others are added', async () => {
    const seen: string[] = [];
    let query = '?kind=sample&limit=999';
    for (let page = 0; page < 10; page++) {
      const { body } = await list(query);
      expect(body.total).toBe(page === 0 ? 2_501 : null);
      seen.push(...body.entries.map(({ what }) => what));
      await portal.context.journal.append({ kind: 'sample-2', what: 'in between', by: { name: 'ann' } });
      if (body.next === null) break;
      query = `?kind=sample&limit=999&cursor=${body.next}`;
    }
    expect(seen).toHaveLength(2_501);
    expect(new Set(seen).size).toBe(2_501);
    expect(seen[0]).toBe('sample 2499');
  });

  // Each word of the text is one of the entry, or begins one where no entry has all of them, in any order; what is neither letter nor digit only parts words.
  it.each([
    ['100% of', 1],
    ['DONE_1', 1],
    ['"it"', 1],
    ['10.9.8', 1],
    ['8.9.10', 1],
    ['Pumpen zwölf', 1],
    ['ZWÖ', 1],
    ['umpen', 0],
    ['C:\\pump', 1],
    ['level', 1],
    ['sample 249', 1],
    ['sampl 249', 11],
    ["' or 1=1--", 0],
    ['"it" OR done', 0],
    ['it" XOR done', 0],
    ['\\', 0],
  ])('finds the words of %j', async (text, count) => {
    const { body } = await list(`?kind=sample&limit=100&text=${encodeURIComponent(text)}`);
    expect([body.entries.length, body.total]).toEqual([count, count]);
  });

  it('is searched to its end by its cursor, in the order of writing', async () => {
    const seen: string[] = [];
    for (let query = '?text=sample&kind=sample&limit=900'; query !== ''; ) {
      const { body } = await list(query);
      seen.push(...body.entries.map(({ what }) => what));
      query = body.next === null ? '' : `?text=sample&kind=sample&limit=900&cursor=${body.next}`;
    }
    expect(seen).toEqual(Array.from({ length: 2_500 }, (_, index) => `sample ${2_499 - index}`));
  });

  it('is counted up to 1,000 where an administrator of a unit asks for words, and as far as it goes for one of the first', async () => {
    const by = { name: 'ben', adminId: world.unitB };
    const words = Array.from({ length: 1_001 }, () => ({ kind: 'tram', what: 'tramline', by, timeMs: 1 }));
    await portal.context.journal.appendAll(words);
    const [ofUnit, ofFirst] = [await list('?text=tramline', 'adminB'), await list('?text=tramline')];
    expect(ofUnit.body).toMatchObject({ total: 1_000, isAtLeast: true });
    expect(ofFirst.body).toMatchObject({ total: 1_001, isAtLeast: false });
    // A page as long as that, and one behind it, say the same; so do beginnings of words.
    for (const page of ['limit=1000', 'limit=1&offset=1000']) {
      const { body } = await list(`?text=tramli&${page}`, 'adminB');
      expect(body).toMatchObject({ total: 1_000, isAtLeast: true });
    }
  });

  // More than are asked at once: a common word, one of few entries, two that are never together, and what narrows both.
  it('is found word by word among tens of thousands, however common a word is', async () => {
    const by = { name: 'mill', userId: 1, adminId: 1 };
    const written = Array.from({ length: 45_000 }, (_, index) => ({
      ...{ kind: index % 3 === 0 ? 'mill-a' : 'mill-b', by, timeMs: 1_650_000_000_000 + index },
      what: `${index % 2 === 0 ? 'grindstone' : 'millrace'} ${index % 9_001 === 17 ? 'flooded' : 'turned'}`,
    }));
    const first = {
      kind: 'mill-c',
      what: 'grindstone hewn',
      by: { name: 'ben', adminId: world.unitB },
      timeMs: 1_650_000_000_000,
    };
    await portal.context.journal.appendAll([first, ...written]);
    const totalOf = async (query: string, who?: string) => {
      const { body } = await list(`?limit=1&${query}`, who);
      return [body.total, body.isAtLeast];
    };
    expect(await totalOf('text=grindstone')).toEqual([10_000, true]);
    expect(await totalOf('text=grindst')).toEqual([10_000, true]);
    expect(await totalOf('text=flooded')).toEqual([5, false]);
    expect(await totalOf('text=floo')).toEqual([5, false]);
    expect(await totalOf('text=grindstone millrace')).toEqual([0, false]);
    expect(await totalOf('text=grindstone flooded')).toEqual([2, false]);
    // What only the oldest of them has, behind all that are looked at for it.
    expect(await totalOf('text=grindstone&kind=mill-c')).toEqual([1, false]);
    expect(await totalOf('text=grindst&kind=mill-c')).toEqual([1, false]);
    expect(await totalOf('text=grindstone', 'adminB')).toEqual([1, false]);
    expect(await totalOf('text=grindst', 'adminB')).toEqual([1, false]);
    expect(await totalOf('text=grindstone&kind=mill-d')).toEqual([0, false]);
    const to = new Date(1_650_000_000_010).toISOString();
    expect(await totalOf(`text=grindstone&to=${to}`)).toEqual([7, false]);
    expect(await totalOf(`text=grindstone&from=${to}&to=${to}`)).toEqual([1, false]);
    expect(await totalOf(`text=grindstone&from=${new Date(1_650_000_044_990).toISOString()}&kind=mill-a`)).toEqual([
      1,
      false,
    ]);

    const seen: string[] = [];
    for (let query = '?text=grindstone&kind=mill-a&limit=1000'; query !== ''; ) {
      const { body } = await list(query);
      seen.push(...body.entries.map(({ time }) => time));
      query = body.next === null ? '' : `?text=grindstone&kind=mill-a&limit=1000&cursor=${body.next}`;
    }
    expect(seen).toHaveLength(7_500);
    expect(seen).toEqual([...new Set(seen)].toSorted().toReversed());
  });

  it('is narrowed by time, user, kind and asset together', async () => {
    const from = new Date(1_600_000_000_000).toISOString();
    const to = new Date(1_600_000_000_001).toISOString();
    expect((await list(`?kind=sample&user=ann&from=${from}&to=${to}`)).body.total).toBe(200);
    expect((await list('?kind=sample&user=an')).body.total).toBe(0);
    const { body } = await list(`?assetId=${world.a1.assetId}`);
    expect(body.entries.map(({ what }) => what)).toContain('created');
    expect(body.entries.every(({ assetId }) => assetId === world.a1.assetId)).toBe(true);
    const kinds = await (await portal.as('root')).get<string[]>('/api/journal/kinds');
    expect(kinds.body).toEqual(expect.arrayContaining(['access', 'asset', 'sample', 'session']));
    expect(kinds.body).toEqual([...new Set(kinds.body)].toSorted());
  });

  it.each(['cursor=x', 'cursor=1', 'cursor=1-2-3', 'cursor=-1-2', 'text=', 'format=xml', `text=${'x'.repeat(300)}`])(
    'refuses %s',
    async (query) => {
      const path = query.startsWith('format') ? 'journal/export' : 'journal';
      expect((await (await portal.as('root')).get(`/api/${path}?${query}`)).status).toBe(400);
    },
  );

  it('is exported whole as CSV and as JSON, and says who did it', async () => {
    const root = await portal.as('root');
    const csv = await root.get('/api/journal/export?kind=sample');
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = csv.text.trimEnd().split('\r\n');
    expect(lines).toHaveLength(2_502);
    expect(lines[0]).toBe('Time,User,Address,Kind,What,Asset,Before,After');
    expect(lines[1]).toBe('2020-09-13T12:26:40.024Z,ann,,sample,sample 2499,,,');
    expect(lines.at(-1)).toContain('"100% of ""it"" done_1"');
    const json = await root.get<operations.JournalEntry[]>('/api/journal/export?kind=sample&format=json');
    expect(json.body).toHaveLength(2_501);
    expect(json.body.at(-1)).toMatchObject({ user: 'ann', before: { nested: { level: 1 } } });
    expect((await root.get('/api/journal/export?kind=none&format=json')).body).toEqual([]);
    const { body } = await list('?user=root&text=journal%20exported');
    expect(body.entries[0]).toMatchObject({ what: 'journal exported', after: { kind: 'none', format: 'json' } });
  });

  it('of a unit is shown to its administrator only, exports and deleted assets too', async () => {
    const gone = await portal.anAsset({ alias: 'Gone', by: 'adminB' });
    await (await portal.as('adminB')).delete(`/api/assets/${gone.assetId}`);
    await (await portal.as('root')).put(`/api/assets/${world.b1.assetId}/attributes`, {
      attributeName: 'by root',
      attributeValue: 'seen',
    });
    const adminB = await portal.as('adminB');
    const { text } = await adminB.get('/api/journal/export?format=json');
    expect(text).not.toMatch(/opA|viewA|Pump A|sample/);
    const own = await list(`?assetId=${gone.assetId}`, 'adminB');
    expect(own.body.entries.map(({ what }) => what)).toEqual(['deleted', 'created']);
    const byRoot = await list(`?assetId=${world.b1.assetId}&user=root`, 'adminB');
    expect(byRoot.body.total).toBe(1);
    expect((await list(`?assetId=${world.a1.assetId}`, 'adminB')).body.total).toBe(0);

    const below = await portal.anAdminUnit('Below B', world.unitB);
    await portal.aUser({ username: 'adminBelow', permissions: [1], adminId: below });
    await portal.as('adminBelow');
    expect((await list('?user=adminBelow', 'adminB')).body.total).toBe(1);
    expect((await list('?user=adminB', 'adminBelow')).body.total).toBe(0);
    for (const who of ['opA', 'viewA', 'nobody']) {
      for (const path of ['/api/journal', '/api/journal/kinds', '/api/journal/export']) {
        expect((await (await portal.as(who)).get(path)).status).toBe(403);
      }
    }
  });

  it('is changed by no call and by no statement', async () => {
    expect(callTable.filter(({ call }) => call.path.startsWith('/api/journal')).map(({ call }) => call.method)).toEqual(
      ['GET', 'GET', 'GET'],
    );
    const root = await portal.as('root');
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      for (const path of ['/api/journal', '/api/journal/1', '/api/journal/export']) {
        expect((await root.send(path, { method })).status).toBe(404);
      }
    }
    const { db } = portal.context;
    const read = () =>
      db.selectFrom('journal').selectAll().where('kind', '=', 'sample').orderBy('journal_id').execute();
    const before = await read();
    const attempts = [
      () => db.updateTable('journal').set({ what: 'nothing' }).where('kind', '=', 'sample').execute(),
      () => db.deleteFrom('journal').where('kind', '=', 'sample').execute(),
      () => db.deleteFrom('journal').execute(),
      () => sql`update journal set time_ms = 0`.execute(db),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toThrow('append-only');
    expect(await read()).toEqual(before);
  });
});
