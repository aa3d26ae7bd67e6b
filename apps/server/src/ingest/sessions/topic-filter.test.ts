import { expect, it } from 'vitest';
import { covers } from './topic-filter.ts';

it.each([
  ['a/b', 'a/b', true],
  ['a/b', 'a/c', false],
  ['a/+', 'a/b', true],
  ['a/+', 'a/b/c', false],
  ['a/+', 'a', false],
  ['a/#', 'a/b/c', true],
  ['a/#', 'a', true],
  ['a/+/chunk/+', 'a/7/chunk/0', true],
  ['a/+/chunk/+', 'a/7/other/0', false],
  ['#', 'a', true],
])('%s covers %s: %s', (filter, topic, expected) => {
  expect(covers(filter, topic)).toBe(expected);
});
