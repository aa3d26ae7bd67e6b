import { ACTIVITY } from '@telltale/domain/field/activities.ts';
import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { wells } from '../world/equipment.ts';
import { JobCalendar, jointsPerHour, planJob, segmentAt } from './job-schedule.ts';
import { kickAt, RigModel } from './rig-model.ts';
import { isTripping, motionAt } from './rig-motion.ts';

const start = Date.UTC(2026, 10, 13);
const well = wells['SU-4104'].plan(0);

function aRig(kicks = false): RigModel {
  const { plan, name, wellPsi } = wells['SU-4211'];
  return new RigModel({
    seed: 42,
    latitude: 35.5,
    longitude: -98,
    well: plan,
    wellName: name,
    firstJobMs: start,
    wellPsi,
    kicks,
  });
}

test('the segments of a job follow each other without gaps, in depth as in time', () => {
  const job = planJob(well, 5, 1, start);
  for (const [i, segment] of job.segments.entries()) {
    expect(segment.startMs).toBe(i === 0 ? job.startMs : job.segments[i - 1]?.endMs);
    expect(segment.endMs).toBeGreaterThan(segment.startMs);
    if (i > 0) expect(segment.fromFt).toBe(job.segments[i - 1]?.toFt);
  }
  expect(job.segments.at(-1)?.endMs).toBe(job.endMs);
});

test('a job drills every plug down to total depth and takes two to six days', () => {
  const job = planJob(well, 5, 0, start);
  const plugs = job.segments.filter((segment) => segment.activity === ACTIVITY.drill).map((segment) => segment.plug);
  expect(plugs).toEqual(Array.from({ length: well.plugs }, (_, i) => i + 1));
  expect(Math.max(...job.segments.map((segment) => segment.toFt))).toBeCloseTo(well.totalDepthFt, 6);
  expect(job.endMs - job.startMs).toBeGreaterThan(2 * DAY_MS);
  expect(job.endMs - job.startMs).toBeLessThan(6 * DAY_MS);
});

test('tripping keeps the pace of 55 joints an hour within what crews do', () => {
  const trip = planJob(well, 5, 0, start).segments.find((segment) => segment.activity === ACTIVITY.trippingIn);
  if (!trip) throw new Error('a job trips in');
  const joints = (trip.toFt - trip.fromFt) / 31;
  const perHour = joints / ((trip.endMs - trip.startMs) / HOUR_MS);
  expect(perHour).toBeGreaterThan(55 / 1.3);
  expect(perHour).toBeLessThan(55 / 0.84);
});

test('a month of a rig has all 13 activities, and trips that keep their benchmark as well as some that miss it', () => {
  const calendar = new JobCalendar(() => well, 5, start);
  const jobs = Array.from({ length: 30 }, (_, day) => calendar.jobAt(start + day * DAY_MS));
  const segments = [...new Set(jobs)].flatMap((job) => job.segments);
  const done = new Set(segments.map(({ activity }) => activity));
  expect([...done].toSorted((a, b) => a - b)).toEqual(Object.values(ACTIVITY));
  const paces = segments
    .filter(({ activity }) => isTripping(activity))
    .map(({ fromFt, toFt, startMs, endMs }) => Math.abs(toFt - fromFt) / 31 / ((endMs - startMs) / HOUR_MS));
  expect(paces.some((pace) => pace >= jointsPerHour(well))).toBe(true);
  expect(paces.some((pace) => pace < jointsPerHour(well))).toBe(true);
});

test('jobs are found in any order of asking', () => {
  const times = [30, 2, 17, 9, 0].map((days) => start + days * DAY_MS);
  const forwards = new JobCalendar(() => well, 5, start);
  const ordered = [...times].sort((a, b) => a - b).map((t) => forwards.jobAt(t).index);
  const backwards = new JobCalendar(() => well, 5, start);
  const reversed = times.map((t) => backwards.jobAt(t));
  expect([...reversed].sort((a, b) => a.startMs - b.startMs).map((job) => job.index)).toEqual(ordered);
  for (const [i, t] of times.entries()) {
    expect(reversed[i]?.startMs).toBeLessThanOrEqual(t);
    expect(reversed[i]?.endMs).toBeGreaterThan(t);
  }
});

