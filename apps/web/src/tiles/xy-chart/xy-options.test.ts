import { expect, test } from 'vitest';
import { timeRange, type XAxisSpec } from './xy-options.ts';

const x: XAxisSpec = { label: '', min: null, max: null, hasGrid: true, isLog: false, isTime: true };

test.each<[string, Partial<XAxisSpec>, [number, number] | null, [number, number]]>([
  ['from its first point to its last', {}, [100, 700], [100, 700]],
  ['to an end of its own', { max: 900 }, [100, 700], [100, 900]],
  ['about a single point', {}, [100, 100], [99.5, 100.5]],
  ['somewhere without points', {}, null, [0, 1]],
])('time goes %s', (_where, part, found, shown) => {
  expect(timeRange({ ...x, ...part }, found)).toEqual(shown);
});
