import type { AssetId, alarmHealth } from '@telltale/contract';
import { LimitTrial } from '@telltale/domain/alarms/limit-trial.ts';
import { limitPlaces } from '@telltale/domain/expression/limit-places.ts';
import { describe, expect, it } from 'vitest';
import { roundUp } from './cure-rule.ts';
import { type StudiedAsset, studyCures } from './cure-study.ts';
import { type ActedAlarm, Judge } from './cure-verdict.ts';

const second = 1_000;
const hour = 3_600 * second;
const rule: alarmHealth.AlarmRule = { expression: '_P > 100', variables: [], onDelay: 0, offDelay: 0, deadband: 0 };
const limit = { variable: '_P', operator: '>', value: 100 } as const;

/** A level of the same course each time. */
function randomOf(seed: number) {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

type Point = readonly [timeMs: number, value: number];

function assetOf(points: readonly Point[], acted: readonly ActedAlarm[], assetId = 1): StudiedAsset {
  const endMs = points.at(-1)?.[0] ?? 0;
  const raised: StudiedAsset['raised'] = async ({ expression, onDelay, offDelay, deadband }, onFlank) => {
    const value = limitPlaces(expression)[0]?.value ?? 0;
    const delays = { onDelayMs: onDelay * second, offDelayMs: offDelay * second };
    const trial = new LimitTrial({ operator: '>', limit: value, deadband, ...delays }, onFlank);
    for (const [timeMs, one] of points) trial.look(timeMs, one);
    trial.finish(endMs);
  };
  return {
    assetId: assetId as AssetId,
    acted,
    flanks: (onFlank) => raised({ ...rule, onDelay: 0, offDelay: 0 }, onFlank),
    raised,
    values: async (onValue) => {
      for (const [timeMs, value] of points) onValue(timeMs, value);
    },
  };
}

/** A value that trembles around its limit all day, with three real excursions of some minutes that somebody acted on. */
function aNoisyDay(seed = 7) {
  const random = randomOf(seed);
  const points: Point[] = [];
  const excursions = [4, 11, 19].map((at) => at * hour);
  for (let timeMs = 0; timeMs < 24 * hour; timeMs += 10 * second) {
    const isReal = excursions.some((at) => timeMs >= at && timeMs < at + 600 * second);
    points.push([timeMs, (isReal ? 130 : 99.6) + 2 * (random() - 0.5)]);
  }
  const acted = excursions.map((at) => ({ raisedMs: at, actedMs: at + 240 * second }));
  return { points, acted, fromMs: 0, toMs: 24 * hour };
}

describe('what would cure an alarm', () => {
  it('takes at least four fifths of the noise of a deliberately noisy day, and no alarm that anybody acted on', async () => {
    const { points, acted, ...span } = aNoisyDay();
    const study = await studyCures({ rule, limit, assets: [assetOf(points, acted)], ...span });
    expect(study.outcome.noise).toBeGreaterThan(500);
    expect(study).toMatchObject({ kept: 3, unseen: 0 });
    const [best] = study.cures;
    expect(best?.removed).toBeGreaterThanOrEqual(0.8);
    for (const cure of study.cures) {
      const judge = new Judge(acted);
      const spans: { fromMs: number; toMs: number }[] = [];
      await assetOf(points, acted).raised(cure.rule, ({ active, atMs }) => {
        if (active) spans.push({ fromMs: atMs, toMs: span.toMs });
        else spans.push({ fromMs: spans.pop()?.fromMs ?? 0, toMs: atMs });
      });
      for (const one of spans) judge.add(one);
      judge.finish();
      expect([cure.kind, judge.lost.size, judge.alarms, judge.noise]).toEqual([
        cure.kind,
        0,
        cure.outcome.alarms,
        cure.outcome.noise,
      ]);
    }
  });

  it('is no later than somebody acted', async () => {
    const points: Point[] = [];
    for (let timeMs = 0; timeMs < hour; timeMs += second)
      points.push([timeMs, timeMs % (120 * second) < 40 * second ? 101 : 90]);
    const acted = [{ raisedMs: 0, actedMs: 25 * second }];
    const study = await studyCures({ rule, limit: undefined, assets: [assetOf(points, acted)], fromMs: 0, toMs: hour });
    expect(study.cures.map(({ kind }) => kind)).toEqual(['delay']);
    expect(study.cures[0]?.rule.onDelay).toBeLessThanOrEqual(25);
  });

  it('is none where every change would lose an alarm that somebody acted on, or there is no noise', async () => {
    const points: Point[] = Array.from({ length: 40 }, (_, i) => [i * hour, i % 2 === 0 ? 100.5 : 0]);
    const acted = points.filter(([, value]) => value > 100).map(([at]) => ({ raisedMs: at, actedMs: at + second }));
    const study = await studyCures({ rule, limit, assets: [assetOf(points, acted)], fromMs: 0, toMs: 40 * hour });
    expect(study.cures).toEqual([]);
    expect(study.outcome).toEqual({ alarms: 20, noise: 0 });
  });

  it('keeps what was acted on on each of several assets', async () => {
    const noisy = aNoisyDay();
    const calm: Point[] = [
      [0, 90],
      [2 * hour, 100.3],
      [2 * hour + 400 * second, 90],
      [24 * hour, 90],
    ];
    const acted = [{ raisedMs: 2 * hour, actedMs: 2 * hour + 300 * second }];
    const assets = [assetOf(noisy.points, noisy.acted), assetOf(calm, acted, 2)];
    const study = await studyCures({ rule, limit, assets, fromMs: 0, toMs: 24 * hour });
    expect(study.kept).toBe(4);
    // A threshold above the noise would have missed the calm one.
    for (const { kind, rule: cured } of study.cures) {
      if (kind === 'threshold') expect(limitPlaces(cured.expression)[0]?.value).toBeLessThan(100.3);
    }
    expect(study.cures[0]?.removed).toBeGreaterThanOrEqual(0.8);
  });

  it('leaves out what recorded history does not show again', async () => {
    const { points, acted, ...span } = aNoisyDay();
    const unseen = { raisedMs: -5 * hour, actedMs: -4 * hour };
    const study = await studyCures({ rule, limit, assets: [assetOf(points, [unseen, ...acted])], ...span });
    expect(study).toMatchObject({ kept: 3, unseen: 1 });
  });
});

it('an acted-on alarm is kept by what was raised before somebody acted, and not over before', () => {
  const verdict = (spans: [number, number][], acted: [number, number][]) => {
    const judge = new Judge(acted.map(([raisedMs, actedMs]) => ({ raisedMs, actedMs })));
    for (const [fromMs, toMs] of spans) judge.add({ fromMs, toMs });
    judge.finish();
    return [judge.alarms, judge.noise, judge.lost.size];
  };
  expect(verdict([[0, 10]], [[0, 5]])).toEqual([1, 0, 0]);
  expect(verdict([[6, 10]], [[0, 5]])).toEqual([1, 1, 1]);
  expect(
    verdict(
      [
        [0, 3],
        [20, 30],
      ],
      [[5, 8]],
    ),
  ).toEqual([2, 2, 1]);
  expect(
    verdict(
      [
        [0, 3],
        [4, 9],
        [20, 30],
      ],
      [
        [5, 8],
        [6, 9],
      ],
    ),
  ).toEqual([3, 2, 0]);
  expect(verdict([], [[5, 8]])).toEqual([0, 0, 1]);
});

it.each([
  [0.83, 0.84],
  [100, 110],
  [7, 7.1],
  [0.0123, 0.013],
])('%d is rounded up to %d', (value, expected) => {
  expect(roundUp(value)).toBe(expected);
});
