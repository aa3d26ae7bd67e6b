import { type calendarFeeds, permissionId } from '@telltale/contract';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskUrl } from '#config/log.ts';
import { systemCaller } from '#http/system-caller.ts';
import { RateLimits } from '#rate-limit.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import type { CalendarRow } from '../calendar-repository.ts';
import { type CalendarAsset, CalendarService } from '../calendar-service.ts';
import { FeedService } from './feed-service.ts';

type Made = calendarFeeds.CalendarFeed & { address: string };

const DAY_MS = 86_400_000;

describe.each(everyPortal())('calendar feeds on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;
  let viewer: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    viewer = await portal.as('viewA');
    const body = { assetDefinitionId: world.definition, name: 'Valve, Top', category: 1 };
    const { eventDefinitionId } = (await root.put<{ eventDefinitionId: number }>('/api/events/definitions', body)).body;
    const event = (assetId: number, days: number, status: number) => ({
      assetId,
      eventDefinitionId,
      timestamp: new Date(portal.clock.now() + days * DAY_MS).toISOString(),
      status,
      cause: 'Bring; a wrench',
    });
    await root.put('/api/events', [
      event(world.a1.assetId, 3, 1),
      event(world.a2.assetId, -3, 3),
      event(world.a1.assetId, 900, 1),
    ]);
    const ofB = { assetDefinitionId: world.definitionB, name: `${world.canary} kind`, category: 1 };
    const adminB = await portal.as('adminB');
    const kindB = (await adminB.put<{ eventDefinitionId: number }>('/api/events/definitions', ofB)).body;
    await adminB.put('/api/events', [{ ...event(world.b1.assetId, 3, 1), ...kindB, cause: world.canary, meta: '' }]);
  });
  afterAll(() => portal.close());

  async function make(client: PortalClient, body: object = {}): Promise<Made> {
    const reply = await client.post<Made>('/api/calendarfeeds', { name: 'My feed', ...body });
    expect([reply.status, reply.text]).toEqual([200, expect.anything()]);
    return reply.body;
  }
  /** As a calendar program asks: no cookie, no header of the client. */
  const ask = (address: string, headers: Record<string, string> = {}) =>
    fetch(`${portal.url}${new URL(address).pathname}`, { headers });
  async function summaries(address: string): Promise<string[]> {
    const reply = await ask(address);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
    const component = new ICAL.Component(ICAL.parse(await reply.text()));
    return component.getAllSubcomponents('vevent').map((one) => new ICAL.Event(one).summary);
  }

  it('are refused without the permission, to scripts, and to all but their owner', async () => {
    expect((await portal.anonymous.get('/api/calendarfeeds')).status).toBe(401);
    expect((await (await portal.as('nobody')).post('/api/calendarfeeds', { name: 'x' })).status).toBe(403);
    const { token } = await portal.context.apiTokens.create(
      { ...systemCaller, userId: world.viewA.userId },
      { name: 'script' },
    );
    const byToken = await portal.anonymous.send('/api/calendarfeeds', {
      method: 'POST',
      body: { name: 'x' },
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(byToken.status).toBe(403);
    const { feedId } = await make(viewer);
    expect((await root.delete(`/api/calendarfeeds/${feedId}`)).status).toBe(404);
    expect((await root.post(`/api/calendarfeeds/${feedId}/renew`)).status).toBe(404);
    expect((await root.get<Made[]>('/api/calendarfeeds')).body).toEqual([]);
    expect((await viewer.post('/api/calendarfeeds', { name: '' })).status).toBe(400);
    expect((await viewer.post('/api/calendarfeeds', { name: 'x', filter: { statuses: [7] } })).status).toBe(400);
  });

  it('tell a calendar program what their owner sees, without a session, and nothing of others', async () => {
    const { address } = await make(viewer);
    const reply = await ask(address);
    expect(reply.headers.get('cache-control')).toBe('private, no-cache');
    expect(reply.headers.getSetCookie()).toEqual([]);
    const text = await reply.text();
    expect(text).not.toContain(world.canary);
    expect(await summaries(address)).toEqual(['Valve, Top: Pump A2', 'Valve, Top: Pump A1']);
    expect(await summaries(address.replace('.ics', ''))).toHaveLength(2);
    const again = await ask(address, { 'If-None-Match': reply.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('keep the filter that they were made with', async () => {
    const { address, filter } = await make(viewer, { filter: { assetId: world.a1.assetId, statuses: [1, 2] } });
    expect(filter).toEqual({ assetId: world.a1.assetId, statuses: [1, 2] });
    expect(await summaries(address)).toEqual(['Valve, Top: Pump A1']);
    const other = await make(viewer, { filter: { assetId: world.b1.assetId } });
    expect(await summaries(other.address)).toEqual([]);
  });

  it('open nothing else, and nothing else opens them', async () => {
    const { address } = await make(viewer);
    const secret = new URL(address).pathname.split('/').at(-1)?.replace('.ics', '') ?? '';
    const bearer = { Authorization: `Bearer ${secret}`, Cookie: `authJWT=${secret}` };
    expect((await portal.anonymous.send('/api/ef/assets', { headers: bearer })).status).toBe(401);
    for (const wrong of ['', 'x', `${secret}x`, secret.toUpperCase(), '%00', '../calendarfeeds']) {
      const reply = await fetch(`${portal.url}/api/calendars/${encodeURIComponent(wrong)}`);
      expect([wrong, reply.status]).toEqual([wrong, 404]);
    }
    const rows = await portal.context.db.selectFrom('calendar_feeds').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(maskUrl(`/api/calendars/${secret}.ics?x=1`)).toBe('/api/calendars/***?x=1');
  });

  it('end at once when they are ended or renewed', async () => {
    const first = await make(viewer);
    expect((await ask(first.address)).status).toBe(200);
    const own = async () => (await viewer.get<calendarFeeds.CalendarFeed[]>('/api/calendarfeeds')).body;
    expect((await own()).find(({ feedId }) => feedId === first.feedId)).toMatchObject({
      name: 'My feed',
      lastUsed: expect.any(String),
    });
    const renewed = (await viewer.post<Made>(`/api/calendarfeeds/${first.feedId}/renew`)).body;
    expect(renewed.address).not.toBe(first.address);
    expect([(await ask(first.address)).status, (await ask(renewed.address)).status]).toEqual([404, 200]);
    expect((await viewer.delete(`/api/calendarfeeds/${first.feedId}`)).status).toBe(200);
    expect((await ask(renewed.address)).status).toBe(404);
    expect((await viewer.delete(`/api/calendarfeeds/${first.feedId}`)).status).toBe(404);
  });

  it('follow the rights of their owner, and end with the account', async () => {
    const group = await portal.anAssetGroup({ name: 'of the reader', assets: [world.a1.assetId] });
    const permissions = [permissionId('Events', 'View')];
    const reader = await portal.aUser({ username: 'reader', permissions, assetGroups: [group] });
    const { address } = await make(await portal.as('reader'));
    expect(await summaries(address)).toEqual(['Valve, Top: Pump A1']);
    await portal.context.ownership.links.remove(systemCaller, 'assets', group, [world.a1.assetId]);
    expect(await summaries(address)).toEqual([]);
    await portal.setPermissions(reader.userGroupId, []);
    expect((await ask(address)).status).toBe(404);
    await portal.setPermissions(reader.userGroupId, permissions);
    expect((await ask(address)).status).toBe(200);
    await root.delete(`/api/users/${reader.userId}`);
    expect((await ask(address)).status).toBe(404);
  });

  it('are not many, and not asked for too often', async () => {
    await portal.aUser({ username: 'eager', permissions: [permissionId('Events', 'View')] });
    const eager = await portal.as('eager');
    const made = await Promise.all(Array.from({ length: 20 }, () => make(eager)));
    expect((await eager.post('/api/calendarfeeds', { name: 'one more' })).status).toBe(409);
    const address = made[0]?.address ?? '';
    const statuses = await Promise.all(Array.from({ length: 61 }, async () => (await ask(address)).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect((await ask(made[1]?.address ?? '')).status).toBe(200);
    // Who guesses is told less and less.
    const guesses = await Promise.all(
      Array.from({ length: 31 }, async () => (await ask(`${portal.url}/api/calendars/guess`)).status),
    );
    expect(guesses).toContain(429);
    expect((await ask(made[1]?.address ?? '')).status).toBe(200);
  });
});

it('tells what is to come, however much was done before, and of that the latest', async () => {
  const nowMs = Date.parse('2026-11-23T12:00:00Z');
  const row = { assetId: 1, type: 'Wash', receivedMs: 0, cause: '', meta: '', status: 1, user: 'ada' };
  const before = Array.from({ length: 89 * 144 }, (_, n) => nowMs - 89 * DAY_MS + n * 600_000);
  const timesMs = [...before.filter((timeMs) => timeMs < nowMs - DAY_MS), nowMs + 3 * DAY_MS];
  const calendar = new CalendarService({
    repository: {
      scan: async function* ({ fromMs, toMs }) {
        for (const [index, timestampMs] of timesMs.entries()) {
          if (timestampMs < fromMs || timestampMs > toMs) continue;
          yield { ...row, eventId: index + 1, eventDefinitionId: 1, timestampMs } as CalendarRow;
        }
      },
      listTypes: async () => [],
    },
    assetsInSight: async () => [{ assetId: 1, assetDefinitionId: 1, name: 'Pump' } as CalendarAsset],
    assetsOfGroup: async () => [],
    settled: async () => undefined,
  });
  const feed = { feedId: 1, userId: 1, name: 'All', filter: {}, zone: 'UTC', createdMs: 0, lastUsedMs: nowMs };
  const service = new FeedService({
    work: undefined as never,
    repository: { findByHash: async () => feed } as never,
    calendar,
    rightsOf: async () => systemCaller,
    portalUrl: () => 'https://portal.example.com',
    clock: { now: () => nowMs },
    limits: new RateLimits({ now: () => nowMs }),
  });
  const told = [...(await service.read('x'.repeat(43), '')).matchAll(/UID:maintenance-(\d+)@/g)].map(([, id]) =>
    Number(id),
  );
  expect(told.length).toBeGreaterThan(2_000);
  expect(told.slice(-2)).toEqual([timesMs.length - 1, timesMs.length]);
});
