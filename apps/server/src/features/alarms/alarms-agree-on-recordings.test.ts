import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { alarmDefinitions } from '@telltale/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { alarmChanges, backtestedChanges } from '#testing/alarm-changes.ts';
import { passSeconds } from '#testing/pass-seconds.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { TestClock } from '#testing/test-clock.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';

const data = findTestData();
if (!data) console.warn(`no recording is gone through: ${NO_TEST_DATA}`);
/** Rows of each recording, of some 1,100. */
const ROWS = Number(process.env.TELLTALE_TEST_RECORDED_ROWS ?? 200);
const RECORDINGS = ['skab/valve1/0.csv', 'skab/valve2/0.csv', 'skab/other/9.csv'];
const START_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;
/** An hour later everything is sent again; the seconds and the parts of windows fall where they fell. */
const AGAIN_MS = 3_600_000;

interface Row {
  timeMs: number;
  current: number;
  pressure: number;
}

/** Current and pressure of a pump, both of which change with every row. */
function readRows(file: string): Row[] {
  const [head = '', ...lines] = readFileSync(join(data ?? '', file), 'utf8')
    .trim()
    .split(/\r?\n/);
  const columns = head.split(';');
  const rows = lines.slice(0, ROWS).map((line) => {
    const cells = line.split(';');
    const cell = (name: string) => cells[columns.indexOf(name)] ?? '';
    const atMs = Date.parse(`${cell('datetime').replace(' ', 'T')}Z`);
    return { atMs, current: Number(cell('Current')), pressure: Number(cell('Pressure')) };
  });
  const firstMs = rows[0]?.atMs ?? 0;
  return rows.map(({ atMs, ...values }) => ({ timeMs: START_MS + MINUTE_MS + atMs - firstMs, ...values }));
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** How often both are beyond their means, looked at once a row and after each value of it. */
function countRaises(rows: readonly Row[], meanCurrent: number, meanPressure: number) {
  const count = { rows: 0, values: 0 };
  const was = { row: false, value: false };
  let [current, pressure] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const isBeyond = () => current > meanCurrent && pressure > meanPressure;
  const look = () => {
    if (isBeyond() && !was.value) count.values++;
    was.value = isBeyond();
  };
  for (const row of rows) {
    current = row.current;
    look();
    pressure = row.pressure;
    look();
    if (isBeyond() && !was.row) count.rows++;
    was.row = isBeyond();
  }
  return count;
}

describe.skipIf(data === undefined)('alarms over recordings', () => {
  let portal: Portal;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock();
    clock.stopAt(START_MS);
    portal = await startPortal({ clock, looksEachSecond: false });
  });
  afterAll(() => portal.close());

  it.each(RECORDINGS)('%s raises the same live, over a restart, by backtest and sent again', async (file) => {
    const rows = readRows(file);
    expect(rows.length).toBeGreaterThan(Math.min(ROWS, 1_000) - 1);
    const [meanCurrent, meanPressure] = [mean(rows.map((r) => r.current)), mean(rows.map((r) => r.pressure))];
    const conditions = [
      { expression: `_Current > ${meanCurrent} and _Pressure > ${meanPressure}` },
      { expression: `_Current + _Pressure > ${meanCurrent + meanPressure}` },
      { expression: `avg(_Current, 5) > ${meanCurrent} and _Pressure > ${meanPressure}`, onDelay: 2 },
      { expression: `count(_Current > ${meanCurrent}, 60) > 5 and _Pressure > ${meanPressure}` },
      { expression: `duration(_Current > ${meanCurrent}, 30) > 12` },
      { expression: `stddev(_Pressure, 30) > 0.25 or slope(_Current, 20) > 0.01` },
      { expression: `_Current > previous(_Current) and delta(_Pressure, 10) > 0` },
      { expression: `integral(_Current, 60) > ${60 * meanCurrent}`, onDelay: 1 },
      { expression: `held(max(_Current, 10) - min(_Current, 10) > 0.5, 4)` },
    ];
    clock.stopAt(START_MS);
    const asset = await portal.anAsset();
    const { assetId, assetDefinitionId } = asset;
    const again = await portal.anAsset({ assetDefinitionId });
    const quiet = { current: -1_000, pressure: -1_000 };
    const toMs = (rows.at(-1)?.timeMs ?? 0) + MINUTE_MS;
    const sent = [{ timeMs: START_MS, ...quiet }, ...rows, { timeMs: toMs, ...quiet }];
    const accept = async (to: typeof asset, timeMs: number, { current, pressure }: Omit<Row, 'timeMs'>) => {
      if (timeMs - clock.now() <= MINUTE_MS) await passSeconds(portal, timeMs);
      else clock.stopAt(timeMs);
      const values = Object.entries({ Current: current, Pressure: pressure });
      const points = values.map(([label, value]) => ({ label, timeMs, value, quality: 192 }));
      await portal.context.pipeline.accept(to, points);
    };
    await accept(asset, START_MS, quiet);
    const admin = await portal.as('admin');
    const body = conditions.map((condition, i) => ({
      assetDefinitionId,
      name: String(i),
      selfAck: 1,
      alarmExpression: { expression: condition.expression, variables: [] },
      onDelay: condition.onDelay ?? 0,
    }));
    const { body: alarms } = await admin.put<alarmDefinitions.AlarmDefinition[]>('/api/ef/alarmdefinitions', body);
    for (const [i, row] of sent.entries()) {
      await accept(asset, row.timeMs, row);
      if (i === Math.floor(sent.length / 2)) await portal.restart();
    }
    for (const row of sent) await accept(again, row.timeMs + AGAIN_MS, row);

    const raises: number[] = [];
    for (const [i, condition] of conditions.entries()) {
      const { alarmDefinitionId } = alarms[i] as alarmDefinitions.AlarmDefinition;
      const live = await alarmChanges(portal, assetId, alarmDefinitionId);
      const before = live.filter(({ active, timeMs }) => active || timeMs < toMs);
      const range = { assetId, fromMs: START_MS, toMs };
      expect(before, condition.expression).toEqual(await backtestedChanges(portal, range, condition));
      const replayed = await alarmChanges(portal, again.assetId, alarmDefinitionId);
      expect(replayed.map(({ active, timeMs }) => ({ active, timeMs: timeMs - AGAIN_MS }))).toEqual(live);
      raises.push(live.filter(({ active }) => active).length);
    }
    const counted = countRaises(rows, meanCurrent, meanPressure);
    expect(raises[0]).toBe(counted.rows);
    // Evaluated after each value of a message it would be raised at moments that never were.
    expect(counted.values).toBeGreaterThan(counted.rows);
  });
});
