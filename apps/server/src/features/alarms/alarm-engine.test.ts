import { type AssetId, type alarmDefinitions, alarms, type DataItemId } from '@telltale/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createLog } from '#config/log.ts';
import { systemCaller } from '#http/system-caller.ts';
import { LiveClient } from '#testing/live-client.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';

let portal: Portal;
let clock: TestClock;
let asset: Awaited<ReturnType<Portal['anAsset']>>;
const logged: string[] = [];

beforeAll(async () => {
  clock = new TestClock();
  const log = createLog('warn', { write: (line: string) => void logged.push(line) });
  portal = await startPortal({ clock, log });
});
afterAll(() => portal.close());

beforeEach(async () => {
  asset = await portal.anAsset();
});

interface Sent {
  timeMs?: number;
  quality?: number;
  keeping?: 'historical' | 'transient';
}

async function send(values: Record<string, number | string>, { timeMs, quality = 192, keeping }: Sent = {}) {
  const kept = keeping === undefined ? {} : { keeping };
  const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs, quality, ...kept }));
  await portal.context.pipeline.accept(asset, points);
}

/** A definition for the kind of the asset; the label A must have been sent. */
async function define(
  expression: string,
  more: Record<string, unknown> = {},
): Promise<alarmDefinitions.AlarmDefinition> {
  const { assetDefinitionId } = asset;
  const body = [{ assetDefinitionId, name: 'Test', alarmExpression: { expression, variables: [] }, ...more }];
  const reply = await (await portal.as('admin')).put<alarmDefinitions.AlarmDefinition[]>(
    '/api/ef/alarmdefinitions',
    body,
  );
  expect([reply.status, reply.text]).toMatchObject([200, expect.anything()]);
  return reply.body[0] as alarmDefinitions.AlarmDefinition;
}

async function open(assetId: AssetId = asset.assetId): Promise<alarms.Alarm[]> {
  return (await (await portal.as('admin')).get<alarms.Alarm[]>(`/api/assets/${assetId}/alarms`)).body;
}

async function kinds(): Promise<string[]> {
  await portal.context.alarmService.settled();
  const path = `/api/ef/assets/${asset.assetId}/alarmtransitions`;
  const { body } = await (await portal.as('admin')).get<{ transitions: alarms.AlarmTransition[] }>(path);
  return body.transitions.map(({ kind }) => kind).toReversed();
}

const close = async ({ alarmDefinitionId }: alarmDefinitions.AlarmDefinition) =>
  (await portal.as('admin')).get(`/api/assets/${asset.assetId}/alarms/${alarmDefinitionId}/close`);

