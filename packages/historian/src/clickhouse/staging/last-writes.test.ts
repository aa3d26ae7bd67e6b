import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastWrites } from './last-writes.ts';

const row = fc.record({
  key: fc.integer({ min: 1, max: 3 }),
  timeMs: fc.integer({ min: 0, max: 4 }),
  version: fc.integer({ min: 1, max: 3 }),
});

it('keeps the last row of each series, time and version, and the order', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 30 }), (drawn) => {
      // Versions of a block come one after the other.
      const rows = drawn.toSorted((a, b) => a.version - b.version);
      const last = new Map(rows.map(({ key, timeMs, version }, n) => [`${key} ${timeMs} ${version}`, n]));
      const kept = lastWrites({
        keys: Float64Array.from(rows, ({ key }) => key),
        timesMs: Float64Array.from(rows, ({ timeMs }) => timeMs),
        versions: Float64Array.from(rows, ({ version }) => version),
        length: rows.length,
      });
      expect(kept ?? [...rows.keys()]).toEqual([...last.values()].sort((a, b) => a - b));
    }),
  );
});
