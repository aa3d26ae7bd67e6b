import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { seismic } from '@telltale/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '#config/log.ts';
import { everyPortal } from '#testing/every-portal.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';
import { buildTwoUnits } from '#testing/two-units.ts';
import { getFrom } from '../../outgoing/outgoing-call.ts';
import { SeismicFeed } from './seismic-feed.ts';
import { SeismicFeedRepository } from './seismic-feed-repository.ts';

const HEAD = '#EventID|Time|Latitude|Longitude|Depth/km|Magnitude|EventLocationName';
const QUAKE = `${HEAD}\ntx1|2025-01-15T21:17:02|31.5893|-104.5274|3.7|2.4|Western Texas`;
const EVENTS = '/api/seismic/events';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-quakes-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

/** A service of earthquakes; answers what was asked of it. */
async function aService(answer: RequestListener) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, reply) => {
    asked.push(request);
    answer(request, reply);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** An answer that is made while it is read. */
function fiftyMegabytes() {
  const megabyte = Buffer.alloc(1_000_000, 'x');
  return {
    sent: 0,
    *[Symbol.iterator]() {
      while (this.sent < 50) {
        this.sent++;
        yield megabyte;
      }
    },
  };
}

type Feed = { name: string; url: string } & Record<string, unknown>;
const aFeed = (feed: Feed) => ({ format: 'fdsn-text', seconds: 60, private: true, ...feed });

async function aPortal(feeds: readonly Feed[], lines: string[] = []) {
  await writeFile(join(folder, 'feeds.json'), JSON.stringify({ seismic: feeds.map(aFeed), lookups: {} }));
  const clock = new TestClock();
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const portal = await startPortal({ config: { configFolder: folder }, clock, log });
  endings.push(() => portal.close());
  await portal.aUser({ username: 'viewer', permissions: [6] });
  await portal.aUser({ username: 'other', permissions: [38] });
  return { portal, clock };
}

const ask = async (client: Portal['anonymous'], source: string) =>
  (await client.get<seismic.SeismicEvents>(`${EVENTS}?source=${encodeURIComponent(source)}`)).body;

describe('who sees which feed', () => {
  it('a visitor the public one alone, a session without the permission too, and nobody is told what else there is', async () => {
    const { url, asked } = await aService((_request, reply) => reply.end(QUAKE));
    const feeds = [
      { name: 'Summary', url },
      { name: 'West', url: `${url}/events/query`, region: 'Western Texas' },
    ];
    const { portal } = await aPortal(feeds);
    const listed = async (client: Portal['anonymous']) =>
      (await client.get<seismic.SeismicFeed[]>('/api/seismic/feeds')).body.map(({ name }) => name);
    const [viewer, other] = [await portal.as('viewer'), await portal.as('other')];
    expect([await listed(portal.anonymous), await listed(other), await listed(viewer)]).toEqual([
      ['Summary'],
      ['Summary'],
      ['Summary', 'West'],
    ]);
    for (const source of ['West', 'Nowhere', 'http://127.0.0.1:1/', '../Summary', 'feeds.json']) {
      const path = `${EVENTS}?source=${encodeURIComponent(source)}`;
      const statuses = [await portal.anonymous.get(path), await other.get(path)].map(({ status }) => status);
      expect([source, ...statuses]).toEqual([source, 401, 403]);
    }
    expect((await viewer.get(`${EVENTS}?source=Nowhere`)).status).toBe(404);
    expect((await portal.anonymous.get(EVENTS)).status).toBe(400);
    expect(asked).toEqual([]);
    expect((await portal.anonymous.get(`${EVENTS}?source=summary`)).status).toBe(200);
  });

  it('the query of a region goes out as specified, without anything of the caller (H1, H2)', async () => {
    const { url, asked } = await aService((_request, reply) => reply.end(QUAKE));
    const { portal } = await aPortal([{ name: 'West', url: `${url}/events/query`, region: 'Western Texas' }]);
    expect((await ask(await portal.as('viewer'), 'West')).events.map(({ id }) => id)).toEqual(['tx1']);
    expect(asked[0]?.url).toBe('/events/query?limit=200&minmag=2&sort=-time&region=Western+Texas');
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(['accept', 'connection', 'host']);
  });
});

describe('a feed', () => {
  it('is asked once while its answer is new, and what it said last is said while it gives nothing, over a restart too', async () => {
    let answer: RequestListener = (_request, reply) => reply.end(QUAKE);
    const { url, asked } = await aService((request, reply) => answer(request, reply));
    const lines: string[] = [];
    const { portal, clock } = await aPortal([{ name: 'Summary', url }], lines);
    const [first] = await Promise.all([ask(portal.anonymous, 'Summary'), ask(portal.anonymous, 'Summary')]);
    expect([asked.length, first.problem, first.events.length]).toEqual([1, null, 1]);

    answer = (_request, reply) => reply.writeHead(503).end();
    clock.advance(61_000);
    const stale = { ...first, problem: 'The feed answered with status 503.' };
    expect(await ask(portal.anonymous, 'Summary')).toEqual(stale);
    expect(await ask(portal.anonymous, 'Summary')).toEqual(stale);
    expect(asked).toHaveLength(2);
    expect(lines.filter((line) => line.includes('gives nothing new'))).toHaveLength(1);

    await portal.restart();
    expect(await ask(portal.anonymous, 'Summary')).toEqual(stale);

    answer = (_request, reply) => reply.end(`${HEAD}\n`);
    clock.advance(61_000);
    const { fetchedAt, ...rest } = await ask(portal.anonymous, 'Summary');
    expect(rest).toEqual({ source: 'Summary', problem: null, leftOut: 0, events: [] });
    expect(Date.parse(fetchedAt ?? '')).toBeGreaterThan(Date.parse(first.fetchedAt ?? ''));
  });

  it('that floods, redirects, is no feed, dates in 1970 or is not allowed says so, and the others work (E9, H1, H6)', async () => {
    const secret = await aService((_request, reply) => reply.end(QUAKE));
    const flood = fiftyMegabytes();
    const { url } = await aService((request, reply) => {
      const { pathname } = new URL(request.url ?? '', 'http://feed');
      if (pathname === '/good') reply.end(QUAKE);
      if (pathname === '/page') reply.end('<!doctype html>');
      if (pathname === '/flood') Readable.from(flood).pipe(reply);
      if (pathname === '/1970') reply.end(QUAKE.replace('2025-01-15', '1970-01-15'));
      if (pathname === '/away') reply.writeHead(302, { Location: secret.url }).end();
    });
    const expected: Record<string, string | null> = {
      good: null,
      page: 'The feed answered a web page (HTML or XML) instead of events.',
      flood: 'The feed sends more than 1 MB, which is more than is read.',
      1970: 'The feed dates its events in 1970, which is no time of theirs.',
      away: 'The feed answered with status 302.',
      closed: 'The feed cannot be reached.',
      inside: 'The address of the feed is not a public one, and feeds.json does not allow it.',
    };
    const address = (name: string) => {
      if (name === 'closed') return 'http://127.0.0.1:1/';
      return name === 'inside' ? 'http://[64:ff9b::7f00:1]/' : `${url}/${name}`;
    };
    const names = Object.keys(expected);
    const { portal } = await aPortal(
      names.map((name) => ({ name, url: address(name), region: 'Texas', private: name !== 'inside' })),
    );
    const viewer = await portal.as('viewer');
    const answers = await Promise.all(names.map((name) => ask(viewer, name)));
    expect(Object.fromEntries(answers.map(({ source, problem }) => [source, problem]))).toEqual(expected);
    expect(answers.filter(({ events }) => events.length > 0).map(({ source }) => source)).toEqual(['good']);
    expect(secret.asked).toEqual([]);
    // The rest was not even fetched.
    expect(flood.sent).toBeLessThan(50);
  });

  it('that hangs keeps nobody waiting, and the database is asked for what it said last', async () => {
    const { url } = await aService(() => undefined);
    const { portal } = await aPortal([]);
    const { db, log } = portal.context;
    const feed = new SeismicFeed(
      { name: 'Slow', url, format: 'fdsn-text', seconds: 60 },
      {
        repository: new SeismicFeedRepository(db),
        get: (question) => getFrom({ ...question, timeoutMs: 20 }, () => true),
        clock: new TestClock(),
        log,
      },
    );
    const nothing = { source: 'Slow', fetchedAt: null, leftOut: 0, events: [] };
    expect(await feed.events()).toEqual({ ...nothing, problem: 'The feed does not answer in time.' });
  });

  it.skipIf(findTestData() === undefined)(`brings a recorded week (${NO_TEST_DATA})`, async () => {
    const week = await readFile(join(findTestData() ?? '', 'earthquakes/usgs_all_week_2018-02-07.geojson'));
    const { url } = await aService((_request, reply) => reply.end(week));
    const { portal } = await aPortal([{ name: 'Week', url, format: 'geojson' }]);
    expect((await ask(portal.anonymous, 'Week')).events).toHaveLength(1_707);
    await portal.restart();
    expect((await ask(portal.anonymous, 'Week')).events).toHaveLength(1_707);
  });
});

describe.each(everyPortal())('detections on $engine', ({ start }) => {
  it('are the alarms of definition 2 of assets in sight, open and ended, newest first', async () => {
    const clock = new TestClock();
    const portal = await start({ clock });
    endings.push(() => portal.close());
    const world = await buildTwoUnits(portal);
    const root = await portal.as('admin');
    const definition = async (assetDefinitionId: number, name: string, label: string) => {
      const flee = JSON.stringify({ expression: `_${label} > 4`, variables: [] });
      const { body } = await root.put<{ alarmDefinitionId: number }[]>('/api/ef/alarmdefinitions', [
        { assetDefinitionId, flee, name, reason: '', severity: 2, selfAck: 1 },
      ]);
      return body[0]?.alarmDefinitionId;
    };
    const send = async (asset: { assetId: typeof world.a1.assetId }, label: string, value: number) => {
      clock.advance(1_000);
      const points = [{ label, value, timeMs: undefined, quality: 192 as const }];
      await portal.context.pipeline.accept(asset, points);
      await portal.context.alarmService.settled();
    };
    for (const asset of [world.a1, world.a2]) await send(asset, 'Ratio', 1);
    await send(world.b1, 'Ratio', 1);
    const ratio = [{ label: 'Ratio', unit: 'psi' }];
    await root.post(`/api/ef/assetdefinitions/${world.definition}/dataitemdefinitions`, ratio);
    expect(await definition(world.definition, 'Other', 'Ratio')).toBe(1);
    expect(await definition(world.definition, 'Local event', 'Ratio')).toBe(2);
    await send(world.a1, 'Ratio', 5);
    await send(world.a1, 'Ratio', 1);
    await send(world.a2, 'Ratio', 5);

    const seen = async (username: string) =>
      (await (await portal.as(username)).get<seismic.Detection[]>('/api/seismic/detections')).body;
    const found = await seen('opA');
    expect(found.map(({ assetAlias, isOpen }) => [assetAlias, isOpen])).toEqual([
      ['Pump A2', true],
      ['Pump A1', false],
    ]);
    // By which 'Why this number?' knows the values that raised it, whatever the condition is by now.
    for (const { causeNumbers = [] } of found) {
      expect(causeNumbers.map(({ unit }) => unit)).toContain('psi');
      expect(new Set(causeNumbers.map(({ dataItemId }) => dataItemId)).size).toBe(1);
    }
    expect(await seen('opB')).toEqual([]);
    const stations = async (username: string) =>
      (await (await portal.as(username)).get<seismic.SeismicStations>('/api/seismic/stations')).body;
    await root.post(`/api/ef/assetdefinitions/${world.definition}/dataitemdefinitions`, [
      { label: 'Velocity Z', unit: 'µm/s' },
      { label: 'Depth', unit: 'm' },
    ]);
    expect(await stations('opA')).toEqual({
      assetIds: [world.a1.assetId, world.a2.assetId],
      recordings: [{ dataItemId: expect.any(Number), label: 'Velocity Z', unit: 'µm/s' }],
    });
    expect(await stations('opB')).toEqual({ assetIds: [], recordings: [] });

    expect((await portal.anonymous.get('/api/seismic/detections')).status).toBe(401);
    expect((await (await portal.as('nobody')).get('/api/seismic/detections')).status).toBe(403);
  });
});
