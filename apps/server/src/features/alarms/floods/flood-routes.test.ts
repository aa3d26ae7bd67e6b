import type { alarmDefinitions, alarmFloods, alarmLists, ReplyOf, systems } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, OPERATOR_PERMISSIONS, type TwoUnits } from '#testing/two-units.ts';

type Page = ReplyOf<typeof alarmLists.searchAlarms>;
type Floods = ReplyOf<typeof alarmFloods.listFloods>;
type Asset = { assetId: TwoUnits['a1']['assetId'] };

const HOUR_MS = 3_600_000;
const VIEW_SYSTEMS = Array.from({ length: 20 }, (_, i) => 70 + i);

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;
let nowMs: number;
let beganMs: number;
const ids: number[] = [];

describe.each(everyPortal())('floods on $engine', ({ start }) => {
  beforeAll(async () => {
    clock = new TestClock();
    ids.length = 0;
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    const groups = { assetGroups: [world.groupA] };
    await portal.aUser({ username: 'rigger', permissions: [...OPERATOR_PERMISSIONS, ...VIEW_SYSTEMS], ...groups });
    nowMs = Math.floor(clock.now() / 1_000) * 1_000;
    for (const asset of [world.a1, world.a2, world.b1]) await send(asset, 0);
    for (const level of [1, 2, 3, 4, 5, 6]) {
      ids.push(await define('opA', world.definition, `Level ${level}`, `_Pressure > ${level}`, level));
    }
    await define('adminB', world.definitionB, world.canary, '_Pressure > 0', 99);
    // Three times before, the first alarm of one pump came 12 s before that of the other.
    for (let i = 0; i < 3; i++) {
      await send(world.a1, 1.5, HOUR_MS);
      await send(world.a2, 1.5, 12_000);
      await send(world.a1, 0, 20_000);
      await send(world.a2, 0);
    }
    // The flood begins where the operators of the one unit do not see it.
    await send(world.b1, 5, HOUR_MS);
    beganMs = nowMs + 30_000;
    for (const level of [1, 2, 3, 4, 5, 6]) await send(world.a1, level + 0.5, level === 1 ? 30_000 : 1_000);
    for (const level of [1, 2, 3, 4, 5, 6]) await send(world.a2, level + 0.5, 2_000);
    await portal.context.alarmService.settled();
  });
  afterAll(() => portal.close());

  async function send(asset: Asset, value: number, afterMs = 1_000) {
    nowMs += afterMs;
    clock.stopAt(nowMs);
    await portal.context.pipeline.accept(asset, [{ label: 'Pressure', value, timeMs: nowMs, quality: 192 }]);
  }

  async function define(
    username: string,
    assetDefinitionId: number,
    name: string,
    expression: string,
    severity: number,
  ) {
    const body = [{ assetDefinitionId, name, severity, selfAck: true, flee: JSON.stringify({ expression }) }];
    const as = await portal.as(username);
    const reply = await as.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
    expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
    return reply.body[0]?.alarmDefinitionId as number;
  }

  const list = async (query: string, username = 'opA') =>
    (await (await portal.as(username)).get<Page>(`/api/ef/alarms/list?${query}`)).body;
  const floods = async (query = '', username = 'opA') =>
    (await portal.as(username)).get<Floods>(`/api/ef/alarms/floods?${query}`);
  const told = ({ alarms }: Page) =>
    alarms.map(({ name, assetName, flood, floodPlace }) =>
      flood
        ? `flood of ${flood.listed}`
        : `${assetName} ${name}: ${floodPlace?.role ?? '-'} ${floodPlace?.bond ?? '-'}`,
    );

  it('is one row with its first out, of what is in sight as if there were nothing else', async () => {
    const reply = await (await portal.as('opA')).get<Page>('/api/ef/alarms/list?floods=collapse');
    expect(reply.text).not.toContain(world.canary);
    expect(reply.body).toMatchObject({ total: 1, listed: 12 });
    expect(reply.body.alarms[0]?.flood).toEqual({
      floodId: beganMs,
      from: new Date(beganMs).toISOString(),
      until: null,
      last: new Date(nowMs).toISOString(),
      alarms: 12,
      listed: 12,
      unacknowledged: 12,
      isOpened: false,
      severities: [6, 5, 4, 3, 2, 1].map((severity) => ({ severity, alarms: 2 })),
      firstOut: {
        assetId: world.a1.assetId,
        assetName: 'Pump A1',
        alarmDefinitionId: ids[0],
        name: 'Level 1',
        severity: 1,
        raised: new Date(beganMs).toISOString(),
      },
    });
    const ofAll = (await list('floods=collapse', 'root')).alarms[0]?.flood;
    expect(ofAll).toMatchObject({ floodId: beganMs - 30_000, alarms: 13, firstOut: { name: world.canary } });
    expect(await list('floods=collapse', 'adminB')).toMatchObject({ total: 1, alarms: [{ name: world.canary }] });
    expect((await list('floods=collapse', 'adminB')).alarms[0]?.flood).toBeUndefined();
  });

  it('leaves every count and the plain list as they are', async () => {
    expect((await list('')).total).toBe(12);
    expect((await list('')).alarms.some(({ flood }) => flood)).toBe(false);
    const summary = await (await portal.as('opA')).get('/api/ef/alarms/summary');
    expect(summary.body).toMatchObject({ open: 12, unacknowledged: 12 });
  });

  it('opens in the order of its groups, each alarm with what it followed', async () => {
    const page = await list(`floods=collapse&opened=${beganMs}`);
    expect(page).toMatchObject({ total: 13, listed: 12 });
    expect(told(page)).toEqual([
      'flood of 12',
      'Pump A1 Level 1: first -',
      ...[2, 3, 4, 5, 6].map((level) => `Pump A1 Level ${level}: consequence asset`),
      'Pump A2 Level 1: consequence alarm',
      ...[2, 3, 4, 5, 6].map((level) => `Pump A2 Level ${level}: consequence asset`),
    ]);
    expect(page.alarms[7]?.floodPlace).toEqual({
      floodId: beganMs,
      role: 'consequence',
      afterSeconds: 7,
      follows: { name: 'Level 1', assetName: 'Pump A1', isFirst: true },
      bond: 'alarm',
      systemName: null,
      evidence: { followed: 3, of: 3 },
    });
  });

  it('is paged as one list, and a page begins in the middle of a flood', async () => {
    const whole = told(await list(`floods=collapse&opened=${beganMs}`));
    const parts = [];
    for (let offset = 0; offset < 13; offset += 5) {
      parts.push(...told(await list(`floods=collapse&opened=${beganMs}&limit=5&offset=${offset}`)));
    }
    expect(parts).toEqual(whole);
  });

  it('says how many of it a filter lets through, and of fewer than five there is no row', async () => {
    const some = await list('floods=collapse&severityMin=4');
    expect(some).toMatchObject({ total: 1, listed: 6, alarms: [{ flood: { alarms: 12, listed: 6 } }] });
    const opened = await list(`floods=collapse&opened=${beganMs}&severityMin=2&assetId=${world.a2.assetId}`);
    expect(told(opened)).toEqual([
      'flood of 5',
      ...[2, 3, 4, 5, 6].map((level) => `Pump A2 Level ${level}: consequence asset`),
    ]);
    const few = await list(`floods=collapse&severityMin=3&assetId=${world.a2.assetId}&sort=severity&opened=${beganMs}`);
    expect([few.total, few.listed, ...few.alarms.map(({ name }) => name)]).toEqual([
      4,
      4,
      ...[3, 4, 5, 6].map((level) => `Level ${level}`),
    ]);
    expect(few.alarms.some(({ flood }) => flood)).toBe(false);
    expect(await list('floods=collapse&text=nothing-like-it')).toMatchObject({ total: 0, listed: 0 });
  });

  it('gives the alarms of one flood alone, for what is done with all of them', async () => {
    expect((await list(`floodId=${beganMs}`)).total).toBe(12);
    expect((await list(`floodId=${beganMs}&severityMin=6`)).total).toBe(2);
    expect((await list('floodId=1')).total).toBe(0);
    expect((await list(`floodId=${beganMs - 30_000}`)).total).toBe(0);
  });

  it('names the system for who may see systems', async () => {
    const made = await (await portal.as('root')).post<systems.SystemDefinition>('/api/ef/systemdefinitions', {
      name: 'Rig',
      slots: ['Upper', 'Lower'].map((name) => ({ name, assetDefinitionId: world.definition })),
    });
    const { systemDefinitionId, slots } = made.body;
    const assets = [world.a1, world.a2];
    const currentSlotAssignments = slots.map(({ slotId }, i) => ({ slotId, assetId: assets[i]?.assetId }));
    const body = { name: 'Rig 7', systemDefinitionId, currentSlotAssignments };
    expect((await (await portal.as('root')).post('/api/ef/systems', body)).status).toBe(200);
    clock.stopAt(nowMs + 10_000);
    const ofA2 = (page: Page) => page.alarms.find(({ floodPlace, assetName }) => floodPlace && assetName === 'Pump A2');
    const query = `floods=collapse&opened=${beganMs}`;
    expect(ofA2(await list(query, 'rigger'))?.floodPlace).toMatchObject({
      bond: 'system',
      systemName: 'Rig 7',
      evidence: { followed: 3, of: 3 },
    });
    expect(ofA2(await list(query))?.floodPlace).toMatchObject({ bond: 'alarm', systemName: null });
  });

  it('lists floods of a time, for as many operators as there are', async () => {
    const span = `from=${new Date(nowMs - HOUR_MS).toISOString()}&to=${new Date(nowMs + 1_000).toISOString()}`;
    const { status, body, text } = await floods(span);
    expect([status, body]).toMatchObject([200, { total: 1, floods: [{ floodId: beganMs, alarms: 12, assets: 2 }] }]);
    expect(text).not.toContain(world.canary);
    expect((await floods(span, 'root')).body.floods[0]).toMatchObject({ alarms: 13, assets: 3 });
    expect((await floods(`${span}&operators=2`)).body).toEqual({ total: 0, floods: [] });
    expect((await floods(`${span}&assetDefinitionId=${world.definitionB}`)).body.total).toBe(0);
    expect((await floods(`to=${new Date(beganMs - 1_000).toISOString()}`)).body.total).toBe(0);
    expect((await floods(`${span}&offset=1`)).body).toEqual({ total: 1, floods: [] });
  });

  it.each(['from=yesterday', 'operators=0', 'limit=0', 'from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z'])(
    'refuses floods of %s',
    async (query) => expect((await floods(query)).status).toBe(400),
  );

  it.each(['floods=yes', 'opened=x', `opened=${'1,'.repeat(20)}1`, 'floodId=-1', 'floodId=x'])(
    'refuses a list of %s',
    async (query) => expect((await (await portal.as('opA')).get(`/api/ef/alarms/list?${query}`)).status).toBe(400),
  );

  it('is for who may see alarms', async () => {
    expect((await floods('', 'nobody')).status).toBe(403);
  });

  it('is over when fewer than five come in ten minutes, and counts what is acknowledged', async () => {
    clock.stopAt(nowMs + 15 * 60_000);
    const [row] = (await list('floods=collapse')).alarms;
    expect(row?.flood?.until).toBe(new Date(nowMs - 8_000 + 600_000).toISOString());
    await (await portal.as('opA')).post('/api/ef/alarms/act', {
      act: 'acknowledge',
      alarms: [{ assetId: world.a1.assetId, alarmDefinitionId: ids[5] }],
    });
    expect((await list('floods=collapse')).alarms[0]?.flood).toMatchObject({ alarms: 12, unacknowledged: 11 });
  });

  describe('of the past', () => {
    beforeAll(async () => {
      await send(world.a1, 0, 16 * 60_000);
      await send(world.a2, 0);
      await portal.context.alarmService.settled();
      clock.stopAt(nowMs + 60_000);
    });
    const past = (query: string, username?: string) => list(`view=past&floods=collapse&${query}`, username);

    it('is one row among what ended before, for the past as for now', async () => {
      expect((await list('floods=collapse')).total).toBe(0);
      const reply = await (await portal.as('opA')).get<Page>('/api/ef/alarms/list?view=past&floods=collapse');
      expect(reply.text).not.toContain(world.canary);
      const { total, listed, alarms } = reply.body;
      expect([total, listed, alarms.length, (await list('view=past')).total]).toEqual([7, 18, 7, 18]);
      expect(alarms[0]?.flood).toMatchObject({
        floodId: beganMs,
        alarms: 12,
        listed: 12,
        unacknowledged: 11,
        severities: [6, 5, 4, 3, 2, 1].map((severity) => ({ severity, alarms: 2 })),
        firstOut: { name: 'Level 1', assetName: 'Pump A1' },
        isOpened: false,
      });
      expect(alarms.slice(1).every(({ flood, name }) => !flood && name === 'Level 1')).toBe(true);
    });

    it.each(['', '&sort=raised', '&sort=asset&direction=desc', '&sort=severity', '&sort=name'])(
      'opens in the order of its groups, and is paged as one list%s',
      async (sort) => {
        const page = await past(`opened=${beganMs}${sort}`);
        expect([page.total, page.listed]).toEqual([19, 18]);
        const whole = told(page);
        const begins = whole.indexOf('flood of 12');
        expect(whole.slice(begins + 1, begins + 3)).toEqual([
          'Pump A1 Level 1: first -',
          'Pump A1 Level 2: consequence asset',
        ]);
        expect(whole.slice(begins + 1, begins + 13).every((line) => /first|consequence/.test(line))).toBe(true);
        const parts = [];
        for (let offset = 0; offset < 19; offset += 4) {
          parts.push(...told(await past(`opened=${beganMs}${sort}&limit=4&offset=${offset}`)));
        }
        expect(parts).toEqual(whole);
      },
    );

    it('says how many a filter lets through, and gives them alone', async () => {
      expect(await past('severityMin=4')).toMatchObject({ total: 1, listed: 6, alarms: [{ flood: { listed: 6 } }] });
      expect(await past('severityMin=5')).toMatchObject({ total: 4, listed: 4 });
      expect((await past(`assetId=${world.a2.assetId}&severityMin=2`)).alarms[0]?.flood?.listed).toBe(5);
      expect((await list(`view=past&floodId=${beganMs}`)).total).toBe(12);
      expect((await list(`view=past&floodId=${beganMs}&text=level+3`)).total).toBe(2);
      expect((await list('view=past&floodId=1')).total).toBe(0);
      expect((await list(`view=past&floodId=${beganMs}`, 'adminB')).total).toBe(0);
    });

    it('is looked for in the time of the list', async () => {
      const before = await past(`to=${new Date(beganMs - 60_000).toISOString()}`);
      expect([before.total, before.alarms.some(({ flood }) => flood)]).toEqual([6, false]);
      const since = await past(`from=${new Date(beganMs + 3_000).toISOString()}`);
      expect(since).toMatchObject({ total: 1, listed: 9, alarms: [{ flood: { alarms: 12, listed: 9 } }] });
    });
  });
});
