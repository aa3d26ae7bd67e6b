import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FARTHEST_DEGREES, travelTimes } from './travel-times.ts';

describe('the first P and S through IASP91', () => {
  // As ObsPy's TauPy answers them for the same model.
  it.each([
    ['P', 55, 67, 647.036],
    ['S', 55, 67, 1_176.947],
    ['P', 100, 45, 485.204],
  ] as const)('%s of an event %d km deep at %d° takes %d s', (phase, depth, degrees, seconds) => {
    expect(travelTimes(phase, depth).at(degrees)).toBeCloseTo(seconds, 1);
  });

  it('goes straight through the upper crust nearby', () => {
    const km = 30;
    const seconds = travelTimes('P', 5).at((km / 6_371) * (180 / Math.PI)) ?? 0;
    expect(seconds).toBeCloseTo(Math.hypot(km, 5) / 5.8, 1);
    expect(travelTimes('S', 8).at(0)).toBeCloseTo(8 / 3.36, 2);
    expect(travelTimes('P', 0).at(0)).toBe(0);
  });

  it('is unknown in the shadow of the core, and takes a usual depth where none is said', () => {
    const times = travelTimes('P', null);
    expect(times.at(FARTHEST_DEGREES + 0.1)).toBeUndefined();
    expect(times.at(Number.NaN)).toBeUndefined();
    expect(times.at(2)).toBe(travelTimes('P', 10).at(2));
    expect(travelTimes('P', -3).at(2)).toBe(travelTimes('P', 0).at(2));
  });

  it('is known at every distance up to there, comes later farther away, and S after P', () => {
    const depth = fc.constantFrom(0, 3.7, 10, 20, 33, 35, 120, 410, 700);
    fc.assert(
      fc.property(depth, (km) => {
        const [p, s] = [travelTimes('P', km), travelTimes('S', km)];
        let before = -1;
        for (let degrees = 0.01; degrees <= FARTHEST_DEGREES; degrees += 0.73) {
          const [first, second] = [p.at(degrees) ?? Number.NaN, s.at(degrees) ?? Number.NaN];
          expect(first).toBeGreaterThan(before);
          expect(second).toBeGreaterThan(first);
          before = first;
        }
      }),
      { numRuns: 9 },
    );
  });
});