describe('an alarm', () => {
  it('is raised by the value that makes its condition true, with that value’s time', async () => {
    await send({ A: 1 });
    await define('_A > 10');
    clock.advance(1000);
    const timeMs = clock.now() - 50;
    await send({ A: 11 }, { timeMs });
    expect(await open()).toMatchObject([{ raised: new Date(timeMs).toISOString(), count: 1, active: true }]);
    await send({ A: 5 });
    expect(await open()).toMatchObject([{ active: false, count: 1 }]);
    await send({ A: 12 });
    expect(await open()).toMatchObject([{ active: true, count: 2, cause: '_A > 10 (_A = 12)' }]);
    expect(await kinds()).toEqual(['raised', 'again']);
  });

  it('of a new definition is raised now, however old the value is', async () => {
    await send({ A: 11 }, { timeMs: clock.now() - 86_400_000 });
    const beforeMs = clock.now();
    await define('_A > 10', { expiration: 3_600 });
    const [alarm] = await open();
    expect(Date.parse(alarm?.raised ?? '')).toBeGreaterThanOrEqual(beforeMs);
  });

  it('sees every value of one message, not only the last', async () => {
    await send({ A: 1 });
    await define('_A > 10', { selfAck: 1 });
    const nowMs = clock.now();
    const points = [5, 11, 5].map((value, i) => ({ label: 'A', value, timeMs: nowMs + 1 + i, quality: 192 }));
    await portal.context.pipeline.accept(asset, points);
    expect(await open()).toEqual([]);
    expect(await kinds()).toEqual(['raised', 'closed']);
  });

  it('goes by all values of one time in one message together, whatever their order (spec 3 §14)', async () => {
    await send({ aa: 1, bb: 1 });
    await define('_aa > 5 and _bb > 5', { selfAck: 1 });
    for (let round = 0; round < 5; round++) {
      await send({ aa: 9, bb: 1 });
      await send({ bb: 9, aa: 1 });
    }
    expect(await kinds()).toEqual([]);
    const nowMs = clock.now();
    // Behind all times of arrival that were given: with several nodes they may be a sixth of a second ahead.
    const points = [
      { label: 'aa', value: 1, timeMs: nowMs + 1_002, quality: 192 },
      { label: 'bb', value: 9, timeMs: nowMs + 1_001, quality: 192 },
      { label: 'aa', value: 9, timeMs: nowMs + 1_001, quality: 192 },
    ];
    await portal.context.pipeline.accept(asset, points);
    expect(await kinds()).toEqual(['raised', 'closed']);
  });

  it('goes by no value whose quality is not good, and by none that is backfilled', async () => {
    await send({ A: 1 });
    await define('_A > 10');
    await send({ A: 11 }, { quality: 0 });
    await send({ A: 11 }, { quality: 64 });
    await send({ A: 11 }, { timeMs: clock.now() - 60_000 });
    await send({ A: 11 }, { keeping: 'historical' });
    await send({ A: Number.NaN });
    expect(await open()).toEqual([]);
    await send({ A: 11 });
    expect(await open()).toHaveLength(1);
  });

  it('that was closed while its condition is true opens again only after that was false', async () => {
    await send({ A: 11 });
    const definition = await define('_A > 10');
    expect(await open()).toHaveLength(1);
    await close(definition);
    await send({ A: 12 });
    expect(await open()).toEqual([]);
    await portal.restart();
    await send({ A: 13 });
    expect(await open()).toEqual([]);
    await send({ A: 1 });
    await send({ A: 14 });
    expect(await open()).toHaveLength(1);
  });

  it('keeps counting as true within its deadband', async () => {
    await send({ A: 1 });
    await define('_A > 10', { deadband: 2, selfAck: 1 });
    for (const value of [11, 9, 10.5, 8.1, 11]) await send({ A: value });
    expect(await open()).toMatchObject([{ count: 1 }]);
    await send({ A: 7.9 });
    expect(await open()).toEqual([]);
    expect(await kinds()).toEqual(['raised', 'closed']);
  });

  it('escalates, and acknowledging keeps it from that', async () => {
    await send({ A: 11 });
    const definition = await define('_A > 10', { escalation: 60 });
    const other = await define('_A > 10', { escalation: 60, name: 'Seen' });
    const path = `/api/assets/${asset.assetId}/alarms/${other.alarmDefinitionId}/acknowledge`;
    expect((await (await portal.as('admin')).get(path)).status).toBe(200);
    clock.advance(61_000);
    const statusOf = async ({ alarmDefinitionId }: alarmDefinitions.AlarmDefinition) =>
      (await open()).find((alarm) => alarm.alarmDefinitionId === alarmDefinitionId)?.alarmStatus;
    await expect.poll(() => statusOf(definition)).toBe(3);
    expect(await statusOf(other)).toBe(2);
  });

  it('expires whatever its condition, and a shelved one comes back by itself', async () => {
    await send({ A: 11 });
    const definition = await define('_A > 10', { name: 'Shelved' });
    const until = new Date(clock.now() + 30_000).toISOString();
    const path = `/api/assets/${asset.assetId}/alarms/${definition.alarmDefinitionId}/shelve`;
    expect((await (await portal.as('admin')).put(path, { until, note: 'later' })).status).toBe(200);
    await define('_A > 10', { name: 'Expiring', expiration: 60 });
    expect(await open()).toHaveLength(2);
    clock.advance(61_000);
    await expect.poll(() => open()).toMatchObject([{ name: 'Shelved', shelved: null }]);
    expect(await kinds()).toEqual(expect.arrayContaining(['shelved', 'unshelved', 'expired']));
  });
});

