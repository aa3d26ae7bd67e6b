import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import type { AssetId } from '@telltale/contract';
import { seriesKey } from '@telltale/historian';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importCommand } from '#cli/import/import-command.ts';
import type { ExportPlan } from '#table-files/export-plan.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { findTestData, NO_TEST_DATA } from '#testing/test-data.ts';
import { exportColumns } from './export-names.ts';
import { runExport } from './export-run.ts';

const SQLITE = '/usr/bin/sqlite3';

const data = findTestData();
if (!data) console.warn(`exports are not held against real files: ${NO_TEST_DATA}`);

/** Of each column: time in ms and value, in order of time. */
type Points = Map<string, [number, number | string][]>;

const FILES = [
  ['skab/valve1/0.csv', 'SKAB'],
  ['3w-wells/4/WELL-00001_20170316120203.csv', '3W'],
] as const;

describe.skipIf(!data).each(FILES)('an export of %s', (file, serialNumber) => {
  let portal: Portal;
  let stored: Points;
  let number = 0;
  let planOf: (type: ExportPlan['type'], isCompressed: boolean) => ExportPlan;

  beforeAll(async () => {
    portal = await startPortal();
    const input = { files: [join(data ?? '', file)], serialNumber, create: true, definitionName: 'Recorded' };
    const { signal } = new AbortController();
    const never = { report: () => undefined, signal };
    await importCommand.run(portal.context, importCommand.input.parse(input), never);
    const admin = await portal.as('admin');
    const [asset] = (await admin.get<{ assetId: AssetId }[]>('/api/ef/assets')).body;
    const assetId = asset?.assetId as AssetId;
    const items = (
      await admin.get<{ dataItemId: never; label: string; isString: boolean }[]>(`/api/ef/assets/${assetId}/dataitems`)
    ).body;
    const named = items.map(({ dataItemId, label, isString }) => {
      return { assetId, asset: serialNumber, dataItemId, item: label, unit: '', isText: isString };
    });
    planOf = (type, isCompressed) => ({
      type,
      layout: 'wide',
      isCompressed,
      zone: 'UTC',
      fromMs: 0,
      toMs: 4e12,
      bucketMs: null,
      functions: [],
      columns: exportColumns(named, [], type === 'sqlite'),
    });
    stored = new Map();
    for (const { item, dataItemId } of named) {
      const { timesMs, values } = await portal.context.historian.readSeries(seriesKey(assetId, dataItemId), 0, 4e12);
      if (timesMs.length > 0)
        stored.set(
          item,
          [...timesMs].map((timeMs, i) => [timeMs, values[i] ?? '']),
        );
    }
  }, 60_000);
  afterAll(() => portal.close());

  async function exported(type: ExportPlan['type'], isCompressed = false): Promise<string> {
    const path = join(portal.folder, `export-${number++}.${type}`);
    const { signal } = new AbortController();
    const plan = planOf(type, isCompressed);
    const { leftOut } = await runExport({
      historian: portal.context.historian,
      plan,
      path,
      scratchPath: `${path}.part`,
      signal,
    });
    expect(leftOut).toBe(0);
    return path;
  }

  /** Rows side by side as points of each column. */
  function pointsOf(rows: Iterable<Record<string, unknown>>, timeOf: (row: Record<string, unknown>) => number): Points {
    const points: Points = new Map();
    for (const row of rows) {
      for (const [name, value] of Object.entries(row)) {
        if (name === 'Time' || value === null || value === '') continue;
        const list = points.get(name) ?? [];
        points.set(name, list);
        list.push([timeOf(row), value as number | string]);
      }
    }
    return points;
  }

  it('as CSV is what was stored', async () => {
    const text = gunzipSync(await readFile(await exported('csv', true))).toString();
    const { data: rows, errors } = Papa.parse<Record<string, unknown>>(text, {
      header: true,
      skipEmptyLines: true,
      dynamicTyping: (name) => name !== 'Time' && typeof stored.get(String(name))?.[0]?.[1] === 'number',
    });
    expect(errors).toEqual([]);
    expect(pointsOf(rows, ({ Time }) => Date.parse(String(Time)))).toEqual(stored);
  });

  it('as SQLite is what was stored', async () => {
    const db = new DatabaseSync(await exported('sqlite'), { readOnly: true });
    const rows = db
      .prepare('select label, time, value from history join data_items using (id) order by id, time')
      .all();
    db.close();
    const points: Points = new Map();
    for (const { label, time, value } of rows) {
      const list = points.get(String(label)) ?? [];
      points.set(String(label), list);
      list.push([Number(time), value as number]);
    }
    expect(points).toEqual(stored);
  });

  it.skipIf(!existsSync(SQLITE))(`as SQLite is what ${SQLITE} reads`, async () => {
    const value = `case typeof(value) when 'text' then value else printf('%!.17g', value) end as value`;
    const query = `select label, time, ${value} from history join data_items using (id) order by id, time`;
    const told = execFileSync(SQLITE, ['-json', await exported('sqlite'), query], { maxBuffer: 2 ** 30 }).toString();
    const points: Points = new Map();
    for (const { label, time, value } of JSON.parse(told) as { label: string; time: number; value: string }[]) {
      const list = points.get(label) ?? [];
      points.set(label, list);
      list.push([time, typeof stored.get(label)?.[0]?.[1] === 'number' ? Number(value) : value]);
    }
    expect(points).toEqual(stored);
  });

  it('as Parquet is what was stored', async () => {
    const duck = await (await DuckDBInstance.create(':memory:')).connect();
    const path = await exported('parquet', true);
    const columns = 'select epoch_ms("Time")::double as "Time", * exclude ("Time")';
    const reply = await duck.runAndReadAll(`${columns} from read_parquet('${path}') order by 1`);
    duck.closeSync();
    expect(pointsOf(reply.getRowObjectsJS(), ({ Time }) => Number(Time))).toEqual(stored);
  });

  it('as Arrow is what was stored', async () => {
    const table = tableFromIPC(await readFile(await exported('arrow')));
    const rows = table.toArray().map((row) => row.toJSON() as Record<string, unknown>);
    expect(pointsOf(rows, ({ Time }) => Number(Time))).toEqual(stored);
  });
});
