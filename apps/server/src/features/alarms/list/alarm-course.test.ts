import type { alarmDefinitions, alarms, ReplyOf } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { everyPortal } from '#testing/every-portal.ts';
import type { Portal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { buildTwoUnits, type TwoUnits } from '#testing/two-units.ts';

let portal: Portal;
let world: TwoUnits;
let clock: TestClock;

const MINUTE = 60_000;

describe.each(everyPortal())('on $engine', ({ start }) => {
  beforeAll(async () => {
    clock = new TestClock();
    portal = await start({ clock });
    world = await buildTwoUnits(portal);
    await send(world.a1, { Pressure: 50, Flow: 5 });
    await send(world.a2, { Pressure: 50, Flow: 5 });
  });
  afterAll(() => portal.close());

  async function send(asset: { assetId: TwoUnits['a1']['assetId'] }, values: Record<string, number>) {
    const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs: undefined, quality: 192 }));
    await portal.context.pipeline.accept(asset, points);
  }

  async function define(name: string, expression: string, severity = 5): Promise<number> {
    const flee = JSON.stringify({ expression, variables: [] });
    const { body, status, text } = await (await portal.as('opA')).put<alarmDefinitions.AlarmDefinition[]>(
      '/api/ef/alarmdefinitions',
      [{ assetDefinitionId: world.definition, name, flee, severity }],
    );
    expect([status, text]).toMatchObject([200, expect.anything()]);
    return (body[0] as alarmDefinitions.AlarmDefinition).alarmDefinitionId;
  }

  function pathOf(assetId: number, fromMs: number, toMs: number): string {
    const range = `from=${new Date(fromMs).toISOString()}&to=${new Date(toMs).toISOString()}`;
    return `/api/ef/assets/${assetId}/alarmcourse?${range}`;
  }

  async function course(fromMs: number, toMs: number, assetId: number = world.a1.assetId) {
    const reply = await (await portal.as('opA')).get<ReplyOf<typeof alarms.getAlarmCourse>>(
      pathOf(assetId, fromMs, toMs),
    );
    expect(reply.status).toBe(200);
    return reply.body;
  }

  it('an alarm is told wherever it was open, and what happened only where it happened', async () => {
    const alarmDefinitionId = await define('High', '_Pressure > 100');
    const startMs = clock.now();
    clock.advance(10 * MINUTE);
    await send(world.a1, { Pressure: 120 });
    await portal.context.alarmService.settled();
    clock.advance(10 * MINUTE);

    const later = await course(clock.now() - MINUTE, clock.now());
    expect(later.transitions).toEqual([]);
    expect(later.spans).toMatchObject([{ name: 'High', severity: 5, ended: null }]);
    const [isOpen] = later.spans;
    const raisedMs = Date.parse(isOpen?.raised ?? '');
    expect(raisedMs).toBeGreaterThanOrEqual(startMs + 10 * MINUTE);
    expect((await course(startMs, raisedMs - 1)).spans).toEqual([]);
    expect(await course(startMs, raisedMs)).toMatchObject({ transitions: [{ kind: 'raised' }], spans: [isOpen] });

    const closed = await (await portal.as('opA')).get(
      `/api/assets/${world.a1.assetId}/alarms/${alarmDefinitionId}/close`,
    );
    expect(closed.status).toBe(200);
    clock.advance(10 * MINUTE);
    const between = await course(raisedMs + MINUTE, raisedMs + 2 * MINUTE);
    expect(between).toMatchObject({ transitions: [], spans: [{ ...isOpen, ended: expect.any(String) }] });
    expect((await course(clock.now() - MINUTE, clock.now())).spans).toEqual([]);
  });

  it('thresholds are those in force for the asset, of plain comparisons only', async () => {
    const pressureOf = async (assetId: number) => {
      const { thresholds } = await course(0, 1, assetId);
      return thresholds.filter(({ name }) => name === 'Range').map(({ operator, value }) => `${operator} ${value}`);
    };
    const alarmDefinitionId = await define('Range', '_Pressure < 10 or 90 <= _Pressure', 7);
    await define('Both', '_Pressure > 100 and _Flow < 1');
    const slots = [...(portal.context.registry.find(world.a1.assetId)?.slots() ?? [])];
    const pressure = slots.find(({ label }) => label === 'Pressure')?.dataItemId;
    const { thresholds } = await course(0, 1);
    expect(thresholds.filter(({ name }) => name === 'Range')).toEqual([
      { alarmDefinitionId, dataItemId: pressure, name: 'Range', severity: 7, operator: '<', value: 10 },
      { alarmDefinitionId, dataItemId: pressure, name: 'Range', severity: 7, operator: '>=', value: 90 },
    ]);
    expect(thresholds.filter(({ name }) => name === 'Both')).toEqual([]);

    const override = async (overrideMethod: number) => {
      const expression = { expression: '_Pressure > 70', variables: [] };
      const body = [{ assetId: world.a1.assetId, alarmDefinitionId, overrideMethod, expression }];
      expect((await (await portal.as('opA')).put('/api/ef/alarmoverrides', body)).status).toBe(200);
    };
    await override(1);
    expect(await pressureOf(world.a1.assetId)).toEqual(['> 70']);
    expect(await pressureOf(world.a2.assetId)).toEqual(['< 10', '>= 90']);
    await override(2);
    expect(await pressureOf(world.a1.assetId)).toEqual(['< 10', '>= 90', '> 70']);
    // Both must be true: neither limit alone says when it is raised.
    await override(3);
    expect(await pressureOf(world.a1.assetId)).toEqual([]);
    await override(0);
    expect(await pressureOf(world.a1.assetId)).toEqual(['< 10', '>= 90']);
  });

  it('is for who sees the asset and may see alarms', async () => {
    const path = pathOf(world.a1.assetId, 0, 1);
    expect((await (await portal.as('opB')).get(path)).status).toBe(404);
    expect((await (await portal.as('nobody')).get(path)).status).toBe(403);
    expect((await (await portal.as('opA')).get(path.replace(/&to=.*/, ''))).status).toBe(400);
  });
});
