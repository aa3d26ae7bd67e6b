import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AssetId, DataItemId } from '@telltale/contract';
import { type Historian, openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ExportPlan } from '#table-files/export-plan.ts';
import { exportColumns } from './export-names.ts';
import { runExport } from './export-run.ts';

const T0 = Date.parse('2026-03-29T00:30:00Z');
const MINUTE = 60_000;

/** Three series: two on one axis with holes, one of text. */
describe('an export, read by other programs', () => {
  let folder: string;
  let historian: Historian;
  let number = 0;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'telltale-export-'));
    historian = await openEmbeddedHistorian({ folder: join(folder, 'history') });
    const batch = new PointBatch();
    for (let i = 0; i < 120; i++) {
      batch.add(seriesKey(1, 5), T0 + i * MINUTE, i / 8, 192);
      if (i % 2 === 0) batch.add(seriesKey(1, 6), T0 + i * MINUTE, 10 - i, i === 4 ? 0 : 192);
    }
    batch.add(seriesKey(2, 7), T0, '=cmd|x', 192);
    batch.add(seriesKey(2, 7), T0 + MINUTE, 'say "hi"\nand go', 64);
    await historian.append(batch);
  });
  afterAll(async () => {
    await historian.close();
    await rm(folder, { recursive: true, force: true });
  });

  function aPlan(changed: Partial<ExportPlan> & Pick<ExportPlan, 'type'>): ExportPlan {
    const functions = changed.functions ?? [];
    const items = [
      { assetId: 1, asset: 'Pump "7"', dataItemId: 5, item: 'Pressure', unit: 'psi', isText: false },
      { assetId: 1, asset: 'Pump "7"', dataItemId: 6, item: 'x"; DROP TABLE history; --', unit: '', isText: false },
      { assetId: 2, asset: 'history', dataItemId: 7, item: 'State', unit: '', isText: true },
    ].map((item) => ({ ...item, assetId: item.assetId as AssetId, dataItemId: item.dataItemId as DataItemId }));
    return {
      layout: 'wide',
      isCompressed: false,
      zone: 'UTC',
      fromMs: 0,
      toMs: 1e13,
      bucketMs: null,
      functions,
      columns: exportColumns(items, functions, changed.type === 'sqlite'),
      ...changed,
    };
  }

  async function exported(plan: ExportPlan): Promise<string> {
    const path = join(folder, `export-${++number}`);
    const { signal } = new AbortController();
    await runExport({ historian, plan, path, scratchPath: `${path}.part`, signal });
    return path;
  }

  const parsed = (text: string) =>
    Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

  it('as wide CSV has a row per time and a column per data item', async () => {
    const rows = parsed(await readFile(await exported(aPlan({ type: 'csv' })), 'utf8'));
    expect(rows).toHaveLength(120);
    expect(rows[0]).toEqual({
      Time: '2026-03-29T00:30:00.000Z',
      'Pump "7": Pressure (psi)': '0',
      'Pump "7": x"; DROP TABLE history; --': '10',
      'history: State': "'=cmd|x",
    });
    expect(Object.values(rows[1] ?? {})).toEqual(['2026-03-29T00:31:00.000Z', '0.125', '', 'say "hi"\nand go']);
  });

  it('as long CSV has a row per point, with its quality, in the zone asked for and compressed', async () => {
    const plan = aPlan({ type: 'csv', layout: 'long', zone: 'Europe/Oslo', isCompressed: true });
    const rows = parsed(gunzipSync(await readFile(await exported(plan))).toString());
    expect(rows).toHaveLength(182);
    expect(rows[122]).toEqual({
      // Summer time has begun half an hour before.
      Time: '2026-03-29T01:34:00.000+01:00',
      Asset: 'Pump "7"',
      'Data item': 'x"; DROP TABLE history; --',
      Unit: '',
      Value: '6',
      Quality: '0',
    });
    expect(rows.at(60)?.Time).toBe('2026-03-29T03:30:00.000+02:00');
    expect(rows.at(-1)?.Value).toBe('say "hi"\nand go');
  });

  it('as SQLite holds items, history and a view per asset, whatever they are called (F13)', async () => {
    const db = new DatabaseSync(await exported(aPlan({ type: 'sqlite' })), { readOnly: true });
    try {
      expect(db.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
      expect(db.prepare('select id, asset, label, unit from data_items').all()).toEqual([
        { id: 1, asset: 'Pump "7"', label: 'Pressure', unit: 'psi' },
        { id: 2, asset: 'Pump "7"', label: 'x"; DROP TABLE history; --', unit: '' },
        { id: 3, asset: 'history', label: 'State', unit: '' },
      ]);
      expect(db.prepare('select count(*) as n, typeof(time) as t from history').get()).toEqual({
        n: 182,
        t: 'integer',
      });
      expect(db.prepare('select * from [Pump "7"] limit 2').all()).toEqual([
        { Time: '2026-03-29T00:30:00.000Z', 'Pressure (psi)': 0, 'x"; DROP TABLE history; --': 10 },
        { Time: '2026-03-29T00:31:00.000Z', 'Pressure (psi)': 0.125, 'x"; DROP TABLE history; --': null },
      ]);
      expect(db.prepare('select State from [history (2)]').all()).toEqual([
        { State: '=cmd|x' },
        { State: 'say "hi"\nand go' },
      ]);
    } finally {
      db.close();
    }
  });

  it.each(['wide', 'long'] as const)('as %s Parquet is what DuckDB reads', async (layout) => {
    const path = await exported(aPlan({ type: 'parquet', layout, isCompressed: layout === 'wide' }));
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    const reply = await duck.runAndReadAll(`select * from read_parquet('${path}') order by all limit 3`);
    const counted = await duck.runAndReadAll(
      `select count(*)::int as n, max("Time")::text as t from read_parquet('${path}')`,
    );
    duck.closeSync();
    const rows = reply.getRowObjectsJson();
    if (layout === 'wide') {
      expect(rows[1]).toEqual({
        Time: '2026-03-29 00:31:00+00',
        'Pump "7": Pressure (psi)': 0.125,
        'Pump "7": x"; DROP TABLE history; --': null,
        'history: State': 'say "hi"\nand go',
      });
      expect(counted.getRowObjectsJson()[0]?.n).toBe(120);
    } else {
      expect(rows[0]).toEqual({
        Time: '2026-03-29 00:30:00+00',
        Asset: 'Pump "7"',
        'Data item': 'Pressure',
        Unit: 'psi',
        Value: 0,
        Text: null,
        Quality: 192,
      });
      expect(counted.getRowObjectsJson()[0]?.n).toBe(182);
    }
  });

  it.each(['parquet', 'arrow'] as const)('as %s has one group for intervals that are days apart', async (type) => {
    const days = 40;
    const batch = new PointBatch();
    for (let day = 0; day < days; day++) batch.add(seriesKey(3, 5), T0 + day * 1440 * MINUTE, day, 192);
    await historian.append(batch);
    const items = [{ assetId: 3, asset: 'Tank', dataItemId: 5, item: 'Level', unit: '', isText: false }].map(
      (item) => ({ ...item, assetId: item.assetId as AssetId, dataItemId: item.dataItemId as DataItemId }),
    );
    const columns = exportColumns(items, ['mean'], false);
    const path = await exported({ ...aPlan({ type, bucketMs: 1_000, functions: ['mean'] }), columns });
    if (type === 'arrow') {
      const table = tableFromIPC(await readFile(path));
      expect([table.batches.length, table.numRows]).toEqual([1, days]);
      return;
    }
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    const reply = await duck.runAndReadAll(
      `select num_rows::int as n, num_row_groups::int as groups from parquet_file_metadata('${path}')`,
    );
    duck.closeSync();
    expect(reply.getRowObjectsJson()).toEqual([{ n: days, groups: 1 }]);
  });

  it('as Arrow is a stream of typed columns', async () => {
    const table = tableFromIPC(await readFile(await exported(aPlan({ type: 'arrow' }))));
    expect(table.numRows).toBe(120);
    expect(table.schema.fields.map(({ type }) => String(type))).toEqual([
      'Timestamp<MILLISECOND, UTC>',
      'Float64',
      'Float64',
      'Utf8',
    ]);
    expect(table.get(1)?.toArray()).toEqual([T0 + MINUTE, 0.125, null, 'say "hi"\nand go']);
  });

  it('says which of its values the portal has scaled, and how', async () => {
    const scaling = { unscaledMin: 4, unscaledMax: 20, scaledMin: 0, scaledMax: 100, offset: -1, samples: 5 };
    const scaled = (type: ExportPlan['type']) => {
      const plan = aPlan({ type });
      return exported({
        ...plan,
        columns: plan.columns.map((column) => (column.dataItemId === 5 ? { ...column, scaling } : column)),
      });
    };
    const words = '4–20 → 0–100 - 1, mean of 5 readings';
    const note = `Pump "7": Pressure is scaled by the portal, ${words}.`;
    const db = new DatabaseSync(await scaled('sqlite'), { readOnly: true });
    const told = db.prepare('select scaling from data_items order by id').all();
    db.close();
    expect(told).toEqual([{ scaling: words }, { scaling: null }, { scaling: null }]);
    expect(tableFromIPC(await readFile(await scaled('arrow'))).schema.metadata.get('scaling')).toBe(note);
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    const parquet = await scaled('parquet');
    const reply = await duck.runAndReadAll(`select decode(value) as value from parquet_kv_metadata('${parquet}')`);
    duck.closeSync();
    expect(reply.getRowObjectsJson()).toEqual([{ value: note }]);
  });

  it('of intervals has one row for each that holds something, cut at midnight of the zone', async () => {
    const plan = aPlan({
      type: 'csv',
      zone: 'Europe/Oslo',
      bucketMs: 3_600_000,
      functions: ['mean', 'min', 'max', 'count'],
    });
    const rows = parsed(await readFile(await exported(plan), 'utf8'));
    expect(rows.map(({ Time }) => Time)).toEqual([
      '2026-03-29T01:00:00.000+01:00',
      '2026-03-29T03:00:00.000+02:00',
      '2026-03-29T04:00:00.000+02:00',
    ]);
    const name = 'Pump "7": Pressure (psi)';
    expect(rows.map((row) => [row[`${name} min`], row[`${name} max`], row[`${name} count`]])).toEqual([
      ['0', '3.625', '30'],
      ['3.75', '11.125', '60'],
      ['11.25', '14.875', '30'],
    ]);
    // A bad value does not count.
    expect(rows[0]?.['Pump "7": x"; DROP TABLE history; -- count']).toBe('14');
  });

  it('that is given up leaves its thread at once', async () => {
    const controller = new AbortController();
    const path = join(folder, 'cancelled');
    const onPoints = () => controller.abort(new Error('enough'));
    const plan = aPlan({ type: 'csv', layout: 'long' });
    const run = runExport({ historian, plan, path, scratchPath: `${path}.part`, signal: controller.signal, onPoints });
    await expect(run).rejects.toThrow('enough');
  });
});
