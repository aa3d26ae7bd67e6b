import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pumpDesigns } from '../world/equipment.ts';
import { motorCurrentA, operatingPoint, type PumpDesign, ratedShaftKw } from './pump-curve.ts';

const designs = Object.entries(pumpDesigns) as [string, PumpDesign][];

test.each(designs)('%s: a new pump at rated speed gives its rated flow and head', (_name, design) => {
  const point = operatingPoint(design, design.ratedSpeedRpm, 0, 1);
  expect(point.flowGpm).toBeCloseTo(design.ratedFlowGpm, 6);
  expect(point.headFt).toBeCloseTo(design.ratedHeadFt, 6);
  expect(point.shaftKw).toBeCloseTo(ratedShaftKw(design), 6);
});

test.each(designs)(
  '%s: without static head, flow goes with speed, head with its square, power with its cube',
  (_n, base) => {
    const design = { ...base, staticHeadFt: 0 };
    const full = operatingPoint(design, design.ratedSpeedRpm, 0, 1);
    fc.assert(
      fc.property(fc.double({ min: 0.4, max: 1.1, noNaN: true }), (n) => {
        const point = operatingPoint(design, n * design.ratedSpeedRpm, 0, 1);
        expect(point.flowGpm / full.flowGpm).toBeCloseTo(n, 9);
        expect(point.headFt / full.headFt).toBeCloseTo(n ** 2, 9);
        expect(point.shaftKw / full.shaftKw).toBeCloseTo(n ** 3, 9);
      }),
    );
  },
);

test.each(designs)(
  '%s: below the speed that lifts the static head nothing flows, and nothing is negative',
  (_n, design) => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1.1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.9, max: 1.1, noNaN: true }),
        (n, wear, line) => {
          const point = operatingPoint(design, n * design.ratedSpeedRpm, wear, line);
          for (const value of Object.values(point)) expect(value).toBeGreaterThanOrEqual(0);
          if (point.headFt > 0 && n < 0.3) expect(point.flowGpm).toBe(0);
        },
      ),
    );
  },
);

test('a worn pump moves less at the same speed', () => {
  const design = pumpDesigns.transfer;
  const fresh = operatingPoint(design, 3400, 0, 1);
  const worn = operatingPoint(design, 3400, 0.9, 1);
  expect(worn.flowGpm).toBeLessThan(fresh.flowGpm);
  expect(worn.efficiency).toBeLessThan(fresh.efficiency);
});

test('100 kW at 480 V draw about 146 A', () => {
  expect(motorCurrentA(pumpDesigns.transfer, 100)).toBeCloseTo(146.3, 0);
});