describe('time', () => {
  it('alone raises what was held, or not heard of, for so long; in under two seconds of the portal', async () => {
    clock.stop();
    onTestFinished(() => clock.goOn());
    await send({ A: 11, B: 1 });
    await define('held(_A > 10, 1)', { name: 'Held' });
    await define('_A > 10', { name: 'Delayed', onDelay: 1 });
    await define('age(_B) > 1', { name: 'Silent', selfAck: 1 });
    expect(await open()).toEqual([]);
    clock.advance(1_999);
    const names = async () => (await open()).map(({ name }) => name).toSorted();
    await expect.poll(names).toEqual(['Delayed', 'Held', 'Silent']);
    await send({ B: 2 });
    expect(await names()).toEqual(['Delayed', 'Held']);
  });

  it('is looked back at over a restart', async () => {
    const nowMs = clock.now();
    for (const [ago, value] of [
      [50_000, 20],
      [20_000, 0],
    ] as const) {
      await send({ A: value }, { timeMs: nowMs - ago });
    }
    await define('avg(_A, 50) > 5', { name: 'Mean' });
    expect(await open()).toHaveLength(1);
    await portal.restart();
    expect(await open()).toMatchObject([{ count: 1, cause: expect.stringContaining('avg(_A, 50) = ') }]);
  });
});

describe('a stored condition that cannot be read', () => {
  it('is none, and logged once however many assets it is for; the other alarms go on (G7)', async () => {
    await send({ A: 1 });
    const { alarmDefinitionId } = await define('_A > 10', { name: 'Broken' });
    await define('_A > 10', { name: 'Whole' });
    const { db } = portal.context;
    await db
      .updateTable('alarm_definitions')
      .set({ flee: '{"expression": ' })
      .where('alarm_definition_id', '=', alarmDefinitionId)
      .execute();
    logged.length = 0;
    await portal.restart();
    for (const serialNumber of ['BROKEN-2', 'BROKEN-3']) {
      await portal.anAsset({ serialNumber, assetDefinitionId: asset.assetDefinitionId });
    }
    await send({ A: 11 });
    expect((await open()).map(({ name }) => name)).toEqual(['Whole']);
    const path = `/api/assetDefinitions/${asset.assetDefinitionId}/alarmdefinitions`;
    const list = (await (await portal.as('admin')).get<alarmDefinitions.AlarmDefinition[]>(path)).body;
    expect(list.find(({ name }) => name === 'Broken')?.alarmExpression).toEqual({ expression: '', variables: [] });
    const lines = logged.filter((line) => line.includes('an alarm cannot be evaluated'));
    expect(lines.map((line) => JSON.parse(line).name)).toEqual(portal.contexts.map(() => 'Broken'));
  });
});

describe('a data item that is taken out of the definition', () => {
  it('is watched as before for as long as the device sends it, over a restart too', async () => {
    const { assetDefinitionId } = asset;
    const admin = await portal.as('admin');
    const path = `/api/assetDefinitions/${assetDefinitionId}/dataitemdefinitions`;
    await send({ A: 1 });
    await admin.post(path, { label: 'A', unit: '' });
    await define('_A > 10', { name: 'Gone', selfAck: 1 });
    const kept = await admin.get<{ dataItemId: number; label: string }[]>(path);
    expect(kept.body.map(({ label }) => label)).toEqual(['A']);
    for (const { dataItemId } of kept.body) {
      await portal.context.dataItemService.remove(systemCaller, assetDefinitionId, dataItemId as DataItemId);
    }
    logged.length = 0;
    await send({ A: 11 });
    expect((await open()).map(({ name }) => name)).toEqual(['Gone']);
    await send({ A: 1 });
    await portal.restart();
    await send({ A: 12 });
    expect((await open()).map(({ name }) => name)).toEqual(['Gone']);
    expect(logged.filter((line) => line.includes('"Gone"'))).toEqual([]);
  });
});

describe('a restart', () => {
  it('neither loses an alarm nor raises it twice (R31)', async () => {
    await send({ A: 1, B: 1 });
    const before = await define('_A > 10', { name: 'Before' });
    await define('held(_A > 10, 1)', { name: 'Held' });
    await define('_B > 10', { name: 'Meanwhile', selfAck: 1 });
    await send({ A: 11 });
    await expect.poll(async () => (await open()).length).toBe(2);
    const open1 = await open();
    await portal.restart();
    expect(await open()).toEqual(open1);
    await send({ A: 12 });
    await portal.restart();
    expect((await open()).map(({ count }) => count)).toEqual([1, 1]);
    expect((await kinds()).filter((kind) => kind === 'raised')).toHaveLength(2);
    await close(before);
    await portal.restart();
    expect((await open()).map(({ name }) => name)).toEqual(['Held']);
  });
});

