import type { AlarmDefinitionId, AssetId } from '@telltale/contract';
import { describe, expect, it } from 'vitest';
import { actedTogether } from './acted-together.ts';
import { countChatter, pointHealths } from './alarm-point-health.ts';
import { countTenMinutes, courseOf, floodsOf, peakOf, SLOT_MS } from './alarm-rate.ts';
import { Occurrences } from './occurrences.ts';

const minute = 60_000;
const span = { fromMs: 0, toMs: 100 * minute - 1 };
const times = (...minutes: number[]) => Float64Array.from(minutes, (one) => one * minute);
const repeated = (count: number, at: number) => Array.from({ length: count }, () => at);

describe('the rate of alarms', () => {
  it('is counted in ten minutes of the clock', () => {
    const { counts, firstMs } = countTenMinutes(times(0, 9, 10, 99), span);
    expect([...counts]).toEqual([2, 1, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(firstMs).toBe(0);
    expect(peakOf({ counts, firstMs }, 1)).toEqual({ alarms: 2, atMs: 0 });
    expect(peakOf({ counts, firstMs }, 4)?.alarms).toBe(0.5);
    expect(peakOf(countTenMinutes(times(), span), 1)).toBeNull();
  });

  it.each([
    ['nothing', [], 1, { floods: 0, share: 0 }],
    ['nine', repeated(9, 5), 1, { floods: 0, share: 0 }],
    ['ten', repeated(10, 5), 1, { floods: 1, share: 0.1 }],
    ['ten of two operators', repeated(10, 5), 2, { floods: 0, share: 0 }],
    ['one that ebbs', [...repeated(10, 5), ...repeated(5, 15), ...repeated(4, 25)], 1, { floods: 1, share: 0.2 }],
    ['two', [...repeated(12, 5), ...repeated(4, 15), ...repeated(10, 25)], 1, { floods: 2, share: 0.2 }],
  ] as const)('tells floods: %s', (_name, at, operators, expected) => {
    expect(floodsOf(countTenMinutes(times(...at), span), operators)).toEqual(expected);
  });

  it('is drawn in at most so many steps', () => {
    const { steps, stepMs } = courseOf(countTenMinutes(times(0, 1, 11, 95), span), 4);
    expect(stepMs).toBe(3 * SLOT_MS);
    expect(steps).toEqual([
      { atMs: 0, alarms: 3, peak: 2 },
      { atMs: 3 * SLOT_MS, alarms: 0, peak: 0 },
      { atMs: 6 * SLOT_MS, alarms: 0, peak: 0 },
      { atMs: 9 * SLOT_MS, alarms: 1, peak: 1 },
    ]);
  });
});

it.each([
  ['none', [], 0],
  ['two in a minute', [0, 0.5], 0],
  ['three in a minute', [0, 0.5, 1], 3],
  ['three in more', [0, 0.5, 1.01], 0],
  ['four, one after the other', [0, 0.5, 1, 1.5], 4],
  ['two bouts', [0, 0.1, 0.2, 5, 9, 9.1, 9.2, 9.3], 7],
] as const)('chatter: %s', (_name, at, expected) => {
  expect(countChatter(times(...at))).toBe(expected);
});

it('an alarm of an asset is told by when it was open and acted on', () => {
  const [asset, other] = [1 as AssetId, 2 as AssetId];
  const alarm = 7 as AlarmDefinitionId;
  const found = new Occurrences();
  const day = 1_440;
  const add = (of: AssetId, raised: number, ended: number, acted = Number.NaN) =>
    found.add(of, alarm, raised * minute, ended * minute, acted * minute);
  add(asset, -2 * day, 10);
  add(asset, 20, 21, 20.5);
  add(asset, 30, Number.POSITIVE_INFINITY);
  for (const at of [31, 31.2, 31.4]) found.addAgain(asset, alarm, at * minute);
  add(other, 50, 60);
  const { healths, timesMs } = pointHealths(found, span);
  expect([...timesMs.toSorted()].map((one) => one / minute)).toEqual([20, 30, 31, 31.2, 31.4, 50]);
  expect(healths[0]).toMatchObject({ alarms: 5, chattering: 3, acted: 1, stale: 1, isStanding: true });
  expect(healths[0]?.longestMs).toBe((2 * day + 10) * minute);
  expect(healths[0]?.openMs).toBe((10 + 1 + 70) * minute - 1);
  expect(healths[1]).toMatchObject({ alarms: 1, chattering: 0, acted: 0, stale: 0, isStanding: false });
});

describe('alarms that are acted on together', () => {
  const [a, b, c] = [1, 2, 3] as AlarmDefinitionId[] as [AlarmDefinitionId, AlarmDefinitionId, AlarmDefinitionId];
  const acts = (alarmDefinitionId: AlarmDefinitionId, ...minutes: number[]) => ({
    alarmDefinitionId,
    actsMs: minutes.map((one) => one * minute),
  });

  it('are so in nine of ten deeds, and in five at least', () => {
    const hours = [0, 60, 120, 180, 240];
    const found = actedTogether([[acts(a, ...hours), acts(b, ...hours.map((one) => one + 0.5)), acts(c, 0, 300)]]);
    expect(found).toEqual(
      new Map([
        [a, [{ alarmDefinitionId: b, times: 5 }]],
        [b, [{ alarmDefinitionId: a, times: 5 }]],
      ]),
    );
    expect(actedTogether([[acts(a, ...hours.slice(1)), acts(b, ...hours.slice(1))]]).size).toBe(0);
    expect(actedTogether([[acts(a, ...hours, 400), acts(b, ...hours)]]).size).toBe(0);
  });

  it('are counted over assets, and not where somebody emptied a list', () => {
    const one = [acts(a, 0), acts(b, 0)];
    expect(actedTogether([one, one, one, one, one]).size).toBe(2);
    const many = Array.from({ length: 20 }, (_, i) => acts((i + 1) as AlarmDefinitionId, 0));
    expect(actedTogether([many, many, many, many, many]).size).toBe(0);
  });
});
