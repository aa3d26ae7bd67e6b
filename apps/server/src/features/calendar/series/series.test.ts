import type { calendar } from '@telltale/contract';
import ICAL from 'ical.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import type { PortalClient } from '#testing/portal-client.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

const MONTHLY = { unit: 'month', every: 1, zone: 'Europe/Berlin', end: { kind: 'after', count: 4 } };

describe.each(everyPortal())('maintenance that comes again, on $engine', ({ start }) => {
  let portal: Portal;
  let world: TwoUnits;
  let operator: PortalClient;
  let eventDefinitionId: number;

  beforeAll(async () => {
    portal = await start({ config: { sessionIdleMs: 1e12, sessionMaxMs: 1e12 } });
    portal.clock.stopAt(Date.parse('2026-11-20T12:00:00Z'));
    world = await buildTwoUnits(portal);
    operator = await portal.as('opA');
    const kind = { assetDefinitionId: world.definition, name: 'Oil change', category: 1 };
    const root = await portal.as('root');
    eventDefinitionId = (await root.put<{ eventDefinitionId: number }>('/api/events/definitions', kind)).body
      .eventDefinitionId;
  });
  afterAll(() => portal.close());

  const bodyOf = (part: object = {}) => ({
    assetId: world.a1.assetId,
    eventDefinitionId,
    timestamp: '2027-01-31T07:00:00.000Z',
    status: 1,
    repeat: MONTHLY,
    ...part,
  });
  const put = (client: PortalClient, part: object = {}) =>
    client.put<{ eventId: number; planned: number }>('/api/maintenance/series', bodyOf(part));
  async function entries(assetId: number): Promise<calendar.MaintenanceEntry[]> {
    const path = `/api/maintenance/calendar?from=2026-12-01T00:00:00Z&to=2027-12-31T00:00:00Z&assetId=${assetId}`;
    return (await operator.get<{ entries: calendar.MaintenanceEntry[] }>(path)).body.entries;
  }
  const days = async (assetId: number) => (await entries(assetId)).map(({ timestamp }) => timestamp.slice(0, 16));
  /** An asset that opA sees, with nothing planned. */
  async function anAsset(): Promise<number> {
    const { assetId } = await portal.anAsset({ assetDefinitionId: world.definition });
    await (await portal.as('admin')).put(`/api/assetgroups/${world.groupA}/assets`, [
      world.a1.assetId,
      world.a2.assetId,
      assetId,
    ]);
    return assetId;
  }

  it('is refused without the permissions, out of sight, and where it makes no sense', async () => {
    expect((await put(portal.anonymous)).status).toBe(401);
    expect((await put(await portal.as('nobody'))).status).toBe(403);
    expect((await put(await portal.as('viewA'))).status).toBe(403);
    expect((await put(operator, { assetId: world.b1.assetId })).status).toBe(404);
    expect((await put(operator, { eventId: 999_999 })).status).toBe(404);
    for (const wrong of [
      { repeat: { ...MONTHLY, zone: 'Mars/Olympus' } },
      { repeat: { ...MONTHLY, every: 0 } },
      { repeat: { ...MONTHLY, unit: 'hour' } },
      { repeat: { ...MONTHLY, end: { kind: 'until', day: '2027-02-30' } } },
      { timestamp: '2020-01-01T00:00:00Z' },
      { meta: 'no json' },
    ]) {
      expect([wrong, (await put(operator, wrong)).status]).toEqual([wrong, 400]);
    }
    expect(await entries(world.a1.assetId)).toEqual([]);
  });

  it('stands on the calendar ahead of its time, each an event of its own', async () => {
    const assetId = await anAsset();
    const { body } = await put(operator, { assetId, cause: 'Use the thick one' });
    expect(body.planned).toBe(3);
    const all = await entries(assetId);
    expect(all.map(({ timestamp }) => timestamp)).toEqual([
      '2027-01-31T07:00:00.000Z',
      '2027-02-28T07:00:00.000Z',
      '2027-03-31T06:00:00.000Z',
      '2027-04-30T06:00:00.000Z',
    ]);
    expect(all.map(({ status, cause, repeat }) => [status, cause, repeat])).toEqual([
      [1, 'Use the thick one', MONTHLY],
      [1, '', MONTHLY],
      [1, '', MONTHLY],
      [1, '', MONTHLY],
    ]);
  });

  it('is planned anew from one of them on, and leaves alone what is done', async () => {
    const assetId = await anAsset();
    await put(operator, { assetId });
    const [, second, third, fourth] = await entries(assetId);
    await operator.put(
      '/api/events',
      [
        { ...third, status: 3 },
        { ...fourth, status: 1 },
      ].map(plain),
    );
    const weekly = { ...MONTHLY, unit: 'week', end: { kind: 'until', day: '2027-03-15' } };
    const moved = { assetId, eventId: second?.eventId, timestamp: '2027-03-01T07:00:00Z', repeat: weekly };
    expect((await put(operator, moved)).body.planned).toBe(2);
    expect(await days(assetId)).toEqual([
      '2027-01-31T07:00',
      '2027-03-01T07:00',
      '2027-03-08T07:00',
      '2027-03-15T07:00',
      '2027-03-31T06:00',
    ]);
    // One alone goes its own way.
    const [first] = await entries(assetId);
    await operator.put('/api/events', [plain({ ...first, timestamp: '2027-01-30T07:00:00Z' })]);
    expect((await days(assetId))[0]).toBe('2027-01-30T07:00');
  });

  it('adds to the comments that others wrote meanwhile', async () => {
    const assetId = await anAsset();
    const { eventId } = (await put(operator, { assetId, comment: 'Thin oil' })).body;
    const { timestamp } = bodyOf();
    await operator.put('/api/events', [{ eventId, assetId, eventDefinitionId, timestamp, comment: 'Filter too' }]);
    expect((await put(operator, { assetId, eventId, comment: 'Thick oil' })).status).toBe(200);
    expect((await entries(assetId)).map(({ cause }) => cause)).toEqual(['Thin oil\nFilter too\nThick oil', '', '', '']);
  });

  it('keeps the kind that another gave it meanwhile, and goes on with that', async () => {
    const assetId = await anAsset();
    const { eventId } = (await put(operator, { assetId })).body;
    const kind = { assetDefinitionId: world.definition, name: 'Filter change', category: 1 };
    const other = (await (await portal.as('root')).put<{ eventDefinitionId: number }>('/api/events/definitions', kind))
      .body.eventDefinitionId;
    await operator.put('/api/events', [{ eventId, assetId, eventDefinitionId: other }]);
    const unnamed = { assetId, eventId, eventDefinitionId: undefined, comment: 'Thick oil' };
    expect((await put(operator, unnamed)).status).toBe(200);
    expect((await entries(assetId)).map((one) => one.eventDefinitionId)).toEqual([other, other, other, other]);
    const made = await put(operator, { assetId, eventDefinitionId: undefined });
    expect([made.status, made.text]).toEqual([400, expect.stringContaining('needs an event definition')]);
  });

  it('ends with one of them', async () => {
    const assetId = await anAsset();
    await put(operator, { assetId });
    const [, second] = await entries(assetId);
    const last = { assetId, eventId: second?.eventId, timestamp: second?.timestamp, repeat: null };
    expect((await put(operator, last)).body).toMatchObject({ eventId: second?.eventId, planned: 0 });
    expect(await days(assetId)).toEqual(['2027-01-31T07:00', '2027-02-28T07:00']);
  });

  it('is never made twice: by two people, by two looks at once, after one was deleted, or after a restart', async () => {
    const assetId = await anAsset();
    const forever = { ...MONTHLY, unit: 'day', every: 10, end: { kind: 'never' } };
    const { eventId } = (await put(operator, { assetId, timestamp: '2026-11-25T07:00:00Z', repeat: forever })).body;
    const again = { assetId, eventId, timestamp: '2026-11-25T07:00:00Z', repeat: forever };
    expect((await Promise.all([put(operator, again), put(operator, again)])).map(({ status }) => status)).toEqual([
      200, 200,
    ]);
    const before = await days(assetId);
    expect(new Set(before).size).toBe(before.length);
    const gone = (await entries(assetId))[3];
    expect((await operator.delete(`/api/events/${gone?.eventId}`)).status).toBe(200);
    const { seriesService } = portal.context;
    await Promise.all([seriesService.planDue(), seriesService.planDue()]);
    expect(await days(assetId)).toEqual(before.filter((day) => day !== gone?.timestamp.slice(0, 16)));

    portal.clock.stopAt(Date.parse('2026-12-21T12:00:00Z'));
    await portal.restart();
    await portal.context.seriesService.planDue();
    await portal.context.seriesService.planDue();
    const rows = await portal.context.db
      .selectFrom('events')
      .select('timestamp_ms')
      .where('asset_id', '=', assetId)
      .execute();
    const times = rows.map((row) => row.timestamp_ms);
    expect(new Set(times).size).toBe(times.length);
    // A month later, three more stand at the far end.
    expect(Math.max(...times)).toBeGreaterThan(Date.parse('2027-12-31T00:00:00Z'));
    portal.clock.stopAt(Date.parse('2026-11-20T12:00:00Z'));
  });

  it('is told to calendar programs each time, and the day by the clock of whose feed it is', async () => {
    const assetId = await anAsset();
    const weekly = { unit: 'week', every: 1, zone: 'Europe/Berlin', end: { kind: 'after', count: 3 } };
    // At half past eleven at night, from a week before the clock changes.
    await put(operator, { assetId, timestamp: '2027-03-21T22:30:00.000Z', repeat: weekly });
    const feed = { name: 'Mine', filter: { assetId }, zone: 'Europe/Berlin' };
    const { address } = (await operator.post<{ address: string }>('/api/calendarfeeds', feed)).body;
    const read = async () => {
      const text = await (await fetch(`${portal.url}${new URL(address).pathname}`)).text();
      return new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => {
        const { startDate } = new ICAL.Event(one);
        const url = new URL(String(one.getFirstPropertyValue('url')));
        return [startDate.toJSDate().toISOString(), url.searchParams.get('day')];
      });
    };
    expect(await read()).toEqual([
      ['2027-03-21T22:30:00.000Z', '2027-03-21'],
      ['2027-03-28T21:30:00.000Z', '2027-03-28'],
      ['2027-04-04T21:30:00.000Z', '2027-04-04'],
    ]);
    // The zone that its owner chooses counts from then on.
    const { userId } = world.opA;
    const chosen = [{ userId, attributeName: 'timeZone', attributeValue: 'Asia/Tokyo' }];
    expect((await operator.post('/api/ef/userattributes', chosen)).status).toBe(200);
    expect((await read()).map(([, day]) => day)).toEqual(['2027-03-22', '2027-03-29', '2027-04-05']);
  });

  it('goes with its asset', async () => {
    const assetId = await anAsset();
    await put(operator, { assetId });
    expect((await (await portal.as('admin')).delete(`/api/assets/${assetId}`)).status).toBe(200);
    const { db, seriesService } = portal.context;
    await seriesService.planDue();
    expect(await db.selectFrom('maintenance_series').selectAll().where('asset_id', '=', assetId).execute()).toEqual([]);
  });
});

function plain({ eventId, assetId, eventDefinitionId, timestamp, status }: Readonly<Record<string, unknown>>) {
  return { eventId, assetId, eventDefinitionId, timestamp, status };
}
