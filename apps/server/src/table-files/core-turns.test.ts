import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AssetId, DataItemId } from '@telltale/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { exportColumns } from '#features/exports/export-names.ts';
import { CoreTurns, leaveOneCore } from './core-turns.ts';
import type { ExportPage, ExportPlan } from './export-plan.ts';
import { writePages } from './write-pages.ts';

const never = new AbortController().signal;

describe('turns', () => {
  it('are so many at a time, in the order of asking', async () => {
    const turns = new CoreTurns(() => 1);
    const began: string[] = [];
    const take = (name: string) =>
      turns.take(never).then((giveBack) => {
        began.push(name);
        return giveBack;
      });
    const first = await take('first');
    const [second, third] = [take('second'), take('third')];
    expect(began).toEqual(['first']);
    first();
    first();
    (await second)();
    (await third)();
    expect(began).toEqual(['first', 'second', 'third']);
  });

  it('that nobody waits for any more are passed over', async () => {
    const turns = new CoreTurns(() => 1);
    const giveBack = await turns.take(never);
    const gone = new AbortController();
    const waiting = turns.take(gone.signal);
    const next = turns.take(never);
    gone.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('cancelled');
    giveBack();
    (await next)();
    await expect(turns.take(gone.signal)).rejects.toThrow('cancelled');
  });

  it('are for everybody who waits once there are more', async () => {
    let most = 1;
    const turns = new CoreTurns(() => most);
    const giveBack = await turns.take(never);
    const both = Promise.all([turns.take(never), turns.take(never)]);
    most = Number.POSITIVE_INFINITY;
    giveBack();
    expect(await both).toHaveLength(2);
  });

  it('say whether there is one for everybody', () => {
    let most = 1;
    const turns = new CoreTurns(() => most);
    expect(turns.areForAll).toBe(false);
    most = Number.POSITIVE_INFINITY;
    expect(turns.areForAll).toBe(true);
  });
});

describe('a core for the devices', () => {
  it.each([
    [2, 1],
    [1, 1],
    [8, 7],
  ])('of %i leaves %i to exports while they send', (cores, left) => {
    let [stored, nowMs] = [100, 0];
    const most = leaveOneCore({ pointsStored: () => stored, cores, nowMs: () => nowMs });
    expect(most()).toBe(Number.POSITIVE_INFINITY);
    stored++;
    expect(most()).toBe(left);
    nowMs = 4_999;
    expect(most()).toBe(left);
    nowMs = 5_000;
    expect(most()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('a file that is written in turns', () => {
  const item = {
    assetId: 1 as AssetId,
    asset: 'Pump',
    dataItemId: 5 as DataItemId,
    item: 'Flow',
    unit: '',
    isText: false,
  };
  const plan: ExportPlan = {
    type: 'csv',
    layout: 'wide',
    isCompressed: false,
    zone: 'UTC',
    fromMs: 0,
    toMs: 1e6,
    bucketMs: null,
    functions: [],
    columns: exportColumns([item], [], false),
  };
  const pageAt = (timeMs: number): ExportPage => ({
    kind: 'wide',
    timesMs: Float64Array.of(timeMs),
    columns: [{ values: Float64Array.of(timeMs / 1_000), present: null, texts: null }],
    points: 1,
  });

  async function aFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'telltale-turns-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return folder;
  }

  it('is read while nothing is written, where there is one turn, beside another that has the same', async () => {
    const folder = await aFolder();
    const turns = new CoreTurns(() => 1);
    let [reading, most] = [0, 0];
    const write = async (name: string) => {
      let [asked, written] = [0, 0];
      const unwritten: number[] = [];
      async function* pages() {
        for (; asked < 50; asked++) {
          unwritten.push(asked - written);
          most = Math.max(most, ++reading);
          await new Promise((resolve) => setImmediate(resolve));
          reading--;
          yield pageAt(asked * 1_000);
        }
      }
      const path = join(folder, name);
      const onPoints = (points: number) => {
        written += points;
      };
      await writePages({ plan, pages, path, scratchPath: `${path}.part`, signal: never, turns, onPoints });
      expect(unwritten).toEqual(Array(50).fill(0));
      expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(52);
    };
    await Promise.all([write('one'), write('other')]);
    expect(most).toBe(1);
    // All of them are back.
    (await turns.take(never))();
  });

  it('gives its turn back when it cannot be written, and when it is cancelled', async () => {
    const folder = await aFolder();
    const turns = new CoreTurns(() => 1);
    async function* pages() {
      for (let at = 0; ; at++) yield pageAt(at);
    }
    const nowhere = join(folder, 'none', 'file');
    const lost = { plan, pages, path: nowhere, scratchPath: `${nowhere}.part`, signal: never, turns };
    await expect(writePages(lost)).rejects.toThrow('ENOENT');
    const cancelled = new AbortController();
    const path = join(folder, 'cancelled');
    const onPoints = () => cancelled.abort(new Error('enough'));
    const run = { plan, pages, path, scratchPath: `${path}.part`, signal: cancelled.signal, turns, onPoints };
    await expect(writePages(run)).rejects.toThrow('enough');
    (await turns.take(never))();
  });
});
