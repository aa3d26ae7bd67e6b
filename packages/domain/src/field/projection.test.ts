import { describe, expect, test } from 'vitest';
import { projectedDepth } from './benchmarks.ts';
import { hoursPerUnit, projectedCourse, readProjection } from './projection.ts';
import { wellPlanOf } from './well-plan.ts';

const HOUR_MS = 3_600_000;
const well = new Map([
  ['Total Depth (ft)', '14725'],
  ['Kill Depth (ft)', '8525'],
]);
const plan = wellPlanOf((name) => well.get(name));
const of = (values: Readonly<Record<string, string>>) =>
  readProjection(Object.entries(values).map(([attributeName, attributeValue]) => ({ attributeName, attributeValue })));

describe('the projection of a job', () => {
  test('is read of the attributes that hold it', () => {
    expect(
      of({ Well: 'A', 'Projection-Torque (ft-lbs)': '[[90,1200],[180,1210.5]]', 'projection-Empty': '[]' }),
    ).toEqual([
      {
        label: 'Torque (ft-lbs)',
        pairs: [
          [90, 1200],
          [180, 1210.5],
        ],
      },
    ]);
  });

  test.each(['', '90;1200', '{}', '[90,1200]', '[["90",1]]', '[[90]]', '[[1e999,1]]', 'null'])('%s is none', (text) => {
    expect(of({ 'Projection-Torque': text })).toEqual([]);
  });

  test.each([
    ['Time (h)', 1],
    ['time (hours)', 1],
    ['Hours', 1],
    ['Elapsed hours', 1],
    ['Days', 24],
    ['Time (days)', 24],
    ['Time (min)', 1 / 60],
    ['Surface Torque (ft-lbs)', undefined],
    ['Hookload - Pick Up (lbs)', undefined],
    ['Daylight', undefined],
  ])('%s is a time of %s h', (label, hours) => {
    expect(hoursPerUnit(label)).toBe(hours);
  });
});

describe('how deep a job should be when', () => {
  test('stands in a projection with times, in their order, up and down', () => {
    const projection = of({ 'Projection-Time (h)': '[[0,0],[0,30],[9000,10],[14000,20]]' });
    expect(
      projectedCourse(0, plan, false, projection).map(({ timeMs, depthFt }) => [timeMs / HOUR_MS, depthFt]),
    ).toEqual([
      [0, 0],
      [10, 9_000],
      [20, 14_000],
      [30, 0],
    ]);
  });

  test('is by the benchmarks as deep as a projection without times goes', () => {
    const projection = of({ 'Projection-Torque': '[[90,1],[19880,2],[400,3]]' });
    const course = projectedCourse(0, plan, false, projection);
    expect(Math.max(...course.map(({ depthFt }) => depthFt))).toBe(19_880);
    // (19,880 - 8,525) ft / 310 ft an hour = 36.63 h
    const at = (depth: number) => course.findIndex(({ depthFt }) => depthFt === depth);
    const milled = (course[at(19_880)]?.timeMs ?? 0) - (course[at(8_525)]?.timeMs ?? 0);
    expect((milled / HOUR_MS).toFixed(2)).toBe('36.63');
  });

  test('is by the benchmarks alone where there is no projection', () => {
    expect(projectedCourse(0, plan, true, [])).toEqual(projectedDepth(0, plan, true));
  });
});
