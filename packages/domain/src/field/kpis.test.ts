import { describe, expect, test } from 'vitest';
import { ACTIVITY } from './activities.ts';
import { projectedDepth } from './benchmarks.ts';
import { activityTotals, jobFigures, taskKpis, type WorkedSegment } from './kpis.ts';
import { progressColour } from './progress-colour.ts';
import { wellPlanOf } from './well-plan.ts';

/** The well of both tables below, as its attributes tell it. */
const WELL: Readonly<Record<string, string>> = {
  'total depth (ft)': '14,725',
  'kill depth (ft)': '8525',
  'prod. tubing depth (ft)': '8525',
  'bop count': '3',
  'circulation time': '2',
};
const plan = wellPlanOf((name) => WELL[name.toLowerCase()]);
const highPressure = wellPlanOf((name) => (name === 'High Pressure' ? 'true' : WELL[name.toLowerCase()]));

const {
  rigUp,
  bopPressTest,
  trippingIn,
  other: OTHER,
  washdown,
  drill,
  circulating,
  trippingOut,
  trippingInProduction,
  rigDown,
} = ACTIVITY;

const rowsOf = (...rows: [activity: number, hours: number, depth: number | null][]): WorkedSegment[] =>
  rows.map(([activity, hours, depth]) => ({ activity, hours, depth }));

const round = (value: number | null, decimals: number) => (value === null ? null : Number(value.toFixed(decimals)));

/** Score, hours, active and final benchmark, completion %, joints an hour: to the digits that the report shows. */
function shown(segments: readonly WorkedSegment[], of = plan, complete: readonly number[] = []) {
  return Object.fromEntries(
    taskKpis(segments, of, (activity) => complete.includes(activity)).map((kpi) => [
      kpi.task.name,
      [
        round(kpi.score, 1),
        round(kpi.currentHours, 2),
        round(kpi.activeBenchmarkHours, 2),
        round(kpi.finalBenchmarkHours, 2),
        round(kpi.completion === null ? null : kpi.completion * 100, 1),
        round(kpi.jointsPerHour, 1),
      ],
    ]),
  );
}

/** A day by hand, 24 hours. Depth in feet at the end of each. */
const DAY = rowsOf(
  [rigUp, 8, 0],
  [bopPressTest, 1.75, 0],
  [trippingIn, 3, 4_650],
  [OTHER, 1.5, 4_650],
  [trippingIn, 2.25, 8_525],
  [washdown, 3.25, 9_300],
  [drill, 1, 9_455],
  [washdown, 2.25, 10_230],
  [drill, 1, 10_385],
);

describe('a day by hand', () => {
  test('comes to these hours and feet', () => {
    expect(DAY.reduce((sum, { hours }) => sum + hours, 0)).toBe(24);
    expect([...activityTotals(DAY)]).toEqual([
      [rigUp, { hours: 8, feet: 0 }],
      [bopPressTest, { hours: 1.75, feet: 0 }],
      // 4,650 - 0, and 8,525 - 4,650
      [trippingIn, { hours: 5.25, feet: 8_525 }],
      [OTHER, { hours: 1.5, feet: 0 }],
      // 9,300 - 8,525, and 10,230 - 9,455
      [washdown, { hours: 5.5, feet: 1_550 }],
      // 9,455 - 9,300, and 10,385 - 10,230
      [drill, { hours: 2, feet: 310 }],
    ]);
  });

  test('gives these figures', () => {
    expect(shown(DAY, plan, [rigUp])).toEqual({
      // Marked as complete: progress 1. 1 / (8 / 9) × 100 = 112.5
      'Rig Up': [112.5, 8, 9, 9, 100, null],
      // 3 × 0.5 h = 1.5 h, used up. 1 / (1.75 / 1.5) × 100 = 85.714
      'BOP Press Test': [85.7, 1.75, 1.5, 1.5, 100, null],
      // 8,525 ft / 31 ft = 275 joints; 275 / 55 = 5 h; 8,525 of 8,525 ft. 1 / (5.25 / 5) × 100 = 95.238; 275 / 5.25 = 52.381
      'Tripping In': [95.2, 5.25, 5, 5, 100, 52.4],
      // Lateral 14,725 - 8,525 = 6,200 ft; / 310 = 20 h. Done 1,550 + 310 = 1,860 ft: 0.3 of it, 6 h. 0.3 / (7.5 / 20) × 100 = 80
      'Mill and Wash': [80, 7.5, 6, 20, 30, null],
    });
  });

  test('is, without the mark, as far with its rig-up as the time: 8 of 9 hours', () => {
    // 0.8889 / (8 / 9) × 100 = 100
    expect(shown(DAY)['Rig Up']).toEqual([100, 8, 8, 9, 88.9, null]);
  });

  test('has these boxes', () => {
    const figures = jobFigures(DAY, 0, 24 * 3_600_000, { current: 3, most: 3 });
    // 7.5 h × 60 / 3 = 150 min; 3 / 7.5 = 0.4; 1,860 / 7.5 = 248
    expect(figures).toEqual({
      daysOnWell: 1,
      currentPlug: 3,
      minutesPerPlug: 150,
      plugsPerHour: 0.4,
      lateralFeetPerHour: 248,
    });
    // Where the rig counts none, each stretch of milling is a plug: 7.5 × 60 / 2 = 225.
    expect(jobFigures(DAY, 0, 1, undefined)).toMatchObject({ currentPlug: 2, minutesPerPlug: 225 });
  });

  test.each([
    ['Rig Up', '#2e7d32'],
    ['Tripping In', '#2e7d32'],
    // 85.714: 0.5714 of the way from orange (217, 119, 6) to green (46, 125, 50): 217 - 97.7, 119 + 3.4, 6 + 25.1
    ['BOP Press Test', '#777a1f'],
    // 80: orange itself
    ['Mill and Wash', '#d97706'],
  ])('its %s is %s', (task, colour) => {
    const kpi = taskKpis(DAY, plan, (activity) => activity === rigUp).find((one) => one.task.name === task);
    expect(progressColour(kpi?.score ?? 0)).toBe(colour);
  });
});

