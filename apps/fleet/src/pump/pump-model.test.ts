import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { pumpDesigns } from '../world/equipment.ts';
import { PumpModel, type PumpSettings } from './pump-model.ts';
import type { PumpState } from './pump-state.ts';

const start = Date.UTC(2026, 10, 16, 6);

function aPump(change: Partial<PumpSettings> = {}): PumpModel {
  return new PumpModel({
    seed: 11,
    latitude: 32,
    longitude: -102,
    design: pumpDesigns.transfer,
    duty: { kind: 'continuous', speed: { min: 0.95, max: 0.95 } },
    supplyPsi: 34,
    wear: { initial: 0.1, perDay: 0.01 },
    ...change,
  });
}

/** Runs the model and answers its state; `look` sees every step. */
function run(model: PumpModel, hours: number, stepS = 1, look?: (state: PumpState) => void, from?: PumpState) {
  const state = from ?? model.start(start);
  const end = state.timeMs + hours * HOUR_MS;
  while (state.timeMs < end) {
    model.advance(state, state.timeMs + stepS * 1000);
    look?.(state);
  }
  return state;
}

test('a start goes from Stopped through Starting to Running, and counts once', () => {
  const model = aPump();
  const seen: string[] = [];
  const before = model.start(start).starts;
  const state = run(model, 0.1, 1, (now) => {
    if (seen.at(-1) !== now.motor) seen.push(now.motor);
  });
  expect(seen).toEqual(['Starting', 'Running']);
  expect(state.starts).toBe(before + 1);
});

test('suction below discharge, flow and current only while it turns', () => {
  const model = aPump({ duty: { kind: 'cycle', periodMinutes: 60, share: 0.5, speed: { min: 0.85, max: 1 } } });
  let stopped = 0;
  run(model, 12, 5, (state) => {
    const readings = model.read(state);
    expect(readings['Discharge Pressure']).toBeGreaterThan(readings['Suction Pressure'] as number);
    if (state.motor !== 'Stopped') return;
    stopped += 1;
    expect(readings['Motor Current']).toBe(0);
    expect(readings['Flow Rate']).toBe(0);
    expect(readings['Motor Speed']).toBe(0);
  });
  expect(stopped).toBeGreaterThan(100);
});

test('run hours and energy only grow, and run hours grow by the hours run', () => {
  const model = aPump();
  let last = model.start(start);
  const first = last.runHours;
  const end = run(model, 3, 10, (state) => {
    expect(state.energyKwh).toBeGreaterThanOrEqual(last.energyKwh);
    expect(state.runHours).toBeGreaterThanOrEqual(last.runHours);
    last = { ...state };
  });
  expect(end.runHours - first).toBeCloseTo(3, 1);
});

test('steps of 10 s and of 1 s lead to the same place', () => {
  const coarse = run(aPump(), 6, 10);
  const fine = run(aPump(), 6, 1);
  expect(coarse.motorTempF).toBeCloseTo(fine.motorTempF, 0);
  expect(coarse.flowGpm).toBeCloseTo(fine.flowGpm, 0);
  expect(coarse.runHours).toBeCloseTo(fine.runHours, 2);
});

test('wear raises vibration and bearing temperature', () => {
  const young = run(aPump({ wear: { initial: 0.05, perDay: 0 } }), 4, 10);
  const old = run(aPump({ wear: { initial: 0.85, perDay: 0 } }), 4, 10);
  const readings = (state: PumpState) => aPump().read(state);
  expect(readings(old).Vibration).toBeGreaterThan(2 * (readings(young).Vibration as number));
  expect(old.bearingTempF).toBeGreaterThan(young.bearingTempF + 20);
});

test('the trend of vibration follows wear and stands still while the pump does', () => {
  const model = aPump({ wear: { initial: 0.5, perDay: 0.6 } });
  const state = run(model, 2, 10);
  const before = state.vibrationTrend;
  run(model, 10, 10, undefined, state);
  expect(state.vibrationTrend).toBeGreaterThan(before + 0.3);
  model.command(state, { method: 'pump.stop', params: null });
  run(model, 0.1, 1, undefined, state);
  const stopped = state.vibrationTrend;
  run(model, 5, 10, undefined, state);
  expect(state.vibrationTrend).toBe(stopped);
});

