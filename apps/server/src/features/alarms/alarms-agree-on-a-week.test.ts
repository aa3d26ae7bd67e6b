import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AlarmDefinitionId, AssetId, alarmDefinitions } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IncomingPoint } from '#ingest/incoming.ts';
import { alarmChanges, backtestedChanges } from '#testing/alarm-changes.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';
import type { WatchedAsset } from './watched-asset.ts';

const data = findTestData();
if (!data) console.warn(`no week is gone through: ${NO_TEST_DATA}`);
/** One for each day, the last two again. */
const RECORDINGS = ['valve1/0', 'valve1/1', 'valve2/0', 'other/1', 'other/9', 'valve2/0', 'other/1'];
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A Monday; on the Sunday of this week clocks in Berlin are put forward. */
const START_MS = Date.UTC(2026, 2, 23);
const END_MS = START_MS + 7 * DAY_MS;
/** How often the portal looks what time alone has done, where nothing comes: it is allowed five minutes. */
const LOOK_MS = 5 * MINUTE_MS;
/** Hours of the week in which the device is not to be heard. */
const OFFLINE: readonly (readonly [number, number])[] = [
  [9, 10.5],
  [40, 47],
  [100, 100.4],
  [166, 167.6],
];
/** Hours of the week in which the portal is started anew; one of them while the device is offline. */
const RESTARTS = [13.37, 44, 98.02, 144.5];

interface Row {
  timeMs: number;
  current: number;
  pressure: number;
  flow: number;
  isAnomalous: boolean;
}

