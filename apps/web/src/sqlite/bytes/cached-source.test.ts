import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BLOCK_BYTES, CachedSource } from './cached-source.ts';

const MEGABYTE = 1_048_576;

/** A file whose bytes tell where they are, and what was asked of it. */
function aFile(size: number) {
  const content = new Uint8Array(size);
  for (let at = 0; at < size; at++) content[at] = (at * 31 + (at >> 8)) % 251;
  const asked: number[] = [];
  const source = new CachedSource((from, to) => {
    const bytes = content.slice(from, to + 1);
    asked.push(bytes.length);
    return { bytes, size };
  });
  return { content, asked, source };
}

test('any part is what the file has there, whatever was read before', () => {
  const { content, source } = aFile(MEGABYTE + 777);
  const part = fc.tuple(fc.integer({ min: 0, max: content.length + 9 }), fc.integer({ min: 0, max: 90_000 }));
  fc.assert(
    fc.property(part, ([offset, length]) => {
      expect(Buffer.compare(source.read(offset, length), content.slice(offset, offset + length))).toBe(0);
    }),
  );
});

test('a file is read from front to back, and from back to front, by few requests', () => {
  const size = 16 * MEGABYTE;
  const pages = Array.from({ length: size / 4_096 }, (_, page) => page * 4_096);
  for (const order of [pages, pages.toReversed()]) {
    const { asked, source } = aFile(size);
    for (const offset of order) source.read(offset, 4_096);
    expect(asked.length).toBeLessThan(16);
    expect(source.readBytes).toBe(size);
  }
});

test('a look at one place costs a block, and a page that is larger one request', () => {
  const { asked, source } = aFile(16 * MEGABYTE);
  const places = [9, 3, 14, 6, 11].map((at) => at * MEGABYTE);
  for (const offset of places) source.read(offset, 4_096);
  expect(asked).toEqual(Array.from({ length: 6 }, () => BLOCK_BYTES));
  source.read(5 * MEGABYTE, 65_536);
  expect(asked.at(-1)).toBe(65_536);
  expect(asked).toHaveLength(7);
});
