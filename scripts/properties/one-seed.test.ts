import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listSources } from '../source-files.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const drawn = (numRuns = 20) => {
  const seen: number[] = [];
  fc.assert(
    fc.property(fc.integer(), (one) => void seen.push(one)),
    { numRuns },
  );
  return seen;
};

describe('a property', () => {
  it('is tried with the same examples each time', () => {
    expect(new Set(drawn()).size).toBeGreaterThan(10);
    expect(drawn()).toEqual(drawn());
    expect(fc.sample(fc.string(), 5)).toEqual(fc.sample(fc.string(), 5));
  });

  it('of a page would be drawn anew each time: pages have a world each, which none makes dearer', () => {
    const ofPages = listSources().filter((path) =>
      /^apps\/web\/src\/(?!tiles\/|ui\/|tile-kit\/).*\.test\.tsx$/.test(path),
    );
    expect(ofPages.length).toBeGreaterThan(50);
    const drawing = ofPages.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes("'fast-check'"));
    expect(drawing).toEqual([]);
  });
});