/** A whole job by hand, against high pressure: 77.5 hours. */
const JOB = rowsOf(
  [rigUp, 10, 0],
  [bopPressTest, 1.5, 0],
  [trippingIn, 6, 8_525],
  [washdown, 14, 11_625],
  [drill, 11, 14_725],
  [circulating, 2.5, 14_725],
  [trippingOut, 12.5, 0],
  [trippingInProduction, 8, 8_525],
  [rigDown, 12, 8_525],
);

test('a whole job by hand, against high pressure', () => {
  expect(shown(JOB, highPressure)).toEqual({
    // 1 / (10 / 9) × 100
    'Rig Up': [90, 10, 9, 9, 100, null],
    'BOP Press Test': [100, 1.5, 1.5, 1.5, 100, null],
    // 275 joints / 45 = 6.1111 h; 6.1111 / 6 × 100 = 101.852; 275 / 6 = 45.833
    'Tripping In': [101.9, 6, 6.11, 6.11, 100, 45.8],
    // 6,200 of 6,200 ft in 25 h: 20 / 25 × 100
    'Mill and Wash': [80, 25, 20, 20, 100, null],
    // 2 / 2.5 × 100
    Circulating: [80, 2.5, 2, 2, 100, null],
    // 14,725 / 31 = 475 joints; / 45 = 10.5556 h; / 12.5 = 84.444; 475 / 12.5 = 38
    'Tripping Out': [84.4, 12.5, 10.56, 10.56, 100, 38],
    // 6.1111 / 8 = 76.389; 275 / 8 = 34.375
    'Tripping in production': [76.4, 8, 6.11, 6.11, 100, 34.4],
    // 9 / 12
    'Rig Down': [75, 12, 9, 9, 100, null],
  });
});

test('the projection takes each benchmark one after the other', () => {
  const hours = projectedDepth(0, plan, false).map(({ timeMs, depthFt }) => [timeMs / 3_600_000, depthFt]);
  expect(hours.map(([time = 0, depth]) => [Number(time.toFixed(3)), depth])).toEqual([
    [0, 0],
    [9, 0],
    [10.5, 0],
    [15.5, 8_525],
    [35.5, 14_725],
    [37.5, 14_725],
    // 475 joints / 55 = 8.636 h
    [46.136, 0],
    [51.136, 8_525],
    [60.136, 8_525],
  ]);
  expect(projectedDepth(0, plan, true)[1]).toEqual({ timeMs: 5 * 3_600_000, depthFt: 0 });
});

describe('what is not told', () => {
  test('has no score: no depths of the well, no benchmark, nothing recorded', () => {
    const bare = wellPlanOf(() => undefined);
    const kpis = shown(rowsOf([trippingIn, 4, null], [drill, 2, null], [circulating, 1, null], [rigUp, 3, null]), bare);
    expect(kpis).toEqual({
      'Rig Up': [100, 3, 3, 9, 33.3, null],
      'Tripping In': [null, 4, null, null, null, 0],
      'Mill and Wash': [null, 2, null, null, null, null],
      Circulating: [null, 1, null, null, null, null],
    });
    expect(jobFigures([], 10, 5, undefined)).toEqual({
      daysOnWell: 0,
      currentPlug: null,
      minutesPerPlug: null,
      plugsPerHour: null,
      lateralFeetPerHour: null,
    });
  });

  test.each(['', 'deep', '-5', 'Infinity', 'NaN', '1,2,3'])('a depth of %j is none', (text) => {
    expect(wellPlanOf(() => text)).toMatchObject({ totalDepthFt: null, bopCount: null, rigUpHours: 9 });
  });

  test('depths that go up count as way made, as those that go down', () => {
    expect(
      activityTotals(rowsOf([trippingIn, 1, 310], [trippingOut, 1, 31], [trippingIn, 1, null])).get(trippingOut),
    ).toEqual({
      hours: 1,
      feet: 279,
    });
  });
});

test.each([
  [0, '#8b1a1a'],
  [69.99, '#8b1a1a'],
  // Half way from dark red (139, 26, 26) to orange (217, 119, 6)
  [75, '#b24910'],
  [80, '#d97706'],
  // Half way from orange to green (46, 125, 50)
  [85, '#847a1c'],
  [90, '#2e7d32'],
  [140, '#2e7d32'],
])('a score of %s is %s', (score, colour) => {
  expect(progressColour(score)).toBe(colour);
});
