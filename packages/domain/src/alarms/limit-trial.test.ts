import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileCondition } from '#expression/condition.ts';
import { parseExpression } from '#expression/parser.ts';
import { ConditionRun } from './condition-run.ts';
import { DelayedCondition, type Flank } from './delayed-condition.ts';
import { LimitTrial, soleLimit } from './limit-trial.ts';
import { type RaisedSpan, RaisedSpans } from './raised-spans.ts';

/** The plain way, as an alarm of the portal goes. */
function slowly(text: string, deadband: number, delays: { onDelayMs: number; offDelayMs: number }, points: Points) {
  const run = new ConditionRun(compileCondition(text));
  const delayed = new DelayedCondition(delays);
  const flanks: Flank[] = [];
  let isTrue = false;
  let endMs = 0;
  for (const { timeMs, value } of points) {
    if (delayed.isPending) flanks.push(...delayed.update(undefined, timeMs - 1));
    run.set(0, timeMs, value);
    const condition = run.evaluate(timeMs, isTrue || delayed.active ? deadband : 0);
    if (condition !== undefined) isTrue = condition;
    flanks.push(...delayed.update(condition, timeMs));
    endMs = timeMs;
  }
  flanks.push(...delayed.update(undefined, endMs + 5_000));
  return flanks;
}

type Points = { timeMs: number; value: number }[];

const aWalk = fc
  .array(
    fc.record({
      gap: fc.integer({ min: 1, max: 40 }),
      value: fc.oneof(fc.integer({ min: -6, max: 6 }), fc.constant(Number.NaN)),
    }),
    { minLength: 1, maxLength: 200 },
  )
  .map((steps) => {
    let timeMs = 0;
    return steps.map(({ gap, value }) => {
      timeMs += gap * 100;
      return { timeMs, value };
    });
  });

it('a comparison over recorded values comes to what an alarm comes to', () => {
  const delay = fc.integer({ min: 0, max: 30 }).map((tenths) => tenths * 100);
  const rule = fc.record({
    operator: fc.constantFrom('<', '<=', '>', '>='),
    limit: fc.integer({ min: -4, max: 4 }),
    deadband: fc.constantFrom(0, 1, 2.5),
    onDelayMs: delay,
    offDelayMs: delay,
  });
  fc.assert(
    fc.property(rule, aWalk, (given, points) => {
      const { operator, limit, deadband, ...delays } = given;
      const flanks: Flank[] = [];
      const trial = new LimitTrial({ ...delays, operator: operator as '<', limit, deadband }, (one) =>
        flanks.push(one),
      );
      trial.run({
        timesMs: Float64Array.from(points, ({ timeMs }) => timeMs),
        values: Float64Array.from(points, ({ value }) => value),
      });
      trial.finish((points.at(-1)?.timeMs ?? 0) + 5_000);
      expect(flanks).toEqual(slowly(`_X ${operator} ${limit}`, deadband, delays, points));
    }),
    { numRuns: 300 },
  );
});

it.each([
  ['_A > 3', { variable: '_A', operator: '>', value: 3 }],
  ['3 >= _A', { variable: '_A', operator: '<=', value: 3 }],
  ['held(_A > 3, 5)', undefined],
  ['_A > 3 or _A < 1', undefined],
  ['_A > 3 and _B < 1', undefined],
])('the sole limit of %s', (text, expected) => {
  expect(soleLimit(parseExpression(text))).toEqual(expected);
});

it('spans are cut off at the ends', () => {
  const spans: RaisedSpan[] = [];
  const made = new RaisedSpans(100, (span) => spans.push(span));
  for (const [active, atMs] of [
    [true, 10],
    [false, 50],
    [true, 80],
    [false, 120],
    [true, 150],
  ] as const) {
    made.add({ active, atMs });
  }
  made.end(200);
  made.end(300);
  expect(spans).toEqual([
    { fromMs: 100, toMs: 120 },
    { fromMs: 150, toMs: 200 },
  ]);
});
