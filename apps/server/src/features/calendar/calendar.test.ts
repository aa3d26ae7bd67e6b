import type { calendar } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemCaller } from '#http/system-caller.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';
import { CalendarRepository, type CalendarRow } from './calendar-repository.ts';
import { type CalendarAsset, CalendarService } from './calendar-service.ts';

interface Reply {
  entries: calendar.MaintenanceEntry[];
  isCut: boolean;
  types: string[];
}

const MONTH = { from: '2026-11-01T00:00:00.000Z', to: '2026-11-30T23:59:59.999Z' };

describe.each(everyPortal())('the calendar of maintenance on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let root: PortalClient;

  beforeAll(async () => {
    portal = await start({});
    world = await buildTwoUnits(portal);
    root = await portal.as('root');
    const valve = await aKind('root', world.definition, { name: 'Pod 1: Valve Top' });
    const oil = await aKind('root', world.definition, { name: 'oil', alias: 'Oil change' });
    const spill = await aKind('root', world.definition, { name: 'Spill', category: 2 });
    const secret = await aKind('adminB', world.definitionB, { name: `${world.canary} kind` });
    const event = (assetId: number, eventDefinitionId: number, timestamp: string, part: object = {}) => ({
      assetId,
      eventDefinitionId,
      timestamp,
      status: 1,
      ...part,
    });
    const { a1, a2, b1 } = world;
    await root.put('/api/events', [
      event(a2.assetId, oil, '2026-11-20T08:00:00Z', { status: 3 }),
      event(a1.assetId, valve, '2026-11-20T08:00:00Z', { cause: 'Seal sweats', meta: '{"hours":3}' }),
      event(a1.assetId, valve, MONTH.from, { status: 0 }),
      event(a1.assetId, valve, MONTH.to, { status: 2 }),
      event(a1.assetId, valve, '2026-12-01T00:00:00Z'),
      event(a1.assetId, valve, '2026-10-31T23:59:59.999Z'),
      event(a1.assetId, spill, '2026-11-10T08:00:00Z'),
    ]);
    await (await portal.as('adminB')).put('/api/events', [
      event(b1.assetId, secret, '2026-11-20T08:00:00Z', { cause: world.canary }),
    ]);
  });
  afterAll(() => portal.close());

  async function aKind(username: string, assetDefinitionId: number, part: object): Promise<number> {
    const client = await portal.as(username);
    const body = { assetDefinitionId, category: 1, ...part };
    return (await client.put<{ eventDefinitionId: number }>('/api/events/definitions', body)).body.eventDefinitionId;
  }
  const address = (query: object = {}) =>
    `/api/maintenance/calendar?${new URLSearchParams(Object.entries({ ...MONTH, ...query }))}`;
  async function list(client: PortalClient, query: object = {}): Promise<Reply> {
    const { status, body, text } = await client.get<Reply>(address(query));
    expect([status, text]).toEqual([200, expect.anything()]);
    return body;
  }
  const times = ({ entries }: Reply) => entries.map(({ timestamp }) => timestamp.slice(0, 10));

  it('is refused without the permission, for an asset out of sight, and for a group without its permission', async () => {
    expect((await portal.anonymous.get(address())).status).toBe(401);
    expect((await (await portal.as('nobody')).get(address())).status).toBe(403);
    const opA = await portal.as('opA');
    expect((await opA.get(address({ assetId: world.b1.assetId }))).status).toBe(404);
    expect((await opA.get(address({ assetId: 999_999 }))).status).toBe(404);
    expect((await opA.get(address({ assetGroupId: world.groupA }))).status).toBe(403);
  });

  it.each([
    ['no span', { from: '' }],
    ['a span that ends before it begins', { to: '2026-10-01T00:00:00Z' }],
    ['a span of years', { to: '2029-10-01T00:00:00Z' }],
    ['a time without a zone', { from: '2026-11-01T00:00' }],
    ['a status that is none', { statuses: '1,4' }],
    ['an asset that is no number', { assetId: 'x' }],
  ])('refuses %s', async (_what, query) => expect((await root.get(address(query))).status).toBe(400));

  it('tells the maintenance of a span in order of time, with what it is of, and nothing else', async () => {
    const reply = await list(await portal.as('viewA'));
    expect(times(reply)).toEqual(['2026-11-01', '2026-11-20', '2026-11-20', '2026-11-30']);
    expect(reply.isCut).toBe(false);
    expect(reply.types).toEqual(['Oil change', 'Pod 1: Valve Top']);
    expect(reply.entries.find(({ cause }) => cause !== '')).toEqual({
      eventId: expect.any(Number),
      assetId: world.a1.assetId,
      assetDefinitionId: world.definition,
      assetName: 'Pump A1',
      eventDefinitionId: expect.any(Number),
      type: 'Pod 1: Valve Top',
      timestamp: '2026-11-20T08:00:00.000Z',
      cause: 'Seal sweats',
      meta: '{"hours":3}',
      status: 1,
      user: 'root',
      repeat: null,
      forecast: null,
    });
  });

  it('shows nobody what is out of their sight', async () => {
    for (const username of ['opA', 'viewA']) {
      const { text } = await (await portal.as(username)).get(address());
      expect(text).not.toContain(world.canary);
    }
    const other = await list(await portal.as('opB'));
    expect([times(other), other.types]).toEqual([['2026-11-20'], [`${world.canary} kind`]]);
    expect(times(await list(root))).toHaveLength(5);
  });

  it('is narrowed by asset, asset group, status and type', async () => {
    expect(times(await list(root, { assetId: world.a2.assetId }))).toEqual(['2026-11-20']);
    expect(times(await list(root, { assetGroupId: world.groupA }))).toHaveLength(4);
    expect(times(await list(root, { assetGroupId: world.groupB }))).toHaveLength(1);
    expect(times(await list(root, { statuses: '0,2', assetId: world.a1.assetId }))).toEqual([
      '2026-11-01',
      '2026-11-30',
    ]);
    expect((await list(root, { type: 'Oil change' })).entries.map(({ assetName }) => assetName)).toEqual(['Pump A2']);
    expect(times(await list(root, { type: 'oil' }))).toEqual([]);
  });

  it('asks the database for the assets that count, however many others there are', async () => {
    const span = { fromMs: Date.parse(MONTH.from), toMs: Date.parse(MONTH.to) };
    const read = async (narrowing: object) => {
      const found: number[] = [];
      for await (const row of new CalendarRepository(portal.context.db).scan({ ...span, ...narrowing })) {
        found.push(row.assetId);
      }
      return new Set(found);
    };
    const { a1, a2, b1 } = world;
    expect(await read({})).toEqual(new Set([a1.assetId, a2.assetId, b1.assetId]));
    expect(await read({ assetIds: [] })).toEqual(new Set());
    const many = Array.from({ length: 70_000 }, (_, n) => 1_000_000 + n);
    expect(await read({ assetIds: [a2.assetId, ...many] })).toEqual(new Set([a2.assetId]));
    expect(await read({ type: 'Oil change' })).toEqual(new Set([a2.assetId]));
  });

  it('keeps what two people change of its metadata at once', async () => {
    const { entries } = await list(root, { assetId: world.a1.assetId });
    const entry = entries.find(({ cause }) => cause === 'Seal sweats');
    if (!entry) throw new Error('There is none.');
    const { eventId, assetId, eventDefinitionId, timestamp, meta: metaBefore } = entry;
    const save = (client: PortalClient, meta: string) =>
      client.put('/api/events', [{ eventId, assetId, eventDefinitionId, timestamp, meta, metaBefore }]);
    const opA = await portal.as('opA');
    const replies = await Promise.all([save(root, '{"hours":4}'), save(opA, '{"hours":3,"by":"ada"}')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const metaNow = async () =>
      (await list(root, { assetId: world.a1.assetId })).entries.find((one) => one.eventId === eventId)?.meta ?? '';
    expect(JSON.parse(await metaNow())).toEqual({ hours: 4, by: 'ada' });
    // What is no list of fields cannot be put together.
    await root.put('/api/events', [{ eventId, assetId, eventDefinitionId, timestamp, meta: '[1]' }]);
    expect((await save(opA, '{"hours":5}')).status).toBe(409);
    expect(await metaNow()).toBe('[1]');
    await root.put('/api/events', [{ eventId, assetId, eventDefinitionId, timestamp, meta: metaBefore }]);
  });

  it('keeps where one put it while another changes something else', async () => {
    const { entries } = await list(root, { assetId: world.a1.assetId });
    const entry = entries.find(({ cause }) => cause === 'Seal sweats');
    if (!entry) throw new Error('There is none.');
    const { eventId, assetId, eventDefinitionId, timestamp } = entry;
    const what = { eventId, assetId, eventDefinitionId };
    const moved = new Date(Date.parse(timestamp) + 60_000).toISOString();
    const opA = await portal.as('opA');
    expect((await opA.put('/api/events', [{ ...what, timestamp: moved }])).status).toBe(200);
    expect((await root.put('/api/events', [{ ...what, comment: 'Rag under it' }])).status).toBe(200);
    const now = (await list(root, { assetId })).entries.find((one) => one.eventId === eventId);
    expect(now).toMatchObject({ timestamp: moved, cause: 'Seal sweats\nRag under it' });
    await root.put('/api/events', [{ ...what, timestamp, cause: 'Seal sweats' }]);
    const made = await root.put('/api/events', [{ assetId, eventDefinitionId, status: 1 }]);
    expect([made.status, made.text]).toEqual([400, expect.stringContaining('A new event needs a timestamp.')]);
  });

  it('keeps what one made of it while another changes something else', async () => {
    const { entries } = await list(root, { assetId: world.a1.assetId });
    const entry = entries.find(({ cause }) => cause === 'Seal sweats');
    if (!entry) throw new Error('There is none.');
    const { eventId, assetId, eventDefinitionId } = entry;
    const kind = { name: 'Retyped', category: 1, assetDefinitionId: world.definition };
    const other = (await root.put<{ eventDefinitionId: number }>('/api/events/definitions', kind)).body;
    const opA = await portal.as('opA');
    const change = (client: PortalClient, what: object) => client.put('/api/events', [{ eventId, assetId, ...what }]);
    expect((await change(opA, { eventDefinitionId: other.eventDefinitionId })).status).toBe(200);
    expect((await change(root, { status: 2 })).status).toBe(200);
    const now = (await list(root, { assetId })).entries.find((one) => one.eventId === eventId);
    expect(now).toMatchObject({ eventDefinitionId: other.eventDefinitionId, status: 2 });
    await change(root, { eventDefinitionId, status: entry.status });
    await root.delete(`/api/events/definitions/${other.eventDefinitionId}`);
    // What is another asset's is not told of by the kind that it has.
    const elsewhere = await root.put('/api/events', [{ eventId, assetId: world.b1.assetId, status: 2 }]);
    expect(elsewhere.text).toContain('The event is one of another asset.');
  });

  it('is read in pages that end between two of one moment', async () => {
    const span = { fromMs: Date.parse(MONTH.from), toMs: Date.parse(MONTH.to) };
    const read = async (pageSize: number) => {
      const ids: number[] = [];
      for await (const row of new CalendarRepository(portal.context.db, pageSize).scan(span)) ids.push(row.eventId);
      return ids;
    };
    const all = await read(100);
    expect(all).toHaveLength(5);
    for (const pageSize of [1, 2, 3, 5]) expect(await read(pageSize)).toEqual(all);
  });
});

it('says so when there is more than one answer holds', async () => {
  const row = { assetId: 1, type: 'Wash', timestampMs: 0, receivedMs: 0, cause: '', meta: '', status: 1, user: 'ada' };
  const service = (count: number) =>
    new CalendarService({
      repository: {
        scan: async function* () {
          for (let eventId = 1; eventId <= count; eventId++)
            yield { ...row, eventId, eventDefinitionId: 1 } as CalendarRow;
        },
        listTypes: async () => [],
      },
      assetsInSight: async () => [{ assetId: 1, assetDefinitionId: 1, name: 'Pump' } as CalendarAsset],
      assetsOfGroup: async () => [],
      settled: async () => undefined,
    });
  const list = async (count: number) => {
    const { rows, isCut } = await service(count).list(systemCaller, {}, { fromMs: 0, toMs: 1 });
    return [rows.length, isCut];
  };
  expect(await list(5_000)).toEqual([5_000, false]);
  expect(await list(5_001)).toEqual([5_000, true]);
});
