import { describe, expect, it, test } from 'vitest';
import { readDataItemCsv } from './data-item-csv.ts';

describe('data items from CSV', () => {
  it('have a label and a unit; of labels that differ by case the last one counts', () => {
    const csv = readDataItemCsv('label,unit\nFlow,L/min\n,bar\nLevel\nFLOW,m³/h');
    expect(csv).toEqual({
      items: [
        { label: 'FLOW', unit: 'm³/h' },
        { label: 'Level', unit: '' },
      ],
      problem: undefined,
      leftOut: 2,
    });
  });

  test.each([
    ['prose', 'Good morning'],
    ['an open quote', 'label,unit\n"Flow,m'],
    ['a label beyond measure', `label,unit\n${'x'.repeat(256)},m`],
    ['a unit beyond measure', `label,unit\nFlow,${'x'.repeat(65)}`],
  ])('are none in %s, which is said', (_, text) => {
    const { items, problem } = readDataItemCsv(text);
    expect(items).toEqual([]);
    expect(problem).toBeTruthy();
  });

  it('are none in nothing, which is no problem', () => {
    expect(readDataItemCsv('')).toEqual({ items: [], problem: undefined, leftOut: 0 });
  });
});
