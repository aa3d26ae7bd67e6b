import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../physics/weather.ts';
import { TankModel, type TankSettings } from './tank-model.ts';
import type { TankState } from './tank-state.ts';

const start = Date.UTC(2026, 10, 16, 6);

function aTank(change: Partial<TankSettings> = {}): TankModel {
  return new TankModel({
    seed: 21,
    latitude: 32,
    longitude: -102,
    heightFt: 20,
    oilBblPerFt: 40.3,
    waterBblPerFt: 20.1,
    oilBblPerHour: 74,
    waterBblPerHour: 26,
    oilLeavesBy: 'truck',
    ...change,
  });
}

function run(
  model: TankModel,
  hours: number,
  stepS: number,
  look: (state: TankState) => void,
  pumpBblPerHour?: number,
) {
  const state = model.start(start);
  const end = state.timeMs + hours * HOUR_MS;
  const neighbour = pumpBblPerHour === undefined ? undefined : { flowBblPerHour: pumpBblPerHour };
  while (state.timeMs < end) {
    model.advance(state, state.timeMs + stepS * 1000, neighbour);
    look(state);
  }
  return state;
}

test.each([1, 10, 60])('what is in the tank changes by inflow minus draw minus leak, at steps of %d s', (stepS) => {
  const model = aTank({ leak: { fromMs: start + 5 * HOUR_MS, bblPerHour: 4 } });
  const first = model.start(start);
  let expected = first.oilBbl;
  let expectedWater = first.waterBbl;
  const hours = stepS / 3600;
  const end = run(model, 30, stepS, (state) => {
    expected += (state.inflow - state.draw - state.leak) * hours;
    expectedWater += (state.waterInflow - state.waterDraw) * hours;
  });
  expect(end.oilBbl).toBeCloseTo(expected, 6);
  expect(end.waterBbl).toBeCloseTo(expectedWater, 6);
});

test('the level is never negative and never above the shell, in 60 days of trucks', () => {
  const model = aTank();
  run(model, 60 * 24, 60, (state) => {
    expect(state.oilBbl).toBeGreaterThanOrEqual(0);
    expect(state.oilBbl / 40.3).toBeLessThanOrEqual(20);
    expect(state.waterBbl).toBeGreaterThanOrEqual(0);
    expect(state.waterBbl / 20.1).toBeLessThanOrEqual(20);
  });
});

test('a pump that wants more than there is gets what there is', () => {
  const end = run(
    aTank({ oilLeavesBy: 'pump' }),
    48,
    10,
    (state) => expect(state.oilBbl).toBeGreaterThanOrEqual(-1e-9),
    900,
  );
  expect(end.oilBbl).toBeLessThan(1);
});

test('a truck takes 186 barrels in about twenty minutes, and each counts once', () => {
  const model = aTank();
  const loads: { bbl: number; seconds: number }[] = [];
  let current: { bbl: number; seconds: number } | undefined;
  let counted = 0;
  let last = 0;
  run(model, 72, 10, (state) => {
    if (state.loads > last) counted += 1;
    last = state.loads;
    if (state.draw === 0) {
      current = undefined;
      return;
    }
    if (!current) {
      current = { bbl: 0, seconds: 0 };
      loads.push(current);
    }
    current.bbl += (state.draw * 10) / 3600;
    current.seconds += 10;
  });
  expect(loads.length).toBeGreaterThan(10);
  const full = loads.filter((load) => load.bbl > 185.9);
  expect(counted).toBe(full.length);
  for (const load of loads.slice(0, -1)) {
    expect(load.bbl).toBeCloseTo(186, 1);
    expect(load.seconds).toBeGreaterThan(1100);
    expect(load.seconds).toBeLessThan(1300);
  }
});

test('wells are shut in by the high-level switch and resume below it', () => {
  const model = aTank({ oilBblPerHour: 260 });
  const states = new Set<unknown>();
  run(model, 5 * 24, 30, (state) => states.add(model.read(state)['Battery State']));
  expect([...states].sort()).toEqual(['Filling', 'Loading truck', 'Shut in, high level']);
});

test('a leak shows as level that no meter accounts for', () => {
  const hours = 48;
  const endOf = (leak?: { fromMs: number; bblPerHour: number }) => {
    let metered = 0;
    const model = aTank({ oilLeavesBy: 'pump', ...(leak ? { leak } : {}) });
    const first = model.start(start).oilBbl;
    const end = run(
      model,
      hours,
      60,
      (state) => {
        metered += (state.inflow - state.draw) / 60;
      },
      70,
    );
    return end.oilBbl - first - metered;
  };
  expect(endOf()).toBeCloseTo(0, 6);
  expect(endOf({ fromMs: start, bblPerHour: 4 })).toBeCloseTo(-4 * hours, 6);
});

test('a loose wire makes the thermometer bad by day and leaves it good at night', () => {
  const model = aTank({ looseWire: { fromHour: 9, toHour: 18 } });
  let bad = 0;
  run(model, 5 * 24, 60, (state) => {
    const isBad = model.badLabels(state).length > 0;
    const hour = (state.timeMs / HOUR_MS - 102 / 15) % 24;
    if (hour < 9 || hour > 18.02) expect(isBad).toBe(false);
    if (isBad) bad += 1;
  });
  expect(bad).toBeGreaterThan(100);
});

test('oil follows the day more slowly than the air', () => {
  const model = aTank();
  const swing = (of: (state: TankState) => number) => {
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    run(model, DAY_MS / HOUR_MS, 60, (state) => {
      min = Math.min(min, of(state));
      max = Math.max(max, of(state));
    });
    return max - min;
  };
  expect(swing((state) => state.oilTempF)).toBeLessThan(swing((state) => state.ambientF));
});
