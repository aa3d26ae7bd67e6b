import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TopicPattern } from '#ingest/plain-topics/topic-pattern.ts';
import { covers, topicFilters, widest } from './topic-filters.ts';

it.each([
  [['plant/#', 'plant/+/a'], ['plant/#']],
  [['plant/+/a', 'plant/#'], ['plant/#']],
  [
    ['plant/+/a', 'plant/x/+'],
    ['plant/+/a', 'plant/x/+'],
  ],
  [['plant/#', 'plant'], ['plant/#']],
  [
    ['plant/+', 'plant'],
    ['plant/+', 'plant'],
  ],
  [['+/+', 'a/b', 'a/+', '+/b'], ['+/+']],
  [['#', '+/#'], ['#']],
  [['+/#', '#'], ['#']],
  [
    ['#', '$SYS/#', '$SYS/broker'],
    ['#', '$SYS/#'],
  ],
  [
    ['a/+/#', 'a/#', 'b/#'],
    ['a/#', 'b/#'],
  ],
  [['a', 'a'], ['a']],
  [[], []],
])('of %j the widest are %j', (filters, expected) => expect(widest(filters)).toEqual(expected));

it('a rule for everything covers the topics of gateways', () => {
  expect(widest(topicFilters({ gateways: true }, ['#']))).toEqual(['#']);
  expect(widest(topicFilters({ gateways: true }, ['plant/+']))).toContain('v1/gateway/telemetry');
  expect(topicFilters({ gateways: false }, ['plant/+'])).toEqual(['plant/+']);
});

const level = fc.constantFrom('a', 'b', '', '$s', '+');
const filter = fc
  .tuple(fc.array(level, { maxLength: 3 }), fc.boolean())
  .map(([levels, isOpen]) => [...levels, ...(isOpen || levels.length === 0 ? ['#'] : [])].join('/'))
  .filter((text) => text !== '');

/** Every topic of up to four levels, one of which no filter names. */
const TOPICS = allTopics(4);
function allTopics(most: number): string[] {
  const names = ['a', 'b', '', '$s', 'c'];
  let last = names;
  const all = [...names];
  for (let levels = 2; levels <= most; levels++) {
    last = last.flatMap((topic) => names.map((name) => `${topic}/${name}`));
    all.push(...last);
  }
  return all.filter((topic) => topic !== '');
}
const matched = (text: string) => {
  const pattern = new TopicPattern(text);
  return TOPICS.filter((topic) => pattern.match(topic) !== undefined);
};

it('one filter covers another when it matches all of its topics', () => {
  fc.assert(
    fc.property(filter, filter, (wide, narrow) => {
      const all = new Set(matched(wide));
      expect(covers(wide, narrow)).toBe(matched(narrow).every((topic) => all.has(topic)));
    }),
    { numRuns: 200 },
  );
});

it('the widest match what all match, none covers another, and their order does not count', () => {
  fc.assert(
    fc.property(fc.array(filter, { maxLength: 6 }), (filters) => {
      const chosen = widest(filters);
      expect(new Set(chosen.flatMap(matched))).toEqual(new Set(filters.flatMap(matched)));
      for (const one of chosen) {
        for (const other of chosen) expect(one !== other && covers(one, other)).toBe(false);
      }
      expect(new Set(widest([...filters].reverse()))).toEqual(new Set(chosen));
    }),
    { numRuns: 100 },
  );
});