test('a worn-out pump goes to the shop on a working day and comes back as new', () => {
  const seen = new Set<string>();
  const state = run(aPump({ wear: { initial: 0.96, perDay: 0.05 } }), 72, 30, (now) => seen.add(now.motor));
  expect(seen).toContain('Maintenance');
  expect(state.wear).toBeLessThan(0.3);
});

test('a clogging strainer makes the pump cavitate, then trip, then run again once it is cleaned', () => {
  const model = aPump({ supplyPsi: 27, strainerHours: 30 });
  let worst = 0;
  let tripped = false;
  let cleanAgain = false;
  run(model, 60, 10, (state) => {
    worst = Math.max(worst, state.cavitation);
    tripped ||= state.motor === 'Tripped';
    cleanAgain ||= tripped && state.motor === 'Running' && state.cavitation === 0;
  });
  expect(worst).toBeGreaterThan(0.8);
  expect(tripped).toBe(true);
  expect(cleanAgain).toBe(true);
});

test('a pump that empties a tank runs between its start and stop levels', () => {
  const model = aPump({ duty: { kind: 'tank', startShare: 0.6, stopShare: 0.2, speed: { min: 0.9, max: 0.9 } } });
  const state = model.start(start);
  const runsAt = (levelShare: number) => {
    for (let i = 0; i < 120; i++) model.advance(state, state.timeMs + 1000, { levelShare });
    return state.flowGpm > 0;
  };
  expect([0.5, 0.61, 0.4, 0.21, 0.19, 0.4, 0.6].map(runsAt)).toEqual([false, true, true, true, false, false, true]);
});

test.each([
  ['pump.reboot', null, 'Unknown method pump.reboot.'],
  ['pump.setSpeed', 'fast', 'The parameter must be a speed of 40 to 105 percent.'],
  ['pump.setSpeed', 300, 'The parameter must be a speed of 40 to 105 percent.'],
])('refuses %s with %s', (method, params, message) => {
  const model = aPump();
  expect(model.command(model.start(start), { method, params })).toEqual({ success: false, message });
});

test('stop and start by command hold until it is set back to automatic', () => {
  const model = aPump();
  const state = run(model, 0.2);
  model.command(state, { method: 'pump.stop', params: null });
  run(model, 0.2, 1, undefined, state);
  expect(state.motor).toBe('Stopped');
  model.command(state, { method: 'pump.start', params: null });
  run(model, 0.2, 1, undefined, state);
  expect(state.motor).toBe('Running');
  model.command(state, { method: 'pump.setSpeed', params: 60 });
  run(model, 0.2, 1, undefined, state);
  expect(state.speedRpm / pumpDesigns.transfer.ratedSpeedRpm).toBeCloseTo(0.6, 1);
  model.command(state, { method: 'pump.auto', params: null });
  run(model, 0.2, 1, undefined, state);
  expect(state.speedRpm / pumpDesigns.transfer.ratedSpeedRpm).toBeCloseTo(0.95, 1);
});

test('readings stay in what such a station can show over two weeks', () => {
  const model = aPump({ duty: { kind: 'cycle', periodMinutes: 94, share: 0.68, speed: { min: 0.86, max: 1 } } });
  const bounds: Record<string, [number, number]> = {
    'Motor Current': [0, 260],
    'Motor Speed': [0, 3700],
    'Suction Pressure': [0, 60],
    'Discharge Pressure': [100, 480],
    'Flow Rate': [0, 700],
    Vibration: [0.02, 12],
    'Vibration Peak': [0.01, 9],
    'Motor Temperature': [0, 275],
    'Bearing Temperature': [0, 260],
  };
  run(model, (14 * DAY_MS) / HOUR_MS, 60, (state) => {
    const readings = model.read(state);
    for (const [label, [min, max]] of Object.entries(bounds)) {
      expect(readings[label], label).toBeGreaterThanOrEqual(min);
      expect(readings[label], label).toBeLessThanOrEqual(max);
    }
  });
});
