import type { alarmCounts, alarmDefinitions, alarmLists } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import { LiveClient } from '#testing/live-client.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

type Page = { total: number; alarms: alarmLists.ListedAlarm[] };
type Definition = alarmDefinitions.AlarmDefinition;

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;
let high: Definition;
let low: Definition;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    clock = new TestClock();
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    for (const asset of [world.a1, world.a2]) await send(asset, { Pressure: 50 });
    await send(world.b1, { Secret: 1 });
    high = await define(
      'opA',
      world.definition,
      { name: 'High pressure', reason: 'pipe', severity: 10 },
      '_Pressure > 100',
    );
    low = await define('opA', world.definition, { name: 'Low pressure', severity: 2 }, '_Pressure > 60');
    await define('adminB', world.definitionB, { name: world.canary, severity: 99 }, '_Secret > 5');
    await send(world.b1, { Secret: 9 });
    await send(world.a1, { Pressure: 104 });
    clock.advance(60_000);
    await send(world.a2, { Pressure: 70 });
    await portal.context.alarmService.settled();
  });
  afterAll(() => portal.close());

  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, values: Record<string, number>) {
    const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs: undefined, quality: 192 }));
    await portal.context.pipeline.accept(asset, points);
  }

  async function define(username: string, assetDefinitionId: number, fields: object, expression: string) {
    const flee = JSON.stringify({ expression, variables: [] });
    const body = [{ assetDefinitionId, flee, ...fields }];
    const reply = await (await portal.as(username)).put<Definition[]>('/api/ef/alarmdefinitions', body);
    expect(reply.status).toBe(200);
    return reply.body[0] as Definition;
  }

  const list = async (query = '', username = 'opA') =>
    (await (await portal.as(username)).get<Page>(`/api/ef/alarms/list?${query}`)).body;
  const named = ({ alarms }: Page) => alarms.map(({ name, assetId }) => [name, assetId === world.a1.assetId ? 1 : 2]);
  const act = async (body: object, username = 'opA') =>
    (await portal.as(username)).post<{ outcome: string; by: string }[]>('/api/ef/alarms/act', body);
  const outcomes = async (body: object, username?: string) =>
    (await act(body, username)).body.map(({ outcome, by }) => [outcome, by]);
  const summary = async (username: string) =>
    (await (await portal.as(username)).get<alarmCounts.AlarmSummary>('/api/ef/alarms/summary')).body;
  const idOf = (definition: Definition, asset = world.a1) => ({
    assetId: asset.assetId,
    alarmDefinitionId: definition.alarmDefinitionId,
  });

  it('lists what is in sight, the most urgent first, and never what is not', async () => {
    const reply = await (await portal.as('opA')).get<Page>('/api/ef/alarms/list');
    expect(reply.text).not.toContain(world.canary);
    expect(named(reply.body)).toEqual([
      ['High pressure', 1],
      ['Low pressure', 1],
      ['Low pressure', 2],
    ]);
    expect(reply.body.total).toBe(3);
    expect((await list('', 'adminB')).total).toBe(1);
  });

  it.each<[string, [string, number][]]>([
    ['text=PIPE', [['High pressure', 1]]],
    [
      'text=low%20pressure&sort=raised&direction=desc',
      [
        ['Low pressure', 2],
        ['Low pressure', 1],
      ],
    ],
    ['text=nothing-of-the-kind', []],
    ['severityMin=5', [['High pressure', 1]]],
    ['severityMax=5&limit=1&offset=1', [['Low pressure', 2]]],
    ['status=2,3', []],
    [
      'active=true&sort=severity',
      [
        ['Low pressure', 1],
        ['Low pressure', 2],
        ['High pressure', 1],
      ],
    ],
    ['acknowledgedBy=op', []],
    [
      'sort=name&direction=desc',
      [
        ['Low pressure', 1],
        ['Low pressure', 2],
        ['High pressure', 1],
      ],
    ],
  ])('filters and sorts: %s', async (query, expected) => {
    expect(named(await list(query))).toEqual(expected);
  });

  it('filters by asset, definition, time and asset group', async () => {
    expect((await list(`assetId=${world.a2.assetId}`)).total).toBe(1);
    expect((await list(`assetId=${world.b1.assetId}`)).total).toBe(0);
    expect((await list(`alarmDefinitionId=${low.alarmDefinitionId}`)).total).toBe(2);
    expect((await list(`assetDefinitionId=${world.definition}`)).total).toBe(3);
    const newest = (await list('sort=raised&direction=desc')).alarms[0]?.raised;
    expect((await list(`from=${newest}`)).total).toBe(1);
    expect((await list(`assetGroupId=${world.groupA}`, 'root')).total).toBe(3);
    expect((await (await portal.as('viewA')).get(`/api/ef/alarms/list?assetGroupId=${world.groupA}`)).status).toBe(403);
  });

  it.each(['view=everything', 'status=4', 'limit=0', 'limit=1001', 'severityMin=high', 'from=yesterday', 'sort=x'])(
    'refuses %s',
    async (query) => {
      expect((await (await portal.as('opA')).get(`/api/ef/alarms/list?${query}`)).status).toBe(400);
    },
  );

  it('counts them for each who sees them, and by asset', async () => {
    expect(await summary('opA')).toMatchObject({ open: 3, unacknowledged: 3, shelved: 0, worst: 10 });
    const [newest] = (await list('sort=raised&direction=desc')).alarms;
    expect((await summary('opA')).newest).toBe(newest?.raised);
    expect(await summary('adminB')).toMatchObject({ open: 1, worst: 99 });
    const counts = await (await portal.as('opA')).get('/api/ef/alarms/assets');
    expect(counts.body).toEqual([
      { assetId: world.a1.assetId, count: 2, unacknowledged: 2, worstSeverity: 10 },
      { assetId: world.a2.assetId, count: 1, unacknowledged: 1, worstSeverity: 2 },
    ]);
  });

  it('tells browsers of each change, and only of what they see', async () => {
    const ofA = await listener('opA');
    const ofB = await listener('adminB');
    expect(ofA.messages.at(-1)?.body).toMatchObject({ open: 3 });
    expect(ofB.messages.at(-1)?.body).toMatchObject({ open: 1 });
    const heard = ofA.messages.length;
    await act({ act: 'comment', note: 'seen from the road', alarms: [idOf(low)] });
    await ofA.message((message) => ofA.messages.indexOf(message) >= heard);
    expect(ofB.messages).toHaveLength(1);
    for (const client of [ofA, ofB]) client.socket.close();
  });

  async function listener(username: string): Promise<LiveClient> {
    const client = new LiveClient(portal.url);
    expect(await client.connect((await portal.as(username)).login?.brokerToken)).toBe(0);
    const topic = `${portal.context.liveHub.host}/alarms`;
    expect(await client.subscribe(topic)).toEqual([0]);
    await client.message((message) => message.topic === topic);
    return client;
  }

  it('does nothing at all when one of the alarms is out of scope', async () => {
    const alarms = [idOf(low), { assetId: world.b1.assetId, alarmDefinitionId: high.alarmDefinitionId }];
    expect((await act({ act: 'close', alarms })).status).toBe(404);
    expect((await list()).total).toBe(3);
  });

  it('refuses a shelving without a time ahead and a comment without a text', async () => {
    const alarms = [idOf(low)];
    expect((await act({ act: 'shelve', alarms })).status).toBe(400);
    expect((await act({ act: 'shelve', until: '2001-01-01T00:00:00Z', alarms })).status).toBe(400);
    expect((await act({ act: 'comment', note: ' ', alarms })).status).toBe(400);
    expect((await act({ act: 'acknowledge', alarms: [] })).status).toBe(400);
    expect((await act({ act: 'acknowledge', alarms }, 'viewA')).status).toBe(403);
  });

  it('acknowledges many, and says who was first where somebody was', async () => {
    const alarms = [idOf(high), idOf(low)];
    expect(await outcomes({ act: 'acknowledge', alarms: [idOf(low)] }, 'root')).toEqual([['done', '']]);
    expect(await outcomes({ act: 'acknowledge', note: 'on it', alarms })).toEqual([
      ['done', ''],
      ['already', 'root'],
    ]);
    expect(named(await list())).toEqual([
      ['Low pressure', 2],
      ['High pressure', 1],
      ['Low pressure', 1],
    ]);
    expect(named(await list('acknowledgedBy=OPA'))).toEqual([['High pressure', 1]]);
    expect(await summary('opA')).toMatchObject({ open: 3, unacknowledged: 1, worst: 10, worstUnacknowledged: 2 });
  });

  it('shelves and brings back; another than the one who did is told', async () => {
    const until = new Date(clock.now() + 3_600_000).toISOString();
    const alarms = [idOf(low)];
    expect(await outcomes({ act: 'shelve', until, note: 'works', alarms })).toEqual([['done', '']]);
    expect(await outcomes({ act: 'shelve', until, alarms }, 'root')).toEqual([['already', 'opA']]);
    expect(await outcomes({ act: 'shelve', until, alarms: [{ ...idOf(low), isShelved: true }] })).toEqual([
      ['done', ''],
    ]);
    expect((await list()).total).toBe(2);
    expect((await list('view=shelved')).alarms).toMatchObject([{ shelved: { until, user: 'opA' } }]);
    expect(await summary('opA')).toMatchObject({ open: 2, shelved: 1 });
    expect(await outcomes({ act: 'unshelve', alarms })).toEqual([['done', '']]);
    expect(await outcomes({ act: 'unshelve', alarms })).toEqual([['gone', 'opA']]);
  });

  it('closes only the alarm that was seen; past ones are found by what they were', async () => {
    const [seen] = (await list(`alarmDefinitionId=${high.alarmDefinitionId}`)).alarms;
    const wrong = { ...idOf(high), raised: new Date(clock.now() + 5).toISOString() };
    expect(await outcomes({ act: 'close', alarms: [wrong] })).toEqual([['gone', 'opA']]);
    const alarms = [{ ...idOf(high), raised: seen?.raised }, idOf(low, world.a2)];
    expect(await outcomes({ act: 'close', note: 'mended', alarms })).toEqual([
      ['done', ''],
      ['done', ''],
    ]);
    expect(await outcomes({ act: 'close', alarms: [idOf(high)] }, 'root')).toEqual([['gone', 'opA']]);
    expect((await list()).total).toBe(1);
    const past = await list('view=past&text=pipe');
    expect(past).toMatchObject({
      total: 1,
      alarms: [
        { alarmStatus: null, acknowledged: { user: 'opA' }, ended: { kind: 'closed', user: 'opA', note: 'mended' } },
      ],
    });
    expect((await list('view=past&sort=asset&direction=desc&severityMax=5')).alarms).toHaveLength(1);
    expect((await list('view=past', 'adminB')).total).toBe(0);
    expect((await list('view=past&text=%25', 'root')).total).toBe(0);
    for (const sort of ['priority', 'ended', 'severity', 'name', 'raised', 'count', 'acknowledged']) {
      expect((await list(`view=past&sort=${sort}`, 'root')).total).toBe(2);
    }
  });
});
