import { QUALITY_BAD, QUALITY_GOOD } from '@telltale/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PayloadError } from './incoming.ts';
import { readAttributes, readGatewayTelemetry, readJson, readTelemetry } from './payload.ts';

const pointsOf = (json: unknown) =>
  readTelemetry(json).points.map(({ label, timeMs, value }) => [label, timeMs, value]);
const reasonsOf = (json: unknown) => readTelemetry(json).setAside.map(({ reason }) => reason);

describe('telemetry', () => {
  it.each([
    [
      'a plain object',
      { t: 1, h: 2 },
      [
        ['t', undefined, 1],
        ['h', undefined, 2],
      ],
    ],
    ['an object with its time', { ts: 5, values: { t: 1 } }, [['t', 5, 1]]],
    [
      'an array of both',
      [{ t: 1 }, { ts: 6, values: { t: 2 } }],
      [
        ['t', undefined, 1],
        ['t', 6, 2],
      ],
    ],
    ['a time with digits as text', { ts: '1451649600512', values: { t: 1 } }, [['t', 1_451_649_600_512, 1]]],
    ['a time with a fraction', { ts: 5.9, values: { t: 1 } }, [['t', 5, 1]]],
    ['a data item called ts', { ts: 5 }, [['ts', undefined, 5]]],
    [
      'a data item called values',
      { values: 5, ts: 6 },
      [
        ['values', undefined, 5],
        ['ts', undefined, 6],
      ],
    ],
    [
      'booleans and nulls',
      { a: true, b: false, c: null },
      [
        ['a', undefined, 1],
        ['b', undefined, 0],
      ],
    ],
    [
      'text, objects and arrays',
      { a: 'on', b: { c: [1] }, d: [] },
      [
        ['a', undefined, 'on'],
        ['b', undefined, '{"c":[1]}'],
        ['d', undefined, '[]'],
      ],
    ],
    ['an empty object', {}, []],
    ['an empty array', [], []],
  ])('reads %s', (_name, json, points) => {
    expect(pointsOf(json)).toEqual(points);
    expect(reasonsOf(json)).toEqual([]);
  });

  it.each([
    ['a number', 4],
    ['text', 'x'],
    ['null', null],
    ['true', true],
  ])('is not %s', (_name, json) => {
    expect(() => readTelemetry(json)).toThrow(PayloadError);
  });

  it('never takes seconds for milliseconds', () => {
    expect(pointsOf({ ts: 1_700_000_000, values: { t: 1 } })).toEqual([['t', 1_700_000_000, 1]]);
  });

  it('keeps numbers that are none as NaN of bad quality', () => {
    const { points } = readTelemetry(readJson(Buffer.from('{"a": 1e400, "b": -1e400, "c": 1e-320, "d": -0}')));
    expect(points).toEqual([
      { label: 'a', timeMs: undefined, value: Number.NaN, quality: QUALITY_BAD },
      { label: 'b', timeMs: undefined, value: Number.NaN, quality: QUALITY_BAD },
      { label: 'c', timeMs: undefined, value: 1e-320, quality: QUALITY_GOOD },
      { label: 'd', timeMs: undefined, value: -0, quality: QUALITY_GOOD },
    ]);
  });

  it('makes half a character whole', () => {
    expect(readTelemetry(readJson(Buffer.from('{"a": "\\ud800x"}'))).points[0]?.value).toBe('\uFFFDx');
  });

  it('takes every number of any flat object, in order', () => {
    const label = fc.string({ minLength: 1 }).filter((text) => text !== 'ts' && text !== 'values');
    fc.assert(
      fc.property(fc.dictionary(label, fc.double({ noNaN: true, noDefaultInfinity: true })), (values) => {
        const json = readJson(Buffer.from(JSON.stringify(values)));
        const expected = Object.entries(values).map(([key, value]) => [key, undefined, value === 0 ? 0 : value]);
        expect(pointsOf(json).map(([key, time, value]) => [key, time, value === 0 ? 0 : value])).toEqual(expected);
      }),
    );
  });

  it('never fails but with a PayloadError, and loses nothing silently, whatever JSON comes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (json) => {
        try {
          const { points, setAside } = readTelemetry(json);
          for (const point of points)
            expect(typeof point.value === 'number' || typeof point.value === 'string').toBe(true);
          for (const thing of setAside) expect(thing.excerpt.length).toBeLessThanOrEqual(200);
          if (Array.isArray(json)) {
            const isUsable = (element: unknown) =>
              typeof element === 'object' && element !== null && !Array.isArray(element);
            expect(setAside.length).toBeGreaterThanOrEqual(json.filter((element) => !isUsable(element)).length);
          }
        } catch (error) {
          expect(error).toBeInstanceOf(PayloadError);
        }
      }),
    );
  });

  it('never fails but with a PayloadError, whatever bytes come', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          readJson(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(PayloadError);
        }
      }),
    );
  });
});

describe('gateway telemetry', () => {
  it('is read device by device, one that is unusable for itself', () => {
    const readings = readGatewayTelemetry({ A: [{ ts: 5, values: { t: 1 } }], B: 'broken', C: { t: 2 } });
    expect(readings.get('A')?.points).toMatchObject([{ label: 't', timeMs: 5, value: 1 }]);
    expect(readings.get('B')).toMatchObject({ points: [], setAside: [{ label: null }] });
    expect(readings.get('C')?.points).toMatchObject([{ label: 't', value: 2 }]);
  });

  it('is an object', () => {
    expect(() => readGatewayTelemetry([])).toThrow(PayloadError);
  });
});

describe('attributes', () => {
  it('become text', () => {
    const json = readJson(Buffer.from('{"a": 1, "b": true, "c": "x", "d": {"e": [1]}, "f": null, "__proto__": "p"}'));
    expect([...readAttributes(json).attributes]).toEqual([
      ['a', '1'],
      ['b', 'true'],
      ['c', 'x'],
      ['d', '{"e":[1]}'],
      ['__proto__', 'p'],
    ]);
  });
});
