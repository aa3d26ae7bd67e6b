import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFolderInMemory } from './folder-in-memory.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'telltale-place-'));
});
afterEach(() => rmSync(place, { recursive: true }));

it('a folder for the files of tests is made where there is room, and others may pass through it', () => {
  const folder = makeFolderInMemory(place, 1) ?? '';
  expect(folder.startsWith(join(place, 'telltale-test-'))).toBe(true);
  writeFileSync(join(folder, 'file'), 'x');
  if (process.platform !== 'win32') expect(statSync(folder).mode & 0o777).toBe(0o711);
});

it.each([
  ['too little room', () => place, Number.MAX_SAFE_INTEGER],
  ['no such place', () => join(place, 'nowhere'), 1],
])('none is made with %s', (_why, where, enoughBytes) => {
  expect(makeFolderInMemory(where(), enoughBytes)).toBeUndefined();
});
