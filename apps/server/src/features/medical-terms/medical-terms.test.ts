import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { medicalTerms } from '@telltale/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SHIPPED_CONFIG } from '#config/config-folders.ts';
import { createLog } from '#config/log.ts';
import { startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { MedicalTermService } from './medical-term-service.ts';
import { termsOfAnswer } from './term-answer.ts';
import { readTermList, TermList } from './term-list.ts';

const PATH = '/api/ef/medicalterms';
const TYPED = 'asthma bronchiale';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-terms-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A lookup service; answers what was asked of it. */
async function aService(answer: RequestListener) {
  const asked: { url: URL; headers: Record<string, unknown> }[] = [];
  const server = createServer((request, reply) => {
    asked.push({ url: new URL(request.url ?? '', 'http://service'), headers: request.headers });
    answer(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/search?df=name`, asked };
}

const table = (...names: string[]) => JSON.stringify([names.length, names, null, names.map((name) => [name, 'J45'])]);

describe('what a lookup service answers', () => {
  it.each([
    [table('Asthma', 'Asthma, exercise-induced'), ['Asthma', 'Asthma, exercise-induced']],
    ['["Gout","Gout"," Gou\\u0000t "]', ['Gout', 'Gou t']],
    ['[0,[],null,[]]', []],
    ['[]', []],
    [JSON.stringify(['x'.repeat(201), '', 'y']), ['y']],
    [
      JSON.stringify(Array.from({ length: 50 }, (_, index) => `${index}`)),
      Array.from({ length: 20 }, (_, i) => `${i}`),
    ],
  ])('%s is read as names', (text, names) => expect(termsOfAnswer(text)).toEqual(names));

  it.each(['<html>', '{}', '"x"', '[1,2]', '[1,[],null,[[]]]', '[1,[],null,["x"]]', ''])('%s is no answer', (text) => {
    expect(() => termsOfAnswer(text)).toThrow();
  });
});

describe('the list that comes with the portal', () => {
  it('finds by the beginnings of words, whatever their case, and what begins with the text first', async () => {
    const list = await readTermList([SHIPPED_CONFIG], createLog('silent'));
    expect(list.find('conditions', 'DIAB')).toEqual([
      'Diabetes insipidus',
      'Diabetes, gestational',
      'Diabetes, type 1',
      'Diabetes, type 2',
    ]);
    expect(list.find('conditions', 'type diab')).toEqual(['Diabetes, type 1', 'Diabetes, type 2']);
    expect(list.find('drugs', 'ins gl')).toEqual(['Insulin glargine']);
    expect(list.find('drugs', 'a')).toHaveLength(20);
    expect(list.find('drugs', '%')).toEqual([]);
    expect(list.find('drugs', '(a+)+$')[0]).toMatch(/^A/);
  });

  it.each(['no JSON', '{}', '{"conditions":["x"]}', '{"conditions":[1],"drugs":[]}'])(
    'that says %s is none, and the log names the file',
    async (text) => {
      await writeFile(join(folder, 'medical-terms.json'), text);
      const lines: string[] = [];
      const log = createLog('error', { write: (line: string) => void lines.push(line) });
      const list = await readTermList([folder, SHIPPED_CONFIG], log);
      await rm(join(folder, 'medical-terms.json'));
      expect(list.find('conditions', 'gout')).toEqual([]);
      expect(lines.join()).toContain('medical-terms.json is written wrongly');
    },
  );
});

describe('the service and the list together', () => {
  const list = new TermList({ conditions: ['Asthma of the list'], drugs: [] });
  const FROM_LIST = { terms: ['Asthma of the list'], from: 'list' };

  function aLookup(get: (url: string) => Promise<{ status: number; text: string }>) {
    const clock = new TestClock();
    clock.stopAt(1_000_000);
    const lines: string[] = [];
    const log = createLog('trace', { write: (line: string) => void lines.push(line) });
    const asked: string[] = [];
    const service = new MedicalTermService({
      sources: { conditions: { url: 'https://terms.example/search' } },
      list,
      get: (url) => {
        asked.push(url);
        return get(url);
      },
      clock,
      log,
    });
    return { service, clock, lines, asked };
  }

  it('a text is asked for once in an hour, and once at a time', async () => {
    const { service, clock, asked } = aLookup(async () => ({ status: 200, text: table('Asthma') }));
    await Promise.all([service.find('conditions', 'Ast'), service.find('conditions', ' ast')]);
    expect(await service.find('conditions', 'AST')).toEqual({ terms: ['Asthma'], from: 'service' });
    expect(asked).toEqual(['https://terms.example/search?terms=ast&maxList=20']);
    clock.stopAt(1_000_000 + 3_600_000);
    await service.find('conditions', 'ast');
    expect(asked).toHaveLength(2);
  });

  it('what no service is named for comes from the list', async () => {
    const { service, asked } = aLookup(async () => ({ status: 200, text: '[]' }));
    expect(await service.find('drugs', 'x')).toEqual({ terms: [], from: 'list' });
    expect(asked).toEqual([]);
  });

  it.each<[string, () => Promise<{ status: number; text: string }>]>([
    ['does not answer', () => Promise.reject(new Error(`connect to https://terms.example/?terms=${TYPED}`))],
    ['answers 500', async () => ({ status: 500, text: TYPED })],
    ['answers something else', async () => ({ status: 200, text: `<html>${TYPED}` })],
  ])(
    'a service that %s is left alone for a minute; the log says so once, and nothing of what was typed',
    async (_how, get) => {
      const { service, clock, asked, lines } = aLookup(get);
      await Promise.all([service.find('conditions', TYPED), service.find('conditions', `${TYPED} x`)]);
      expect(await service.find('conditions', 'ast')).toEqual(FROM_LIST);
      expect([asked.length, lines.length]).toEqual([2, 1]);
      expect(lines.join()).not.toMatch(/bronchiale/i);
      expect(lines.join()).toContain('terms.example');
      clock.stopAt(1_000_000 + 60_000);
      expect(await service.find('conditions', 'ast')).toEqual(FROM_LIST);
      expect(asked).toHaveLength(3);
    },
  );

  it('what a service once answered is said again while it does not', async () => {
    let isDown = false;
    const { service, clock } = aLookup(async () => ({ status: isDown ? 503 : 200, text: table('Asthma') }));
    await service.find('conditions', 'ast');
    isDown = true;
    clock.stopAt(1_000_000 + 7_200_000);
    expect(await service.find('conditions', 'ast')).toEqual({ terms: ['Asthma'], from: 'service' });
  });

  it('no more than eight questions are under way', async () => {
    const answers: (() => void)[] = [];
    const { service, asked } = aLookup(() => {
      const { promise, resolve } = Promise.withResolvers<{ status: number; text: string }>();
      answers.push(() => resolve({ status: 200, text: '[]' }));
      return promise;
    });
    const found = Array.from({ length: 12 }, (_, index) => service.find('conditions', `ast${index}`));
    expect(asked).toHaveLength(8);
    for (const answer of answers) answer();
    expect((await Promise.all(found)).map(({ from }) => from)).toEqual([
      ...Array(8).fill('service'),
      ...Array(4).fill('list'),
    ]);
  });
});

describe('the call', () => {
  async function aPortal(feeds: unknown, lines: string[] = []) {
    await writeFile(join(folder, 'feeds.json'), JSON.stringify(feeds));
    const log = createLog('trace', { write: (line: string) => void lines.push(line) });
    const portal = await startPortal({ config: { configFolder: folder }, log });
    endings.push(() => portal.close());
    await portal.aUser({ username: 'medic', permissions: [98] });
    await portal.aUser({ username: 'other', permissions: [6] });
    const find = async (username: string, body: unknown) =>
      (await portal.as(username)).post<{ terms: string[]; from: string }>(PATH, body);
    return { portal, find };
  }
  type Body = { kind: medicalTerms.MedicalTermKind; text: string };
  const asks: Body = { kind: 'conditions', text: TYPED };

  it('is refused without the permission and for what is no question, and asks nobody then', async () => {
    const { url, asked } = await aService((_request, reply) => reply.end(table('Asthma')));
    const { portal, find } = await aPortal({ seismic: [], lookups: { conditions: { url, private: true } } });
    expect((await portal.anonymous.post(PATH, asks)).status).toBe(401);
    expect((await find('other', asks)).status).toBe(403);
    for (const body of [
      {},
      { ...asks, kind: 'people' },
      { ...asks, text: ' ' },
      { ...asks, text: 'x'.repeat(101) },
      [],
    ]) {
      expect((await find('medic', body)).status).toBe(400);
    }
    expect(asked).toEqual([]);
  });

  it('asks the service for the text alone: no cookie, no user, nothing of it in the log (H1, H2)', async () => {
    const { url, asked } = await aService((_request, reply) => reply.end(table('Asthma')));
    const lines: string[] = [];
    const { find } = await aPortal({ seismic: [], lookups: { conditions: { url, private: true } } }, lines);
    const hostile = `${TYPED}&df=x#/../`;
    expect((await find('medic', { ...asks, text: hostile })).body).toEqual({ terms: ['Asthma'], from: 'service' });
    expect(asked.map(({ url: one }) => [one.pathname, ...one.searchParams])).toEqual([
      ['/search', ['df', 'name'], ['terms', hostile], ['maxList', '20']],
    ]);
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'connection', 'host']);
    expect(lines.join()).not.toMatch(/bronchiale/i);
  });

  it('never reaches a name of a private network that nobody called private, and answers from the list (H1)', async () => {
    const { url, asked } = await aService((_request, reply) => reply.end(table('Asthma')));
    const address = url.replace('127.0.0.1', 'localhost.localdomain');
    const { find } = await aPortal({ seismic: [], lookups: { conditions: { url: address } } });
    expect((await find('medic', { ...asks, text: 'gou' })).body).toEqual({ terms: ['Gout'], from: 'list' });
    expect(asked).toEqual([]);
  });

  it('answers from the list when the service sends more than anybody needs (H6)', async () => {
    const { url } = await aService((_request, reply) => reply.end(`["${'x'.repeat(1_000_000)}"]`));
    const { find } = await aPortal({ seismic: [], lookups: { conditions: { url, private: true } } });
    expect((await find('medic', { ...asks, text: 'gou' })).body).toEqual({ terms: ['Gout'], from: 'list' });
  });
});