/** A week of a pump: each day every other row of a recording, three minutes apart but for some seconds. */
function readWeek(): Row[] {
  const rows = RECORDINGS.flatMap((name, day) => {
    const [head = '', ...lines] = readFileSync(join(data ?? '', 'skab', `${name}.csv`), 'utf8')
      .trim()
      .split(/\r?\n/);
    const columns = head.split(';');
    const halved = lines.filter((_, i) => i % 2 === 0);
    return halved.slice(0, DAY_MS / (3 * MINUTE_MS)).map((line, i) => {
      const cells = line.split(';');
      const cell = (column: string) => Number(cells[columns.indexOf(column)]);
      const timeMs = START_MS + MINUTE_MS + day * DAY_MS + i * 3 * MINUTE_MS + ((i * 7_919) % 41_000);
      const [current, pressure, flow] = [cell('Current'), cell('Pressure'), cell('Volume Flow RateRMS')];
      return { timeMs, current, pressure, flow, isAnomalous: cell('anomaly') > 0 };
    });
  });
  const isOffline = (timeMs: number) =>
    OFFLINE.some(([from, to]) => timeMs >= START_MS + from * HOUR_MS && timeMs < START_MS + to * HOUR_MS);
  return rows.filter(({ timeMs }) => !isOffline(timeMs) && timeMs < END_MS);
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Condition {
  expression: string;
  onDelay?: number;
  offDelay?: number;
  deadband?: number;
}

function conditionsFor(rows: readonly Row[]): Condition[] {
  const [c, p, f] = [
    mean(rows.map((r) => r.current)),
    mean(rows.map((r) => r.pressure)),
    mean(rows.map((r) => r.flow)),
  ];
  return [
    { expression: `_Current > ${c} and _Pressure > ${p}` },
    { expression: `_Flow < ${f}`, deadband: 1 },
    { expression: `_Current > ${c} or _State = "on"`, onDelay: 200, offDelay: 400 },
    { expression: `_Current > previous(_Current) and previous(_State) = "on"` },
    { expression: `_Flow > attribute("limit")`, deadband: 2 },
    { expression: `alarm("4") and not alarm("0") or alarm("3")` },
    { expression: `avg(_Flow, 1800) < ${f} and delta(_Flow, 900) > -1`, deadband: 0.5, offDelay: 120 },
    { expression: `count(_Current > ${c}, 3600) >= 4 or rate(_Pressure, 600) > 0.002` },
    { expression: `duration(_State = "on" or _Pressure > ${p}, 7200) > 3000`, onDelay: 60 },
    { expression: `stddev(_Pressure, 1800) > 0.25 or slope(_Flow, 3600) > 0.002` },
    { expression: `integral(_Current, 3600) > ${3_600 * c} and held(max(_Current, 600) > min(_Current, 600), 300)` },
    { expression: `duration(daytime("01:30", "03:30") and _Current > 0, 14400) > 3600 or age(_Flow) > 1200` },
    {
      expression: 'daytime("22:00", "06:00") and count(alarm("0"), 1800) > 1 and (alarm("7") or not alarm("2"))',
      onDelay: 30,
    },
  ];
}

describe.skipIf(data === undefined)('alarms over a week', () => {
  let portal: Portal;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock();
    clock.stopAt(START_MS);
    portal = await startPortal({ clock, config: { sessionIdleMs: 8 * DAY_MS } });
  });
  afterAll(() => portal.close());

  type Asset = Awaited<ReturnType<Portal['anAsset']>>;

  async function anAsset(more: Parameters<Portal['anAsset']>[0] = {}): Promise<Asset> {
    const asset = await portal.anAsset(more);
    const admin = await portal.as('admin');
    for (const [attributeName, attributeValue] of [
      ['limit', '75'],
      ['timeZone', 'Europe/Berlin'],
    ]) {
      const reply = await admin.post(`/api/assets/${asset.assetId}/attributes`, { attributeName, attributeValue });
      expect(reply.status).toBe(200);
    }
    await accept(asset, pointsOf({ timeMs: START_MS, current: -9, pressure: -9, flow: 999, isAnomalous: false }));
    return asset;
  }

  const accept = (asset: Asset, points: readonly IncomingPoint[]) => portal.context.pipeline.accept(asset, points);

  /** What a row is sent as: now and then without a time, as several moments, with a bad value, or without one of them. */
  function pointsOf(row: Row, i = 0): IncomingPoint[] {
    const timeMs = i % 9 === 4 ? undefined : row.timeMs;
    const values = {
      Current: row.current,
      Pressure: row.pressure,
      Flow: row.flow,
      State: row.isAnomalous ? 'on' : 'off',
    };
    const points = Object.entries(values).map(([label, value]) => ({ label, value, timeMs, quality: 192 }));
    if (i % 13 === 6) points.splice(1, 1);
    if (i % 17 === 8) for (const point of points.slice(0, 1)) point.quality = 0;
    if (i % 11 !== 7 || row.timeMs % 1_000 < 10) return points;
    // A burst within the second, the newest first.
    const secondMs = row.timeMs % 1_000;
    const burst = [2, 1].map((third) => ({
      ...{ label: 'Current', timeMs: row.timeMs - secondMs + Math.ceil((third * secondMs) / 3), quality: 192 },
      value: row.current + (third === 2 ? 1 : -1),
    }));
    return [...points, ...burst];
  }

  /** Time goes on as it does for a portal that looks each second. */
  function passTo(timeMs: number, asset: Asset): void {
    for (let atMs = clock.now(); atMs < timeMs; ) {
      atMs = Math.min(timeMs, atMs + LOOK_MS);
      clock.stopAt(atMs);
      // Of two nodes one has it.
      for (const { alarmEngine } of portal.contexts) {
        const watched = alarmEngine.sinkFor(asset.assetId) as WatchedAsset | undefined;
        for (const run of watched?.runs ?? []) alarmEngine.pass(run, atMs);
      }
    }
  }

  async function raisesOf(assetId: AssetId, id: AlarmDefinitionId) {
    return (await alarmChanges(portal, assetId, id)).filter(({ timeMs }) => timeMs < END_MS);
  }

  const backtested = async (assetId: AssetId, condition: Condition) =>
    (await backtestedChanges(portal, { assetId, fromMs: START_MS, toMs: END_MS }, condition)).filter(
      ({ timeMs }) => timeMs < END_MS,
    );

  it('are raised and closed at the same times live, over restarts and by backtest', async () => {
    const rows = readWeek();
    expect(rows.length).toBeGreaterThan(2_500);
    const conditions = conditionsFor(rows);
    const asset = await anAsset();
    const { assetId, assetDefinitionId } = asset;
    // It sends what it has gathered, ten rows at a time.
    const gateway = await anAsset({ assetDefinitionId });
    const body = conditions.map(({ expression, ...more }, i) => ({
      ...{ assetDefinitionId, name: String(i), selfAck: 1, alarmExpression: { expression, variables: [] } },
      ...more,
    }));
    const admin = await portal.as('admin');
    const made = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
    expect([made.status, made.text]).toMatchObject([200, expect.anything()]);

    const restarts = RESTARTS.map((hour) => START_MS + hour * HOUR_MS);
    const gathered: IncomingPoint[] = [];
    for (const [i, row] of rows.entries()) {
      while ((restarts[0] ?? END_MS) < row.timeMs) {
        passTo(restarts.shift() as number, asset);
        await portal.restart();
      }
      passTo(row.timeMs, asset);
      await accept(asset, pointsOf(row, i));
      gathered.push(...pointsOf(row).filter(({ quality }) => quality === 192));
      if (i % 10 === 9) await accept(gateway, gathered.splice(0));
    }
    passTo(END_MS, asset);
    const last = { timeMs: END_MS, current: -9, pressure: -9, flow: 999, isAnomalous: false };
    await accept(asset, pointsOf(last));
    await accept(gateway, [...gathered, ...pointsOf(last)]);

    for (const [i, condition] of conditions.entries()) {
      const { alarmDefinitionId } = made.body[i] as alarmDefinitions.AlarmDefinition;
      const live = await raisesOf(assetId, alarmDefinitionId);
      expect(live, condition.expression).toEqual(await backtested(assetId, condition));
      // A rule that never speaks would agree with anything.
      expect([condition.expression, live.length > 3]).toEqual([condition.expression, true]);
      if (/avg|count|duration|stddev|integral/.test(condition.expression)) continue;
      if (condition.onDelay) continue;
      const together = await raisesOf(gateway.assetId, alarmDefinitionId);
      expect(together, condition.expression).toEqual(await backtested(gateway.assetId, condition));
      expect([condition.expression, together.length > 3]).toEqual([condition.expression, true]);
    }
  }, 600_000);
});
