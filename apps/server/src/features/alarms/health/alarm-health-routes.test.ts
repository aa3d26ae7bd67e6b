import type { AlarmDefinitionId, alarmDefinitions, alarmHealth, ReplyOf } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

type Health = ReplyOf<typeof alarmHealth.getAlarmHealth>;
type Cures = ReplyOf<typeof alarmHealth.findAlarmCures>;
type Definition = alarmDefinitions.AlarmDefinition;

/** Every third value is an alarm: three of them come within the minute that makes chatter, however busy the machine is. */
const STEP_MS = 9_000;
/** So many values come as one message: each is waited for. */
const AT_ONCE = 6;
const HOUR_MS = 3_600_000;

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;
let noisy: Definition;
let fromMs: number;

describe.each(everyPortal())('the health of alarms on $engine', ({ start }) => {
  beforeAll(async () => {
    clock = new TestClock();
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    fromMs = clock.now();
    await accept(world.a1, 90);
    await accept(world.b1, 90);
    noisy = await define('opA', world.definition, 'Chatters', '_Pressure > 100');
    await define('adminB', world.definitionB, world.canary, '_Pressure > 100');
    // Six hours that tremble around the limit, with two real excursions that somebody acknowledges.
    for (const isExcursion of [false, true, false, true, false]) {
      for (let i = 0; i < (isExcursion ? 18 : 240); i += AT_ONCE) {
        const steps = Array.from({ length: AT_ONCE }, (_, n) => i + n);
        clock.advance(AT_ONCE * STEP_MS);
        await Promise.all([
          send(
            world.a1,
            steps.map((n) => (isExcursion ? 130 : n % 3 === 0 ? 100.4 : 99.5)),
          ),
          send(
            world.b1,
            steps.map((n) => (n % 3 === 0 ? 101 : 90)),
          ),
        ]);
      }
      if (isExcursion) await act('acknowledge', noisy.alarmDefinitionId);
    }
    await portal.context.alarmService.settled();
  }, 60_000);
  afterAll(() => portal.close());

  async function accept(asset: { assetId: TwoUnits['a1']['assetId'] }, value: number) {
    if (asset === world.a1) clock.advance(STEP_MS);
    await send(asset, [value]);
  }

  /** Values a step apart, of which the last is of now, as one message. */
  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, values: readonly number[]) {
    const nowMs = clock.now();
    const points = values.map((value, n) => {
      return { label: 'Pressure', value, timeMs: nowMs - (values.length - 1 - n) * STEP_MS, quality: 192 };
    });
    await portal.context.pipeline.accept(asset, points);
  }

  async function define(username: string, assetDefinitionId: number, name: string, expression: string) {
    const body = [{ assetDefinitionId, name, selfAck: true, flee: JSON.stringify({ expression }) }];
    const reply = await (await portal.as(username)).put<Definition[]>('/api/ef/alarmdefinitions', body);
    expect(reply.status).toBe(200);
    return reply.body[0] as Definition;
  }

  async function act(kind: string, alarmDefinitionId: AlarmDefinitionId, more: object = {}) {
    const alarms = [{ assetId: world.a1.assetId, alarmDefinitionId }];
    await (await portal.as('opA')).post('/api/ef/alarms/act', { act: kind, alarms, ...more });
  }

  const span = () => ({ from: new Date(fromMs).toISOString(), to: new Date(clock.now()).toISOString() });
  const health = async (query: object = {}, username = 'opA') => {
    const parameters = new URLSearchParams({ ...span(), ...query });
    return (await portal.as(username)).get<Health>(`/api/ef/alarms/health?${parameters}`);
  };
  const find = async (username = 'opA', more: object = {}) =>
    (await portal.as(username)).post<Cures>('/api/ef/alarms/health/cures', {
      alarmDefinitionId: noisy.alarmDefinitionId,
      ...span(),
      ...more,
    });
  const ruleOf = ({ alarmExpression, onDelay, offDelay, deadband }: Definition) => ({
    expression: alarmExpression.expression,
    onDelay,
    offDelay,
    deadband,
  });

  it('tells figures and bad actors of what is in sight, and never of what is not', async () => {
    const reply = await health();
    expect(reply.status).toBe(200);
    expect(reply.text).not.toContain(world.canary);
    const { figures, alarms, course } = reply.body;
    expect(alarms).toHaveLength(1);
    expect(alarms[0]).toMatchObject({ name: 'Chatters', acted: 2, assets: 1, stale: 0, kinds: ['chattering'] });
    // Alarms of several definitions may have one name.
    expect(alarms[0]?.assetDefinitionName).toBe('Pump');
    expect(figures).toMatchObject({ alarms: alarms[0]?.alarms, topTenShare: 1, stale: 0, standing: 0 });
    expect(figures.alarms).toBeGreaterThan(200);
    expect(figures.actedShare).toBeCloseTo(2 / figures.alarms, 9);
    expect(course.reduce((sum, one) => sum + one.alarms, 0)).toBe(figures.alarms);
    // The clock goes on in between.
    expect((await health({ operators: 4 })).body.figures.perTenMinutes).toBeCloseTo(figures.perTenMinutes / 4, 2);
    expect((await health({}, 'adminB')).text).toContain(world.canary);
    const others = await health({ assetDefinitionId: world.definitionB });
    expect(others.body).toMatchObject({ figures: { alarms: 0, peak: null, chatteringShare: null }, alarms: [] });
  });

  it('counts a comment as acting, and not a shelving', async () => {
    const [before] = (await health()).body.alarms;
    await accept(world.a1, 101);
    await act('shelve', noisy.alarmDefinitionId, { until: new Date(clock.now() + HOUR_MS).toISOString() });
    await act('unshelve', noisy.alarmDefinitionId);
    await accept(world.a1, 90);
    await portal.context.alarmService.settled();
    expect((await health()).body.alarms[0]?.acted).toBe(before?.acted);
    await accept(world.a1, 101);
    await act('comment', noisy.alarmDefinitionId, { note: 'looked at it' });
    expect((await health()).body.alarms[0]?.acted).toBe((before?.acted ?? 0) + 1);
    await accept(world.a1, 90);
    await portal.context.alarmService.settled();
    expect((await health()).body.alarms[0]?.acted).toBe((before?.acted ?? 0) + 1);
  });

  it.each([{ to: '2020-01-01T00:00:00Z' }, { from: '2001-01-01T00:00:00Z' }, { operators: 0 }, { from: 'yesterday' }])(
    'refuses %o',
    async (query) => {
      expect((await health(query)).status).toBe(400);
    },
  );

  it('needs the history to be read for a cure, and an alarm in sight', async () => {
    await portal.aUser({ username: 'alarms only', permissions: [38], assetGroups: [world.groupA] });
    expect((await find('alarms only')).status).toBe(403);
    expect((await find('adminB')).status).toBe(404);
    expect((await find('opA', { alarmDefinitionId: 999_999 })).status).toBe(404);
  });

  it('finds changes that take four fifths of the noise and no alarm that anybody acted on', async () => {
    const { status, body } = await find();
    expect(status).toBe(200);
    expect(body).toMatchObject({ assets: 1, ofAssets: 1, rule: { expression: '_Pressure > 100' } });
    expect(body.kept).toBeGreaterThanOrEqual(2);
    expect(body.outcome.noise).toBeGreaterThan(200);
    expect(body.cures[0]?.removed).toBeGreaterThanOrEqual(0.8);
    expect(body.cures.map(({ kind }) => kind).toSorted()).toEqual(['deadband', 'delay', 'threshold']);
    const threshold = body.cures.find(({ kind }) => kind === 'threshold');
    expect(threshold?.rule.expression).toMatch(/^_Pressure > 10[01](\.\d+)?$/);
  });

  it('writes the change with its reason, once, and only for who may change definitions', async () => {
    const { body } = await find();
    const after = body.cures[0]?.rule as alarmHealth.AlarmRule;
    const change = { alarmDefinitionId: noisy.alarmDefinitionId, before: ruleOf(noisy), after, reason: 'It chatters.' };
    const put = async (username: string, more: object = {}) =>
      (await portal.as(username)).put<Definition>('/api/ef/alarms/health/rule', { ...change, ...more });
    expect((await put('viewA')).status).toBe(403);
    expect((await put('adminB')).status).toBe(404);
    expect((await put('opA', { reason: ' ' })).status).toBe(400);
    expect((await put('opA', { after: { ...after, expression: '_Pressure >' } })).status).toBe(400);
    const both = await Promise.all([put('opA'), put('opA')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const listed = (
      await (await portal.as('opA')).get<Definition[]>(`/api/assetDefinitions/${world.definition}/alarmdefinitions`)
    ).body.find(({ alarmDefinitionId }) => alarmDefinitionId === noisy.alarmDefinitionId) as Definition;
    const { variables: _, ...written } = after;
    expect(ruleOf(listed)).toEqual(written);
    const journal = await (await portal.as('root')).get<{ entries: { what: string; after: unknown }[] }>(
      '/api/journal?limit=20',
    );
    const what = `alarm definition ${noisy.alarmDefinitionId} changed`;
    expect(journal.body.entries.find((entry) => entry.what === what)?.after).toMatchObject({ because: 'It chatters.' });
  });
});
