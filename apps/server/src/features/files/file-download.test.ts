import { describe, expect, it } from 'vitest';
import { readRange } from './file-download.ts';

describe('the part of a content that a Range header asks for', () => {
  it.each<[string | undefined, { start: number; end: number } | undefined]>([
    [undefined, undefined],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=90-200', { start: 90, end: 99 }],
    ['bytes=40-', { start: 40, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-500', { start: 0, end: 99 }],
    ['bytes=-', undefined],
    ['bytes=5-4', undefined],
    ['bytes=0-1,5-6', undefined],
    ['rows=0-1', undefined],
    ['bytes=x-y', undefined],
    ['bytes=99999999999999999999-', undefined],
  ])('%j of 100 bytes is %j', (header, expected) => {
    expect(readRange(header, 100)).toEqual(expected);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is not there', (header) => {
    expect(() => readRange(header, 100)).toThrow('The file has 100 bytes.');
  });

  it('is never there of an empty content', () => {
    expect(() => readRange('bytes=0-', 0)).toThrow('The file has 0 bytes.');
  });
});
