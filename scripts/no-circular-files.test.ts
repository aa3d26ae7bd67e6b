import { describe, expect, it } from 'vitest';
import { findCircle } from '../apps/web/no-circular-files.ts';

describe('files that import each other in a circle', () => {
  it.each<[string, Record<string, string[]>, string[] | undefined]>([
    ['none', { page: ['tiles', 'base'], tiles: ['base'], base: [] }, undefined],
    ['two', { page: ['tiles'], tiles: ['page'] }, ['page', 'tiles', 'page']],
    ['three, beside others', { a: ['b'], b: ['c', 'd'], c: [], d: ['e'], e: ['b'] }, ['b', 'd', 'e', 'b']],
    ['one with itself', { a: ['a'] }, ['a', 'a']],
    ['one that is no file of the build', { a: ['elsewhere'] }, undefined],
  ])('%s', (_which, imports, expected) => expect(findCircle(new Map(Object.entries(imports)))).toEqual(expected));
});
