import { PLAIN_DISPLAY } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { labelPoint, layoutDial } from './dial-layout.ts';
import { bandsOf } from './gauge-bands.ts';
import { angleOf, arcPath, arcsOf, bandEnds, dialOf, outsideOf, pointAt, tickValues } from './gauge-geometry.ts';

const plain = { min: 0, max: 100, half: false, startAngle: null, tickAngle: null };
const dial = dialOf(plain);

describe('the dial', () => {
  test('spans 240 degrees about twelve o’clock', () => expect(dial).toMatchObject({ startDeg: -120, sweepDeg: 240 }));
  test('spans 180 degrees in half mode, whatever else is set', () =>
    expect(dialOf({ ...plain, half: true, startAngle: 10, tickAngle: 300 })).toMatchObject({
      startDeg: -90,
      sweepDeg: 180,
    }));
  test('clamps start and tick angle to 0-360', () =>
    expect(dialOf({ ...plain, startAngle: -20, tickAngle: 900 })).toMatchObject({ startDeg: -180, sweepDeg: 360 }));
  test('has 10 ticks and so 11 values', () =>
    expect(tickValues(plain)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]));
});

describe('the needle', () => {
  test.each([
    [0, -120],
    [50, 0],
    [100, 120],
    [-5, -120],
    [1e9, 120],
    [Number.NaN, -120],
  ])('at %d points to %d degrees', (value, angle) => expect(angleOf(value, dial)).toBe(angle));

  test('runs backwards where max is below min', () =>
    expect(angleOf(75, dialOf({ ...plain, min: 100, max: 0 }))).toBe(-60));
  test('rests at the start of a scale without length', () =>
    expect(angleOf(5, dialOf({ ...plain, min: 5, max: 5 }))).toBe(-120));
  test('never leaves the scale', () => {
    const bound = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(fc.double(), bound, bound, (value, min, max) => {
        const angle = angleOf(value, dialOf({ ...plain, min, max }));
        expect(angle >= -120 && angle <= 120).toBe(true);
      }),
    );
  });

  test.each([
    [101, 'above'],
    [-1, 'below'],
    [100, undefined],
    [Number.NaN, undefined],
  ])('a value of %d lies %s the scale', (value, side) => {
    expect(outsideOf(value, plain)).toBe(side);
    expect(outsideOf(value, { min: 100, max: 0 })).toBe(side);
  });
});

const three = {
  bands: 'three',
  band1Color: '',
  band2Color: '',
  band3Color: '',
  band1End: null,
  band2End: null,
} as const;

describe('the bands', () => {
  test('end at 33 and 66 on the default scale', () => expect(bandEnds(null, null, plain)).toEqual([33, 66]));
  test('end at thirds of any other scale', () => expect(bandEnds(null, null, { min: 30, max: 90 })).toEqual([50, 70]));
  test('keep an end that is set', () => expect(bandEnds(80, null, plain)).toEqual([80, 80]));
  test('are in order on a backwards scale too', () => expect(bandEnds(60, 80, { min: 90, max: 30 })).toEqual([60, 60]));

  test('cover the dial without hole or overlap', () => {
    const value = fc.double({ min: -1e6, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(value, value, fc.option(value), fc.option(value), (min, max, band1End, band2End) => {
        // A scale of a few of the smallest numbers there are has no middle.
        fc.pre(Math.abs(max - min) > 1e-9);
        const anyDial = dialOf({ ...plain, min, max });
        const { bands } = bandsOf({ ...three, band1End, band2End }, PLAIN_DISPLAY, anyDial, () => '');
        const length = arcsOf(bands, anyDial).reduce((sum, arc) => sum + arc.toDeg - arc.fromDeg, 0);
        expect(Math.abs(length - 240)).toBeLessThan(1e-4);
      }),
    );
  });

  test('a value at the end of a band still belongs to it', () => {
    const { bands, activeOf } = bandsOf(three, PLAIN_DISPLAY, plain, () => '');
    expect([33, 33.1, 100, 500].map((value) => bands.indexOf(activeOf(value)!))).toEqual([0, 1, 2, 2]);
    const backwards = bandsOf({ ...three, band1End: 60, band2End: 40 }, PLAIN_DISPLAY, { min: 100, max: 0 }, () => '');
    expect([80, 60, 50, 3].map((value) => backwards.bands.indexOf(backwards.activeOf(value)!))).toEqual([0, 0, 1, 2]);
  });

  test('of the data item have its colours, or those of their severities', () => {
    const limits = { low: { limit: 20, color: '#112233', severity: 2 }, high: { limit: 80, color: '', severity: 5 } };
    const display = { ...PLAIN_DISPLAY, bands: { ...PLAIN_DISPLAY.bands, ...limits } };
    const { bands, activeOf } = bandsOf(
      { ...three, bands: 'item' },
      display,
      plain,
      (severity) => `severity ${severity}`,
    );
    expect(bands.map(({ from, to, colour }) => [from, to, colour])).toEqual([
      [0, 20, '#112233'],
      [80, 100, 'severity 5'],
    ]);
    expect([20, 20.1, 79, 80, 500].map((value) => activeOf(value)?.colour)).toEqual([
      '#112233',
      undefined,
      undefined,
      'severity 5',
      'severity 5',
    ]);
    expect(bandsOf({ ...three, bands: 'none' }, display, plain, () => '').bands).toEqual([]);
  });
});

describe('paths', () => {
  test('twelve o’clock is straight up, three o’clock to the right', () => {
    expect(pointAt(0, 10)).toEqual({ x: 0, y: -10 });
    expect(pointAt(90, 10).x).toBeCloseTo(10);
  });
  test('an arc over half a turn takes the long way', () => expect(arcPath(-120, 120, 100)).toContain('A100 100 0 1 1'));
  test('a full turn is drawn in two halves', () => expect(arcPath(-180, 180, 100).match(/A/g)).toHaveLength(2));
});

describe('the value in the middle', () => {
  const labels = tickValues({ ...plain, max: 5_000 }).map((value) => value.toLocaleString('en-US'));
  const layoutOf = (longestValue: string, marks: readonly string[], width: number) =>
    layoutDial({
      dial,
      style: 'simple',
      barWidth: 10,
      size: { width, height: width },
      fonts: { title: 18, value: 18, unit: 18, label: 18 },
      texts: { longestValue, hasUnit: true, labels: marks },
    });

  test.each([160, 300, 600])('touches no label of a scale in thousands, %d pixels wide', (width) => {
    const { valueUnits, valueY, labelUnits, labelEvery } = layoutOf('1,451', labels, width);
    const halfValue = (valueUnits * 0.63 * 5) / 2;
    const beside = labels.filter((label, index) => {
      if (index % labelEvery !== 0) return false;
      const { x, y } = labelPoint(dial.startDeg + (dial.sweepDeg * index) / 10, label, labelUnits, 10);
      const isAtItsHeight = Math.abs(y - valueY) < (valueUnits + labelUnits) * 0.75 * 0.5;
      return isAtItsHeight && Math.abs(x) - (label.length * 0.63 * labelUnits) / 2 < halfValue - 0.01;
    });
    expect(beside).toEqual([]);
    expect(valueUnits).toBeGreaterThan(20);
  });

  test('is as large as its place allows where the labels are short', () => {
    const short = tickValues(plain).map(String);
    expect(layoutOf('1,451', short, 300).valueUnits).toBeGreaterThan(layoutOf('1,451', labels, 300).valueUnits);
  });
});
