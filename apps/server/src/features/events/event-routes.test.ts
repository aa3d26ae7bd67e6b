import { events } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDevice, ended } from '#testing/device-client.ts';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let maintenance: events.EventDefinition;
let foreign: events.EventDefinition;
let foreignEvent: events.AssetEventRecord;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    portal = await start();
    world = await buildTwoUnits(portal);
    maintenance = await define('opA', { assetDefinitionId: world.definition, name: 'Pod 1: Valve Top', category: 1 });
    foreign = await define('adminB', { assetDefinitionId: world.definitionB, name: world.canary });
    const body = [anEvent({ assetId: world.b1.assetId, eventDefinitionId: foreign.eventDefinitionId })];
    foreignEvent = (await (await portal.as('adminB')).put<[typeof foreignEvent]>('/api/events', body)).body[0];
  });
  afterAll(() => portal.close());

  async function define(username: string, body: object): Promise<events.EventDefinition> {
    const reply = await (await portal.as(username)).put<events.EventDefinition>('/api/events/definitions', body);
    expect(reply.status).toBe(200);
    return reply.body;
  }

  function anEvent(more: object = {}) {
    return {
      assetId: world.a1.assetId,
      eventDefinitionId: maintenance.eventDefinitionId,
      timestamp: '2026-03-01T12:00:00.000Z',
      cause: 'first line\nsecond line',
      meta: '{"Pump Hours": 12, "details": {"selection": "P-1"}}',
      status: 3,
      ...more,
    };
  }

  async function eventsOf(assetId: number, query = ''): Promise<events.AssetEventRecord[]> {
    const reply = await (await portal.as('opA')).get<events.AssetEventRecord[]>(
      `/api/events?assetId=${assetId}${query}`,
    );
    expect(reply.status).toBe(200);
    return reply.body;
  }

  describe('events', () => {
    it('are listed for an asset in sight only, under both addresses', async () => {
      const operator = await portal.as('opA');
      for (const path of [`/api/events?assetId=${world.b1.assetId}`, `/api/assets/${world.b1.assetId}/events`]) {
        expect((await operator.get(path)).status).toBe(404);
        expect((await (await portal.as('nobody')).get(path)).status).toBe(403);
      }
      for (const query of ['', '?assetId=', '?assetId=0', '?assetId=1e3', '?assetId=1&assetId=2', '?assetId=1,2']) {
        expect((await operator.get(`/api/events${query}`)).status).toBe(400);
      }
      const [created] = (await operator.put<events.AssetEventRecord[]>('/api/events', [anEvent()])).body;
      expect(created).toMatchObject({ ...anEvent(), user: 'opA', eventDefinition: { name: maintenance.name } });
      const ids = (list: events.AssetEventRecord[]) => list.map(({ eventId }) => eventId);
      expect(ids(await eventsOf(world.a1.assetId))).toContain(created?.eventId);
      const other = await operator.get<events.AssetEventRecord[]>(`/api/assets/${world.a1.assetId}/events`);
      expect(ids(other.body)).toContain(created?.eventId);
      expect(ids(await eventsOf(world.a1.assetId, '&to=2026-02-28T00:00:00Z'))).not.toContain(created?.eventId);
      expect(ids(await eventsOf(world.a1.assetId, '&category=0'))).not.toContain(created?.eventId);
    });

    it.each<[string, number, () => object]>([
      [
        'another unit’s asset',
        404,
        () => ({ assetId: world.b1.assetId, eventDefinitionId: foreign.eventDefinitionId }),
      ],
      ['another unit’s definition', 404, () => ({ eventDefinitionId: foreign.eventDefinitionId })],
      ['another unit’s event', 404, () => ({ eventId: foreignEvent.eventId })],
      ['no such event', 404, () => ({ eventId: 999_999 })],
      ['a status that is none', 400, () => ({ status: 4 })],
      ['a time that is none', 400, () => ({ timestamp: 'yesterday' })],
      ['meta that is no JSON', 400, () => ({ meta: '{' })],
      ['meta that is nested too deep', 400, () => ({ meta: '['.repeat(100) + ']'.repeat(100) })],
      ['what the portal alone notes', 400, () => ({ eventDefinitionId: 1 })],
    ])('with %s among them are refused with %d, and none is kept (B7)', async (_name, status, wrong) => {
      const operator = await portal.as('opA');
      const before = await eventsOf(world.a1.assetId);
      const body = [anEvent({ cause: 'good beside a bad one' }), anEvent(wrong())];
      expect((await operator.put('/api/events', body)).status).toBe(status);
      expect(await eventsOf(world.a1.assetId)).toEqual(before);
      const unitB = await (await portal.as('adminB')).get(`/api/events?assetId=${world.b1.assetId}`);
      expect(unitB.body).toEqual([foreignEvent]);
    });

    it('need their own permissions to be created, changed and deleted', async () => {
      await portal.aUser({ username: 'creates', permissions: [42, 43], assetGroups: [world.groupA] });
      await portal.aUser({ username: 'changes', permissions: [42, 44], assetGroups: [world.groupA] });
      const put = async (username: string, more: object = {}) =>
        (await portal.as(username)).put<events.AssetEventRecord[]>('/api/events', [anEvent(more)]);
      expect((await put('viewA')).status).toBe(403);
      expect((await put('changes')).status).toBe(403);
      const { eventId } = (await put('creates')).body[0] as events.AssetEventRecord;
      expect((await put('creates', { eventId })).status).toBe(403);
      expect((await put('changes', { eventId, status: 0 })).body).toMatchObject([
        { eventId, status: 0, user: 'creates' },
      ]);
      const moved = await put('changes', { eventId, assetId: world.a2.assetId });
      expect(moved.status).toBe(400);
      expect((await (await portal.as('changes')).delete(`/api/events/${eventId}`)).status).toBe(403);
      expect((await (await portal.as('opA')).delete(`/api/events/${foreignEvent.eventId}`)).status).toBe(404);
      expect((await (await portal.as('opA')).delete(`/api/events/${eventId}`)).status).toBe(200);
      expect((await (await portal.as('opA')).delete(`/api/events/${eventId}`)).status).toBe(404);
    });

    it('keep their texts as they came (E1, G5)', async () => {
      const text = '<img src=x onerror=P()>\n"><script>P()</script>';
      const meta = '{ "a" : "<svg/onload=P()>", "__proto__": {"polluted": 1} }';
      const operator = await portal.as('opA');
      const reply = await operator.put<events.AssetEventRecord[]>('/api/events', [anEvent({ cause: text, meta })]);
      expect(reply.body).toMatchObject([{ cause: text, meta }]);
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    });

    it('keep the comments of all who add one at the same moment, and what was written before', async () => {
      const root = await portal.as('root');
      const base = { assetId: world.a1.assetId, timestamp: '2026-04-01T00:00:00.000Z' };
      const [made] = (await root.put<events.AssetEventRecord[]>('/api/events', [{ ...base, cause: 'Seal sweats' }]))
        .body;
      const eventId = made?.eventId;
      const said = ['one', 'two', 'three', 'four'];
      const replies = await Promise.all(
        said.map((comment) => root.put('/api/events', [{ ...base, eventId, comment }])),
      );
      expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [whole] = (await root.put<events.AssetEventRecord[]>('/api/events', [{ ...base, eventId }])).body;
      const [first, ...others] = whole?.cause.split('\n') ?? [];
      expect([first, others.toSorted()]).toEqual(['Seal sweats', said.toSorted()]);
      const long = 'x'.repeat(events.MAX_TEXT);
      expect((await root.put('/api/events', [{ ...base, eventId, comment: long }])).status).toBe(400);
    });

    it('are in the journal, with before and after', async () => {
      const operator = await portal.as('opA');
      const [created] = (await operator.put<events.AssetEventRecord[]>('/api/events', [anEvent()])).body;
      await operator.put('/api/events', [anEvent({ eventId: created?.eventId, status: 1 })]);
      const { body } = await (await portal.as('admin')).get<{ entries: { what: string; before: unknown }[] }>(
        `/api/journal?kind=event&assetId=${world.a1.assetId}`,
      );
      expect(body.entries[0]).toMatchObject({
        what: `event ${created?.eventId} ${maintenance.name} changed`,
        before: { status: 3 },
        after: { status: 1 },
        user: 'opA',
      });
    });

    it('tell when an asset goes offline and comes back', async () => {
      const asset = await portal.anAsset();
      const admin = await portal.as('admin');
      await admin.put(`/api/assets/${asset.assetId}/attributes`, { attributeName: 'pingrate', attributeValue: '1000' });
      const device = await connectDevice(portal, asset.accessToken);
      await device.publishAsync('v1/devices/me/telemetry', '{"a":1}', { qos: 1 });
      const closed = ended(device);
      device.end(true);
      await closed;
      const names = async () => {
        const reply = await admin.get<events.AssetEventRecord[]>(`/api/events?assetId=${asset.assetId}`);
        return reply.body.map(({ eventDefinition, status, user }) => [eventDefinition.name, status, user]);
      };
      await expect.poll(names).toEqual([
        ['Offline', 3, 'telltale'],
        ['Online', 3, 'telltale'],
      ]);
      const [offline] = (await admin.get<events.AssetEventRecord[]>(`/api/events?assetId=${asset.assetId}`)).body;
      expect((await admin.delete(`/api/events/${offline?.eventId}`)).status).toBe(409);
      expect(offline?.cause).toMatch(/^not heard of since 2/);
    });
  });

  describe('event definitions', () => {
    it('are for those who see an asset of their kind', async () => {
      const operator = await portal.as('opA');
      const path = (id: number) => `/api/events/definitions?assetDefinitionId=${id}`;
      expect((await operator.get(path(world.definitionB))).status).toBe(404);
      expect((await operator.get('/api/events/definitions')).status).toBe(400);
      const put = (body: object) => operator.put('/api/events/definitions', body);
      expect((await put({ assetDefinitionId: world.definitionB, name: 'mine' })).status).toBe(404);
      const { eventDefinitionId } = foreign;
      const own = { assetDefinitionId: world.definition, name: 'mine' };
      expect((await put({ ...own, eventDefinitionId })).status).toBe(404);
      expect((await put({ ...own, eventDefinitionId: 1 })).status).toBe(404);
      expect((await (await portal.as('viewA')).put('/api/events/definitions', own)).status).toBe(403);
      expect((await operator.delete(`/api/events/definitions/${eventDefinitionId}`)).status).toBe(404);
      expect((await operator.delete('/api/events/definitions/1')).status).toBe(404);
    });

    it('hold options, as text and read', async () => {
      const reason = '{ "options" : ["P-1", "P-2"] , "other": 1 }';
      const made = await define('opA', {
        assetDefinitionId: world.definition,
        name: 'With parts',
        category: 1,
        reason,
      });
      expect(made).toMatchObject({ reason, reasonExpanded: { options: ['P-1', 'P-2'] } });
      // Who names no part numbers leaves those that somebody else saves meanwhile.
      const { reason: _reason, reasonExpanded: _options, ...rest } = made;
      expect(await define('opA', { ...rest, alias: 'Again' })).toMatchObject({ alias: 'Again', reason });
      const { eventDefinitionId } = made;
      const changed = await define('opA', { ...made, eventDefinitionId, reason: '' });
      expect(changed).toMatchObject({ reason: '', reasonExpanded: { options: [] }, name: 'With parts' });
      const operator = await portal.as('opA');
      expect((await operator.put('/api/events/definitions', { ...made, reason: '{' })).status).toBe(400);
    });

    it('refuse part numbers that were made from others than those that stand there', async () => {
      const assetDefinitionId = world.definition;
      const made = await define('opA', {
        assetDefinitionId,
        name: 'Shared',
        category: 1,
        reason: '{"options":["P-1"]}',
      });
      const { eventDefinitionId } = made;
      const own = { assetDefinitionId, eventDefinitionId, expectedReason: made.reason };
      const operator = await portal.as('opA');
      const both = await Promise.all(
        ['P-2', 'P-3'].map((part) => {
          const reason = JSON.stringify({ options: ['P-1', part] });
          return operator.put<events.EventDefinition>('/api/events/definitions', { ...own, reason });
        }),
      );
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const won = both.find(({ status }) => status === 200)?.body;
      const lost = both.find(({ status }) => status === 409)?.body;
      const message = expect.stringContaining('Somebody else has changed Shared meanwhile.');
      expect(lost).toMatchObject({ error: { code: 'conflict', message } });
      const stored = await define('opA', { assetDefinitionId, eventDefinitionId });
      expect(stored.reason).toBe(won?.reason);
      // From what stands there now it is taken.
      const again = { ...own, expectedReason: stored.reason, reason: '{"options":["P-1","P-2","P-3"]}' };
      expect((await operator.put('/api/events/definitions', again)).status).toBe(200);
    });

    it('keep what a change does not name; a new one needs a name', async () => {
      const { assetDefinitionId, eventDefinitionId, ...made } = await define('opA', {
        ...{
          assetDefinitionId: world.definition,
          name: 'Whole',
          alias: 'All',
          category: 1,
          reason: '{"options":["P"]}',
        },
      });
      const only = (part: object) => define('opA', { assetDefinitionId, eventDefinitionId, ...part });
      expect(await only({ alias: 'Part' })).toMatchObject({ ...made, alias: 'Part' });
      expect(await only({ category: 2 })).toMatchObject({ ...made, alias: 'Part', category: 2 });
      expect(await only({ name: 'Renamed' })).toMatchObject({ ...made, name: 'Renamed', alias: 'Part', category: 2 });
      const operator = await portal.as('opA');
      expect((await operator.put('/api/events/definitions', { assetDefinitionId })).status).toBe(400);
    });

    it('stay while an event is of them', async () => {
      const made = await define('opA', { assetDefinitionId: world.definition, name: 'Used' });
      const operator = await portal.as('opA');
      const body = [anEvent({ eventDefinitionId: made.eventDefinitionId })];
      const [event] = (await operator.put<events.AssetEventRecord[]>('/api/events', body)).body;
      const path = `/api/events/definitions/${made.eventDefinitionId}`;
      const refused = await operator.delete<{ error: { message: string } }>(path);
      expect([refused.status, refused.body.error.message]).toEqual([409, 'Used cannot be deleted: 1 event is of it.']);
      await operator.delete(`/api/events/${event?.eventId}`);
      expect((await operator.delete(path)).status).toBe(200);
    });
  });
});
