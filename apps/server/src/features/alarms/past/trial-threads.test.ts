import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlarmDefinitionId, AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import { soleLimit } from '@telltale/domain/alarms/limit-trial.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { type Historian, openEmbeddedHistorian, PointBatch, seriesKey } from '@telltale/historian';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { TestClock } from '#testing/test-clock.ts';
import type { AlarmDefinitionRecord } from '../alarm-definition-repository.ts';
import type { WatchedConditions } from '../alarm-run.ts';
import { blankDefinition } from '../asked-alarms.ts';
import { AssetAlarms } from '../asset-alarms.ts';
import type { PastReader } from './past-reader.ts';
import { RecentColumns } from './recent-columns.ts';
import type { Trial } from './thread/messages.ts';
import { outcomeOf } from './thread/trial-outcome.ts';
import { TrialThreads } from './trial-threads.ts';

const T0 = Date.parse('2026-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const TO = T0 + 30 * HOUR_MS;
const LABELS = ['_A', '_B'];
const ASSET = 1 as AssetId;
const never = new AbortController().signal;

let folder: string;
let historian: Historian;
let threads: TrialThreads | undefined;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'telltale-trials-'));
  historian = await openEmbeddedHistorian({ folder: join(folder, 'history') });
  const batch = new PointBatch();
  for (const place of LABELS.keys()) {
    for (let at = T0 - HOUR_MS, n = 0; at < TO; at += 7_000 + 1_300 * place, n++) {
      const value = n % 191 === 0 ? 'stopped' : Math.round(50 + 45 * Math.sin(at / 5e6 + place) + (n % 13));
      batch.add(seriesKey(ASSET, place), at, value, n % 97 === 0 ? 0 : 192);
    }
  }
  await historian.append(batch);
});
afterEach(() => threads?.close());
afterAll(async () => {
  await historian.close();
  await rm(folder, { recursive: true, force: true });
});

function conditions(expression: string, override?: [string, WatchedConditions['method']]): WatchedConditions {
  const bound = (text: string) => {
    const compiled = compileCondition(text);
    return { compiled, dataItemIds: compiled.variables.map((name) => LABELS.indexOf(name) as DataItemId) };
  };
  return { own: bound(expression), override: override && bound(override[0]), method: override?.[1] ?? 0 };
}

const named = (id: number, name: string, more: Partial<AlarmDefinitionRecord> = {}): AlarmDefinitionRecord => ({
  ...blankDefinition(1 as AssetDefinitionId),
  ...{ alarmDefinitionId: id as AlarmDefinitionId, name },
  ...more,
});
const HIGH = named(1, 'High', { onDelay: 20 });
const BOTH = named(2, 'Both');
const CONDITIONS = new Map([
  [HIGH, conditions('_A > 80')],
  [BOTH, conditions('alarm("high") and _B > attribute("limit")')],
]);

function trial(tried: WatchedConditions, rule: Partial<AlarmDefinitionRecord> = {}): Trial {
  const attributes: Record<string, number> = { limit: 40 };
  const alarms = new AssetAlarms({
    assetId: ASSET,
    definitions: [...CONDITIONS.keys()],
    conditionsOf: (definition) => CONDITIONS.get(definition) as WatchedConditions,
    isActive: () => false,
    around: { attribute: (name) => attributes[name.toLowerCase()], zone: 'Europe/Oslo' },
  });
  const definition = { ...blankDefinition(1 as AssetDefinitionId), ...rule };
  const sole = tried.own && tried.method === 0 ? soleLimit(tried.own.compiled.expression) : undefined;
  const { onDelay, offDelay, deadband } = definition;
  const delays = { onDelayMs: onDelay * 1_000, offDelayMs: offDelay * 1_000 };
  const limit = sole && {
    key: seriesKey(ASSET, tried.own?.dataItemIds[0] as DataItemId),
    rule: { operator: sole.operator, limit: sole.value, deadband, ...delays },
  };
  return { sketch: alarms.sketch(definition, tried), limit, fromMs: T0, toMs: TO };
}

/** Reads that do not end before they are told to. */
function slowHistory() {
  const reads: { signal: AbortSignal | undefined; go: () => void }[] = [];
  const history: PastReader = {
    stateAt: (keys, timeMs) => historian.stateAt(keys, timeMs),
    aggregate: (query) => historian.aggregate(query),
    readSeries: (key, fromMs, toMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        reads.push({ signal, go: () => resolve(historian.readSeries(key, fromMs, toMs, signal)) });
      }),
  };
  return { history, reads };
}

