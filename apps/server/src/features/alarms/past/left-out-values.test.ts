import type { AssetDefinitionId, AssetId, DataItemId } from '@telltale/contract';
import type { Flank } from '@telltale/domain/alarms/delayed-condition.ts';
import { compileCondition } from '@telltale/domain/expression/condition.ts';
import { type SeriesKey, type SeriesPoints, seriesKey } from '@telltale/historian/port.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AlarmRun } from '../alarm-run.ts';
import { blankDefinition } from '../asked-alarms.ts';
import { ConditionReplay } from './condition-replay.ts';
import { EXPRESSIONS } from './testing/left-out.ts';

const FROM_MS = 1_700_000_000_000;
const ASSET = 1 as AssetId;
const [GOOD, BAD] = [192, 0];
const RUNS = 30;

type Columns = readonly [a: SeriesPoints, b: SeriesPoints];

/** Values that stay in one place for a while, then in another, each with a little noise. */
interface Course {
  readonly stepMs: number;
  readonly isShaken: boolean;
  /** Which share of the values are none. */
  readonly noNumbers: number;
  readonly parts: readonly { count: number; level: number; slope: number; noise: number; pauseMs: number }[];
  readonly seed: number;
}

const course: fc.Arbitrary<Course> = fc.record({
  stepMs: fc.constantFrom(1_000, 1_000, 2_500, 10_000, 45_000),
  isShaken: fc.boolean(),
  noNumbers: fc.constantFrom(0, 0, 0.005),
  parts: fc.array(
    fc.record({
      count: fc.integer({ min: 1, max: 120 }),
      level: fc.integer({ min: 0, max: 9 }),
      slope: fc.constantFrom(0, 0, 0.01, -0.05),
      noise: fc.constantFrom(0, 0.2, 3),
      pauseMs: fc.constantFrom(0, 0, 0, 400_000),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  seed: fc.integer({ min: 1, max: 2 ** 31 - 1 }),
});

function columnOf({ stepMs, isShaken, noNumbers, parts, seed }: Course): SeriesPoints {
  let state = seed;
  const random = () => {
    state = (state * 48_271) % (2 ** 31 - 1);
    return state / (2 ** 31 - 1);
  };
  const [timesMs, values, qualities]: [number[], number[], number[]] = [[], [], []];
  let timeMs = FROM_MS - 200 * stepMs;
  for (const { count, level, slope, noise, pauseMs } of parts) {
    timeMs += pauseMs;
    for (let n = 0; n < count; n++) {
      timeMs += isShaken ? Math.ceil(stepMs * 2 * random()) : stepMs;
      timesMs.push(timeMs);
      values.push(random() < noNumbers ? Number.NaN : level + slope * n + noise * (random() - 0.5));
      qualities.push(random() < 0.02 ? BAD : GOOD);
    }
  }
  return {
    timesMs: Float64Array.from(timesMs),
    values: Float64Array.from(values),
    qualities: Uint8Array.from(qualities),
  };
}

function cut({ timesMs, values, qualities }: SeriesPoints, fromMs: number, toMs: number): SeriesPoints {
  const from = timesMs.findIndex((timeMs) => timeMs >= fromMs);
  const kept = timesMs.filter((timeMs) => timeMs >= fromMs && timeMs <= toMs).length;
  const end = from + kept;
  return { timesMs: timesMs.slice(from, end), values: values.slice(from, end), qualities: qualities.slice(from, end) };
}

function aRun(expression: string, rule: { onDelay: number; offDelay: number; deadband: number }) {
  const compiled = compileCondition(expression);
  let looks = 0;
  const counted: typeof compiled = {
    ...compiled,
    evaluate: (readings) => {
      looks++;
      return compiled.evaluate(readings);
    },
  };
  const dataItemIds = compiled.variables.map((name) => (name === 'A' || name === '_A' ? 1 : 2) as DataItemId);
  const definition = { ...blankDefinition(1 as AssetDefinitionId), ...rule };
  const own = { compiled: counted, dataItemIds };
  const run = new AlarmRun(ASSET, definition, { own, override: undefined, method: 0 }, false);
  return { run, looks: () => looks };
}

/** As a trial goes through the past. */
async function replayed(expression: string, rule: Parameters<typeof aRun>[1], columns: Columns, toMs: number) {
  const { run, looks } = aRun(expression, rule);
  const flanks: Flank[] = [];
  const history = {
    readSeries: (key: SeriesKey, fromMs: number, endMs: number) =>
      Promise.resolve(cut(key === seriesKey(ASSET, 1 as DataItemId) ? columns[0] : columns[1], fromMs, endMs)),
    stateAt: () => Promise.resolve([]),
    aggregate: () => Promise.reject(new Error('nobody asks for means')),
  };
  await new ConditionReplay(history).run(run, FROM_MS, toMs, (flank) => flanks.push(flank));
  return { flanks, isActive: run.isActive, looks: looks() };
}

/** Looked at with each value, and at each second where time alone may change something. */
function lookedAtAll(expression: string, rule: Parameters<typeof aRun>[1], columns: Columns, toMs: number) {
  const { run } = aRun(expression, rule);
  const flanks: Flank[] = [];
  const begin = FROM_MS - run.fillMs;
  const asked = new Set(run.targets.map(({ dataItemId }) => dataItemId));
  const values = columns.flatMap(({ timesMs, values: all, qualities }, n) =>
    [...timesMs].flatMap((timeMs, i) =>
      timeMs <= begin || timeMs > toMs || (qualities[i] as number) < GOOD || !asked.has((n + 1) as DataItemId)
        ? []
        : [{ timeMs, dataItemId: (n + 1) as DataItemId, value: all[i] as number }],
    ),
  );
  const show = (of: typeof values) => {
    for (const { timeMs, dataItemId, value } of of) {
      for (const target of run.targets) {
        if (target.dataItemId === dataItemId) target.run.set(target.place, timeMs, value);
      }
    }
  };
  show(values.filter(({ timeMs }) => timeMs <= FROM_MS).sort((a, b) => a.timeMs - b.timeMs));
  flanks.push(...run.update(FROM_MS));
  const moments = Map.groupBy(
    values.filter(({ timeMs }) => timeMs > FROM_MS),
    ({ timeMs }) => timeMs,
  );
  const times = new Set(moments.keys());
  const firstMs = Math.ceil((FROM_MS + 1) / 1_000) * 1_000;
  if (run.dependsOnTime) for (let at = firstMs; at <= toMs; at += 1_000) times.add(at);
  for (const timeMs of [...times].sort((a, b) => a - b)) {
    // A delay that ends before takes the band of the deadband with it.
    if (!run.dependsOnTime) flanks.push(...run.passUntil(timeMs));
    show(moments.get(timeMs) ?? []);
    flanks.push(...run.update(timeMs));
  }
  // A delay that ends behind the last value.
  if (!run.dependsOnTime) flanks.push(...run.passUntil(toMs + 1));
  return { flanks, isActive: run.isActive };
}

const rule = fc.record({
  onDelay: fc.constantFrom(0, 0, 3),
  offDelay: fc.constantFrom(0, 0, 12),
  deadband: fc.constantFrom(0, 0, 1.5),
});

/** A delay that ends between two values, of which the second lies in the band. */
const ends: [Parameters<typeof aRun>[1], Course, Course] = (() => {
  const part = { count: 1, level: 0, slope: 0, noise: 0, pauseMs: 0 };
  const given = { onDelay: 0, offDelay: 12, deadband: 1.5 };
  const once = { stepMs: 1_000, isShaken: false, noNumbers: 0, seed: 1, parts: [{ ...part, pauseMs: 400_000 }] };
  const parts = [
    { ...part, count: 28 },
    { ...part, pauseMs: 400_000 },
    { ...part, count: 119 },
    { ...part, count: 52, level: 4, slope: -0.05, noise: 3 },
  ];
  return [given, once, { stepMs: 45_000, isShaken: false, noNumbers: 0, seed: 9, parts }];
})();

describe('an alarm that is not looked at with values that can change nothing', () => {
  it.each([
    ...EXPRESSIONS,
    '_A > 4 and _B > 4',
    'not (_A <= 6) or _B < 1',
    '_A + _B > 9',
    '_A > 4 xor held(_B > 5, 20)',
  ])('comes to the same as one that is looked at with each of them: %s', async (expression) => {
    await fc.assert(
      fc.asyncProperty(rule, course, course, async (given, one, other) => {
        const columns: Columns = [columnOf(one), columnOf(other)];
        const lastMs = Math.max(FROM_MS, ...columns.map(({ timesMs }) => timesMs.at(-1) ?? 0));
        const toMs = lastMs + 30_000;
        const expected = lookedAtAll(expression, given, columns, toMs);
        const { flanks, isActive } = await replayed(expression, given, columns, toMs);
        expect({ flanks, isActive }).toEqual(expected);
      }),
      { numRuns: RUNS, examples: [ends] },
    );
  });

  const flat = { stepMs: 1_000, isShaken: false, noNumbers: 0, seed: 7 };
  const far = { count: 6_000, level: 3, slope: 0, noise: 2, pauseMs: 0 };

  it.each([
    '_A > 80 and _B > 80',
    'avg(_A, 60) > 80 or count(_B > 5, 3600) > 3',
    'delta(_A, 60) > 7 or rate(_A, 900) < -2',
    'slope(_A, 3600) > 0.1 or integral(_A, 60) > 500',
    'stddev(_A, 600) > 4 or age(_B) > 60',
    'held(_B > 80, 60) or not (min(_A, 60) > -4)',
  ])('is looked at seldom while values keep far from the limit: %s', async (expression) => {
    const parts = [far];
    const columns: Columns = [columnOf({ ...flat, parts }), columnOf({ ...flat, parts, seed: 8 })];
    const { looks } = await replayed(
      expression,
      { onDelay: 0, offDelay: 0, deadband: 0 },
      columns,
      FROM_MS + 5_000_000,
    );
    expect(looks).toBeLessThan(600);
  });
});
