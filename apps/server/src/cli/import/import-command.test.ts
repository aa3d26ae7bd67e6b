import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { assets, definitions } from '@telltale/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '#control/control-command.ts';
import { type Portal, startPortal } from '#testing/portal.ts';
import { findTestData, NO_TEST_DATA, readFacts } from '#testing/test-data.ts';
import { type ImportProgress, type ImportResult, importCommand } from './import-command.ts';
import { describeReport } from './import-report.ts';

let portal: Portal;
let folder: string;
beforeEach(async () => {
  portal = await startPortal();
  folder = await mkdtemp(join(tmpdir(), 'telltale-import-'));
});
afterEach(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const never = new AbortController().signal;

async function importFiles(
  files: readonly string[],
  input: Record<string, unknown> = {},
  progress: { report?: (value: unknown) => void; signal?: AbortSignal } = {},
): Promise<ImportResult> {
  const whole = { files, serialNumber: 'PUMP-1', create: true, definitionName: 'Test bed', ...input };
  const { report = () => undefined, signal = never } = progress;
  return importCommand.run(portal.context, importCommand.input.parse(whole), { report, signal });
}

async function aFile(content: string, name = 'a.csv'): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

/** What the portal answers for one label, from beginning to end, over HTTP. */
async function seriesOf(label: string, serialNumber = 'PUMP-1'): Promise<{ times: number[]; values: number[] }> {
  const admin = await portal.as('admin');
  const list = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
  const assetId = list.find((asset) => asset.serialNumber === serialNumber)?.assetId;
  const items = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body;
  const id = items.find((item) => item.label === label)?.dataItemId;
  if (id === undefined) throw new Error(`There is no series ${label}.`);
  const range = 'startTime=1970-01-01T00:00:00Z&endTime=2100-01-01T00:00:00Z&threshold=-1';
  const path = `/api/historicaldata?columnar=true&dataItems=${assetId}-${id}&${range}`;
  const [times = [], values = []] = (await admin.get<number[][]>(path)).body;
  return { times, values };
}

async function labelsOf(serialNumber = 'PUMP-1'): Promise<string[]> {
  const admin = await portal.as('admin');
  const list = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
  const assetId = list.find((asset) => asset.serialNumber === serialNumber)?.assetId;
  const items = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${assetId}/dataitems`)).body;
  return items.map((item) => item.label);
}

const T = (second: number) => `2020-01-01 00:00:${String(second).padStart(2, '0')}`;
const START_S = Date.UTC(2020, 0, 1) / 1000;

describe('an import', () => {
  it('is refused before anything is stored or created', async () => {
    const good = await aFile(`time,a\n${T(0)},1\n`);
    const bad = await aFile('x,y\n1,2\n', 'bad.csv');
    await expect(importFiles([good], { create: false })).rejects.toThrow(
      'There is no asset with the serial number PUMP-1. Create it with --create --definition Test bed.',
    );
    await expect(importFiles([good, bad])).rejects.toThrow(`${bad}: no column holds times; the file has: x, y.`);
    await expect(importFiles([good], { columns: ['z'] })).rejects.toThrow(
      `${good}: there is no column 'z'; the file has: a`,
    );
    await expect(importFiles([good], { units: { z: 'bar' } })).rejects.toThrow(
      "There is no column 'z' to give a unit to.",
    );
    await expect(importFiles([good], { zone: 'Mars' })).rejects.toThrow("there is no time zone 'Mars'");
    await expect(importFiles([join(folder, 'none.csv')])).rejects.toThrow('none.csv: there is no such file');
    const wide = await aFile(`time,${Array.from({ length: 1_001 }, (_, n) => `c${n}`).join()}\n`, 'wide.csv');
    await expect(importFiles([wide])).rejects.toThrow('an asset has at most 1000');
    expect((await (await portal.as('admin')).get('/api/ef/assets')).body).toEqual([]);
    await importFiles([good]);
    await expect(importFiles([good], { definitionName: 'Tank' })).rejects.toThrow(
      new CommandError('The asset PUMP-1 is of the definition Test bed, not Tank.'),
    );
  });

  it('stores numbers and texts, and is harmless when done twice', async () => {
    const file = await aFile(`time,a,mode\n${T(0)},1.5,idle\n${T(1)},,run\n${T(2)},-2,\n`);
    for (const _time of [1, 2]) {
      const { reports } = await importFiles([file]);
      expect(reports[0]).toMatchObject({ rows: 3, points: 4, skippedRows: 0, isComplete: true, resumedAtLine: null });
    }
    expect(await seriesOf('a')).toEqual({ times: [START_S, START_S + 2], values: [1.5, -2] });
    expect(await seriesOf('mode')).toEqual({ times: [START_S, START_S + 1], values: ['idle', 'run'] });
    expect(await readdir(join(portal.config.dataFolder, 'imports')).catch(() => [])).toEqual([]);
  });

  it('makes the newest row current, and does not take it for a sign of life', async () => {
    await importFiles([await aFile(`time,a\n${T(2)},3\n${T(1)},2\n`)]);
    const admin = await portal.as('admin');
    const [asset] = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    expect(asset?.connection).toMatchObject({ connected: false, lastcontact: null });
    const items = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${asset?.assetId}/dataitems`)).body;
    expect(items).toMatchObject([{ label: 'a', value: 3, timestamp: (START_S + 2) * 1000 }]);
  });

  it('knows the columns of an export by what the asset calls its data items, and no two of one', async () => {
    await importFiles([await aFile(`time,PT-101\n${T(0)},1\n`)]);
    const admin = await portal.as('admin');
    const [asset] = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    const [item] = (await admin.get<assets.CurrentValue[]>(`/api/ef/assets/${asset?.assetId}/dataitems`)).body;
    await admin.put(`/api/assets/${asset?.assetId}/attributes`, {
      attributeName: 'aliasMap',
      attributeValue: JSON.stringify({ [`${item?.dataItemId}`]: 'Wellhead' }),
    });
    await importFiles([await aFile(`Time,wellhead (bar)\n${T(1)},2\n`, 'export.csv')]);
    expect((await seriesOf('PT-101')).values).toEqual([1, 2]);
    expect(await labelsOf()).toEqual(['PT-101']);
    const both = await aFile(`Time,PT-101,Wellhead\n${T(2)},3,4\n`, 'both.csv');
    await expect(importFiles([both])).rejects.toThrow("The columns 'PT-101' and 'Wellhead' are both PT-101.");
    expect((await seriesOf('PT-101')).values).toEqual([1, 2]);
  });

  it('sets units, and knows the columns of an export again', async () => {
    const { isNewAsset } = await importFiles([await aFile(`time,Pressure\n${T(0)},1\n`)], {
      units: { pressure: 'bar' },
    });
    expect(isNewAsset).toBe(true);
    await importFiles([await aFile(`Time,Pressure (bar),Depth (ft)\n${T(1)},2,3\n`, 'export.csv')]);
    expect((await seriesOf('Pressure')).values).toEqual([1, 2]);
    expect(await labelsOf()).toEqual(['Depth (ft)', 'Pressure']);
    const admin = await portal.as('admin');
    const [asset] = (await admin.get<assets.Asset[]>('/api/ef/assets')).body;
    const path = `/api/assetDefinitions/${asset?.assetDefinitionId}/dataitemdefinitions`;
    const defined = (await admin.get<definitions.DataItemDefinition[]>(path)).body;
    expect(defined.map(({ label, unit }) => [label, unit])).toEqual([['Pressure', 'bar']]);
  });

  it('tells what it skipped, the first twenty with line and reason', async () => {
    const future = new Date(Date.now() + 3_600_000).toISOString();
    const broken = Array.from({ length: 30 }, () => 'noon,1');
    const rows = [
      `${T(0)},1`,
      '1969-01-01 00:00:00,1',
      `${future},1`,
      `${T(1)},n.a.,x`,
      `${T(2)},x`,
      ...broken,
      `${T(3)},4`,
    ];
    const { reports } = await importFiles([await aFile(`time,a\n${rows.join('\n')}\n`)]);
    const [report] = reports;
    expect(report).toMatchObject({ rows: 3, points: 2, skippedRows: 33, skippedCells: 1 });
    expect(report?.flaws).toHaveLength(20);
    const text = describeReport(report!, false);
    expect(text.slice(2, 6)).toEqual([
      '  skipped 33 rows and 1 cell:',
      '    line 5: 3 fields instead of 2',
      "    line 6: 'x' in column 'a' is no number",
      "    line 7: 'noon' is no time",
    ]);
    expect(text.at(-1)).toBe('    and 14 more');
    expect((await seriesOf('a')).values).toEqual([1, 4]);
  });

  it('stores nothing and creates nothing in a dry run', async () => {
    const { reports } = await importFiles([await aFile(`time,a\n${T(0)},1\n`)], { dryRun: true });
    expect(describeReport(reports[0]!, true)[0]).toMatch(/would store 1 point of 1 data item from 1 row$/);
    expect((await (await portal.as('admin')).get('/api/ef/assets')).body).toEqual([]);
  });

  it('that was interrupted goes on where it stopped', async () => {
    const rows = Array.from({ length: 150_000 }, (_, index) => `${(START_S + index) * 1000},${index},${index / 8}`);
    const file = await aFile(`time,n,eighth\n${rows.join('\n')}\n`);
    const stop = new AbortController();
    const report = (value: unknown) => {
      if ((value as ImportProgress).done > 0.3) stop.abort();
    };
    const first = await importFiles([file], {}, { report, signal: stop.signal });
    expect(first.reports[0]?.isComplete).toBe(false);
    const stored = (await seriesOf('n')).times.length;
    expect(stored).toBeGreaterThan(0);
    expect(stored).toBeLessThan(150_000);

    const second = await importFiles([file]);
    expect(second.reports[0]).toMatchObject({ rows: 150_000, points: 300_000, isComplete: true });
    expect(second.reports[0]?.resumedAtLine).toBeGreaterThan(1);
    const { times, values } = await seriesOf('n');
    expect(times).toHaveLength(150_000);
    expect(values.every((value, index) => value === index)).toBe(true);
    const again = await importFiles([file]);
    expect(again.reports[0]).toMatchObject({ rows: 150_000, resumedAtLine: null });
  });

  it('begins again when the file is no longer the one that was interrupted', async () => {
    const line = (index: number, value: number) => `${(START_S + index) * 1000},${value}`;
    const write = (value: number) =>
      aFile(
        `time,n\n${Array.from({ length: 150_000 }, (_, index) => line(index, index < 9_000 ? 0 : value)).join('\n')}\n`,
      );
    const stop = new AbortController();
    await importFiles([await write(1)], {}, { report: () => stop.abort(), signal: stop.signal });
    const second = await importFiles([await write(2)]);
    expect(second.reports[0]?.resumedAtLine).toBeNull();
    expect(new Set((await seriesOf('n')).values)).toEqual(new Set([0, 2]));
  });
});