describe('browsers', () => {
  it('hear of each change of an alarm, once it is kept', async () => {
    await send({ A: 1 });
    const { alarmDefinitionId } = await define('_A > 10');
    const { login } = await portal.as('admin');
    const client = new LiveClient(portal.url);
    expect(await client.connect(login?.brokerToken)).toBe(0);
    const topic = `telltale/assets/${asset.assetId}/alarms`;
    await client.subscribe(topic);
    await send({ A: 11 });
    const raised = await client.message((message) => message.topic === topic);
    const body = alarms.liveAlarmSchema.parse(raised?.body);
    expect(body).toMatchObject({ assetId: asset.assetId, alarmDefinitionId, alarm: { count: 1, alarmStatus: 1 } });
    await (await portal.as('admin')).get(`/api/assets/${asset.assetId}/alarms/close`);
    const closed = await client.message(({ body: some }) => (some as alarms.LiveAlarm).alarm === null);
    expect(closed?.body).toEqual({ assetId: asset.assetId, alarmDefinitionId, alarm: null });
    client.close();
  });
});

describe('a backtest', () => {
  const test = async (username: string, body: object) =>
    (await portal.as(username)).post<{ intervals: { from: string; to: string }[]; count: number }>(
      '/api/ef/alarmdefinitions/backtest',
      body,
    );
  const base = Date.parse('2026-01-01T00:00:00Z');
  const at = (second: number) => new Date(base + second * 1_000).toISOString();

  it('tells when the condition would have been true, with delays, deadband and functions over time', async () => {
    for (const [second, value] of [
      [0, 1],
      [100, 11],
      [160, 9],
      [200, 1],
      [300, 12],
      [310, 1],
    ] as const) {
      await send({ A: value }, { timeMs: base + second * 1_000 });
    }
    const { assetId } = asset;
    const range = { assetId, from: at(0), to: at(400) };
    const run = async (more: object) => (await test('admin', { ...range, expression: '_A > 10', ...more })).body;
    expect(await run({})).toEqual({
      intervals: [
        { from: at(100), to: at(160) },
        { from: at(300), to: at(310) },
      ],
      count: 2,
      longestSeconds: 60,
      perHour: 18,
      chattering: 0,
      overrideMethod: 0,
    });
    expect((await run({ deadband: 2 })).intervals[0]).toEqual({ from: at(100), to: at(200) });
    expect((await run({ onDelay: 20 })).intervals).toEqual([{ from: at(120), to: at(160) }]);
    expect((await run({ offDelay: 20 })).intervals[0]).toEqual({ from: at(100), to: at(180) });
    expect((await run({ expression: 'held(_A > 10, 30)' })).intervals).toEqual([{ from: at(130), to: at(160) }]);
    expect((await run({ expression: 'avg(_A, 20) > 6' })).intervals).toMatchObject([
      { from: at(111) },
      { from: at(310) },
    ]);
    expect((await run({ expression: '_A > 0', to: at(50) })).intervals).toEqual([{ from: at(0), to: at(50) }]);
  });

  it('is for those who see the asset and its history, and refuses what is none', async () => {
    await send({ A: 1 });
    const body = { assetId: asset.assetId, expression: '_A > 1', from: at(0), to: at(10) };
    await portal.aUser({ username: 'without history', permissions: [38] });
    await portal.aUser({ username: 'without the asset', permissions: [34, 38] });
    expect((await test('without history', body)).status).toBe(403);
    expect((await test('without the asset', body)).status).toBe(404);
    for (const wrong of [
      { expression: '_A >' },
      { expression: ' ' },
      { from: at(10), to: at(0) },
      { from: '1900-01-01T00:00:00Z' },
      { expression: 'age(_A) > 1', from: '2025-01-01T00:00:00Z' },
      { onDelay: -1 },
    ]) {
      expect((await test('admin', { ...body, ...wrong })).status).toBe(400);
    }
  });
});