test('while tripping in, depth never goes back and the block stays on its mast', () => {
  const job = planJob(well, 5, 0, start);
  for (const segment of job.segments.filter((one) => isTripping(one.activity))) {
    const sign = Math.sign(segment.toFt - segment.fromFt);
    let last = segment.fromFt;
    for (let t = segment.startMs; t < segment.startMs + HOUR_MS; t += 1000) {
      const motion = motionAt(segment, t);
      expect((motion.depthFt - last) * sign).toBeGreaterThanOrEqual(-1e-9);
      expect(motion.blockFt).toBeGreaterThanOrEqual(3.9);
      expect(motion.blockFt).toBeLessThanOrEqual(45);
      last = motion.depthFt;
    }
  }
});

test('the hook carries the string while it moves, and only the block while it hangs in the slips', () => {
  const job = planJob(well, 5, 0, start);
  const trip = job.segments.find((segment) => segment.activity === ACTIVITY.trippingOut);
  if (!trip) throw new Error('a job trips out');
  const model = new RigModel({
    seed: 5,
    latitude: 32,
    longitude: -102,
    well: () => well,
    wellName: () => 'A',
    firstJobMs: start,
    wellPsi: 1_450,
    kicks: false,
  });
  const state = model.start(trip.startMs + HOUR_MS);
  const moving: number[] = [];
  const standing: number[] = [];
  for (let i = 0; i < 1_200; i++) {
    model.advance(state, state.timeMs + 1000);
    const motion = motionAt(segmentAt(job, state.timeMs), state.timeMs);
    (motion.inSlips ? standing : moving).push(state.hookLoadKlbf);
  }
  expect(Math.max(...moving)).toBeGreaterThan(55);
  expect(Math.min(...standing)).toBeLessThan(15);
});

test('pumps stroke while milling and circulating, and stand while tripping', () => {
  const model = aRig();
  const state = model.start(start);
  const strokes = new Map<number, number[]>();
  let sinceChange = 0;
  let last = state.activity;
  while (state.timeMs < start + 3 * DAY_MS) {
    model.advance(state, state.timeMs + 10_000);
    sinceChange = state.activity === last ? sinceChange + 10 : 0;
    last = state.activity;
    if (sinceChange < 180) continue;
    strokes.set(state.activity, [...(strokes.get(state.activity) ?? []).slice(-50), state.strokesPerMinute]);
  }
  expect(Math.min(...(strokes.get(ACTIVITY.drill) ?? []))).toBeGreaterThan(85);
  expect(Math.max(...(strokes.get(ACTIVITY.trippingIn) ?? []))).toBeLessThan(1);
});

test('counters only grow', () => {
  const model = aRig();
  const state = model.start(start);
  let last = { ...state };
  while (state.timeMs < start + 5 * DAY_MS) {
    model.advance(state, state.timeMs + 60_000);
    for (const counter of ['strokeCounts', 'engineHours', 'pumpHours'] as const) {
      expect(state[counter]).toBeGreaterThanOrEqual(last[counter]);
    }
    last = { ...state };
  }
});

test('a kick fills the pit, brings gas and raises the pressure, and is circulated out', () => {
  const model = aRig(true);
  const calm = aRig(false);
  const state = model.start(start);
  const calmState = calm.start(start);
  let most = { pit: 0, gas: 0, psi: 0 };
  while (state.timeMs < start + 3 * DAY_MS) {
    model.advance(state, state.timeMs + 10_000);
    calm.advance(calmState, calmState.timeMs + 10_000);
    most = {
      pit: Math.max(most.pit, state.pitBbl - calmState.pitBbl),
      gas: Math.max(most.gas, state.gasPercent - calmState.gasPercent),
      psi: Math.max(most.psi, state.wellheadPsi - calmState.wellheadPsi),
    };
  }
  expect(most.pit).toBeGreaterThan(25);
  expect(most.gas).toBeGreaterThan(10);
  expect(most.psi).toBeGreaterThan(800);
  expect(state.pitBbl).toBeCloseTo(calmState.pitBbl, 1);
});

test('a kick is nought before its time and after it', () => {
  const job = planJob(well, 5, 0, start);
  expect(kickAt(job, job.startMs)).toBe(0);
  expect(kickAt(job, job.endMs)).toBe(0);
});

test('reports the job it works on as attributes', () => {
  const model = aRig();
  const state = model.start(start);
  model.advance(state, start + 1000);
  expect(model.attributes(state)).toMatchObject({
    Well: 'Redbud 1H',
    jobStartTime: '2026-11-13T00:00:00Z',
    'BOP Count': 5,
    'High Pressure': 'true',
  });
});