const data = findTestData();
if (!data) console.warn(`real files are not imported: ${NO_TEST_DATA}`);

describe.skipIf(!data)('the real files', () => {
  const skab = join(data ?? '', 'skab');
  const wells = join(data ?? '', '3w-wells');
  const seconds = (time: string) => Date.parse(`${time.replace(' ', 'T').slice(0, 19)}Z`) / 1000;

  it.each([
    ['skab', skab],
    ['3w-wells', wells],
  ])(
    'of %s are in the history as their facts say',
    async (_name, set) => {
      for (const [name, facts] of Object.entries(readFacts(set))) {
        const serialNumber = `asset of ${name}`;
        const { reports } = await importFiles([join(set, name)], { serialNumber });
        expect(reports[0]).toMatchObject({
          rows: facts.rows,
          skippedRows: 0,
          skippedCells: 0,
          isEncodingGuessed: false,
        });
        const present = Object.entries(facts.columns).filter(
          ([, column]) => column.counts !== undefined || column.n > 0,
        );
        expect((await labelsOf(serialNumber)).sort()).toEqual(present.map(([label]) => label).sort());
        const empty = Object.keys(facts.columns).filter((label) => !present.some(([known]) => known === label));
        const pointsByLabel = reports[0]?.pointsByLabel ?? {};
        expect(Object.keys(pointsByLabel).filter((label) => pointsByLabel[label] === 0)).toEqual(empty);
        for (const [label, column] of present) {
          const { times, values } = await seriesOf(label, serialNumber);
          if (column.counts) {
            const { '': unlabelled = 0, ...counts } = column.counts;
            expect(values).toHaveLength(facts.rows - unlabelled);
            for (const [value, count] of Object.entries(counts)) {
              expect(values.filter((v) => v === Number(value))).toHaveLength(count);
            }
            continue;
          }
          expect(times).toHaveLength(column.n);
          expect([times[0], times.at(-1)]).toEqual([seconds(facts.firstTime), seconds(facts.lastTime)]);
          expect([values[0], values.at(-1)]).toEqual([column.first, column.last]);
          expect(values.reduce((a, b) => Math.min(a, b))).toBe(column.min);
          expect(values.reduce((a, b) => Math.max(a, b))).toBe(column.max);
          const mean = values.reduce((a, b) => a + b, 0) / values.length;
          expect(Math.abs(mean - (column.mean ?? 0))).toBeLessThan(1e-8 * Math.max(1, Math.abs(mean)));
        }
      }
    },
    120_000,
  );

  it('that overlap count the rows of both once', async () => {
    const facts = readFacts(skab);
    const { reports } = await importFiles(['12', '13'].map((name) => join(skab, 'other', `${name}.csv`)));
    const rows = (facts['other/12.csv']?.rows ?? 0) + (facts['other/13.csv']?.rows ?? 0);
    expect(reports.reduce((sum, report) => sum + report.rows, 0)).toBe(rows);
    const { times } = await seriesOf('Voltage');
    expect(times).toHaveLength(rows - 349);
    expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true);
  });

  it('keep the gaps that they have', async () => {
    const [facts] = Object.entries(readFacts(skab)).filter(
      ([name]) => basename(name) === '2.csv' && name.startsWith('other'),
    );
    await importFiles([join(skab, 'other/2.csv')]);
    const { times } = await seriesOf('Pressure');
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(steps.filter((step) => step > 2)).toEqual([247]);
    expect(steps.filter((step) => step === 2)).toHaveLength(38);
    expect(facts?.[1].gapsOver2s).toHaveLength(1);

    const evening = ['20171031181509', '20171031193025'].map((start) => join(wells, '6', `WELL-00004_${start}.csv`));
    await importFiles(evening, { serialNumber: 'WELL-00004' });
    const well = await seriesOf('P-TPT', 'WELL-00004');
    const largest = well.times
      .slice(1)
      .reduce((most, time, index) => Math.max(most, time - (well.times[index] ?? 0)), 0);
    expect(largest).toBe(15 * 60 + 31);
  });
});