describe('rules that are tried on threads of their own', () => {
  it.each<[string, WatchedConditions, Partial<AlarmDefinitionRecord>]>([
    ['a comparison', conditions('_A > 70'), { deadband: 3, onDelay: 10 }],
    ['two', conditions('_A > 70 and _B < 60'), { offDelay: 45 }],
    ['functions over time', conditions('avg(_A, 600) > 60 and held(_B > 20, 60)'), {}],
    ['counts', conditions('count(_A > 90, 3600) > 2 or duration(_B > 90, 600) > 30'), {}],
    ['another alarm, which asks for a third', conditions('alarm("Both") or _B > 95'), { onDelay: 5 }],
    ['the clock of a zone', conditions('daytime("06:00", "18:00") and _A > 50'), {}],
    ['an override beside it', conditions('_A > 70', ['_B > 70', 3]), {}],
    ['an override in its place', conditions('_A > 70', ['_B > attribute("limit")', 1]), {}],
  ])('come to what they come to here: %s', async (_, tried, rule) => {
    threads = new TrialThreads(historian);
    const recent = new RecentColumns(new TestClock());
    const given = trial(tried, rule);
    const here = await outcomeOf(given, historian, recent, never);
    expect(here.count).toBeGreaterThan(1);
    expect(await threads.run(given, never)).toEqual(here);
    // Values that are kept for who drags a limit change nothing.
    expect(await threads.run(given, never)).toEqual(here);
  });

  it('take two threads at most, and whoever comes later waits', async () => {
    const { history, reads } = slowHistory();
    threads = new TrialThreads(history);
    const tried = trial(conditions('_A > 70 and _A < 200'));
    const all = [1, 2, 3].map(() => threads?.run(tried, never));
    await expect.poll(() => reads.length).toBe(2);
    expect(threads.size).toBe(2);
    // Each read is answered as soon as it is asked.
    let answered = 0;
    const ended = Promise.all(all).then(() => true);
    await expect
      .poll(
        async () => {
          for (; answered < reads.length; answered++) reads[answered]?.go();
          return Promise.race([ended, Promise.resolve(false)]);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    const [first, ...others] = await Promise.all(all);
    for (const other of others) expect(other).toEqual(first);
    expect(threads.size).toBe(2);
  });

  it('are left when nobody waits any more, and the thread takes the next', async () => {
    const { history, reads } = slowHistory();
    threads = new TrialThreads(history);
    const tried = trial(conditions('_A > 70 and _B < 60'));
    const leaving = [new AbortController(), new AbortController(), new AbortController()];
    const all = leaving.map(({ signal }) => threads?.run(tried, signal));
    await expect.poll(() => reads.length).toBe(4);
    const why = new Error('gone');
    for (const one of leaving.toReversed()) one.abort(why);
    for (const one of all) await expect(one).rejects.toBe(why);
    for (const { signal } of reads) expect(signal?.aborted).toBe(true);
    expect(reads.length).toBe(4);
    const next = threads.run(tried, never);
    let answered = 4;
    const ended = next.then(() => true);
    await expect
      .poll(
        async () => {
          for (; answered < reads.length; answered++) reads[answered]?.go();
          return Promise.race([ended, Promise.resolve(false)]);
        },
        { timeout: 20_000 },
      )
      .toBe(true);
    expect(threads.size).toBe(2);
  });

  it('end with what is wrong with the history', async () => {
    const broken = new Error('the disk is gone');
    const history: PastReader = { ...slowHistory().history, readSeries: () => Promise.reject(broken) };
    threads = new TrialThreads(history);
    await expect(threads.run(trial(conditions('_A > 70 and _B < 60')), never)).rejects.toBe(broken);
  });

  it('are refused where there are too many values', async () => {
    const most = 6_500_000;
    const points = { timesMs: new Float64Array(most), values: new Float64Array(most), qualities: new Uint8Array(most) };
    threads = new TrialThreads({ ...slowHistory().history, readSeries: () => Promise.resolve(points) });
    await expect(threads.run(trial(conditions('_A > 70 and _B < 60')), never)).rejects.toMatchObject({ status: 413 });
  });

  it('give their threads back when there is nothing to do', async () => {
    threads = new TrialThreads(historian, { idleMs: 1 });
    const tried = trial(conditions('_A > 70 and _B < 60'));
    const first = await threads.run(tried, never);
    await expect.poll(() => threads?.size).toBe(0);
    expect(await threads.run(tried, never)).toEqual(first);
  });

  it('end with the portal', async () => {
    const { history, reads } = slowHistory();
    threads = new TrialThreads(history);
    const tried = trial(conditions('_A > 70 and _B < 60'));
    const all = [1, 2, 3].map(() => threads?.run(tried, never).catch((error: Error) => error.message));
    await expect.poll(() => reads.length).toBe(4);
    await threads.close();
    expect(await Promise.all(all)).toEqual([
      'The portal is closed.',
      'The portal is closed.',
      expect.stringContaining('Try again'),
    ]);
    await expect(threads.run(tried, never)).rejects.toMatchObject({ status: 503 });
  });
});
