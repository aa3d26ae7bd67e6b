import { expect, it } from 'vitest';
import { brokerRulesSchema } from './broker-rules.ts';
import { ruleDifference, ruleDifferenceText } from './rule-difference.ts';

const rules = (...each: [name: string, label: string][]) =>
  brokerRulesSchema.parse(
    each.map(([name, label]) => ({ name, topic: '#', serialNumber: 'S', values: [{ path: '$', label }] })),
  );

it('names what is only there, what is different and what is only in yours', () => {
  const difference = ruleDifference(
    rules(['A', 'x'], ['B', 'x'], ['C', 'x']),
    rules(['B', 'y'], ['C', 'x'], ['D', 'x']),
  );
  expect(difference).toEqual({ onlyThere: ['D'], different: ['B'], onlyYours: ['A'] });
  expect(ruleDifferenceText(difference)).toBe('only there: D; different: B; only in yours: A');
});

it('says that only the order is another one', () => {
  const difference = ruleDifference(rules(['A', 'x'], ['B', 'x']), rules(['B', 'x'], ['A', 'x']));
  expect(ruleDifferenceText(difference)).toBe('the same rules in another order');
});
