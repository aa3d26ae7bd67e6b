import { expect, test } from 'vitest';
import { megapixelsOf } from './picture-size.ts';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];

test.each([
  ['a PNG of 10,000 by 10,000', [...PNG, 0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10, 8, 2, 0, 0, 0, 0, 0, 0, 0], 100],
  ['a text', [...new TextEncoder().encode('no picture at all, but long enough')], undefined],
  ['the first half of a signature', PNG.slice(0, 4), undefined],
  ['nothing', [], undefined],
])('%s', (_name, bytes, expected) => expect(megapixelsOf(new Uint8Array(bytes))).toBe(expected));
