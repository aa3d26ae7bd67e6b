import { describe, expect, test } from 'vitest';
import { listRegions, listStates } from './regions.ts';

const namesOf = (state: string) => listRegions(state).map(({ text }) => text);
const keyOf = (state: string, text: string) => listRegions(state).find((region) => region.text === text)?.key;

describe('where a well lies', () => {
  test('the states have the keys of well numbers, with the offshore regions', () => {
    const keys = new Map(listStates().map(({ key, text }) => [text, Number(key)]));
    expect([...keys.values()].sort((a, b) => a - b)).toEqual([
      ...Array.from({ length: 51 }, (_, index) => index + 1),
      ...[55, 56, 60, 61],
    ]);
    expect(
      ['Alabama', 'Delaware', 'New Mexico', 'Oklahoma', 'Texas', 'Utah', 'Wyoming', 'Alaska', 'Hawaii'].map((state) =>
        keys.get(state),
      ),
    ).toEqual([1, 7, 30, 35, 42, 43, 49, 50, 51]);
    expect(keys.get('Northern Gulf of Mexico')).toBe(60);
  });

  test('the counties are those of the Census Bureau: 3,142 in the states and the District', () => {
    const all = listStates().flatMap(({ key }) => (Number(key) < 55 ? listRegions(key) : []));
    expect(all).toHaveLength(3_142);
    expect([listRegions('42').length, listRegions('7').length, listRegions('8').length]).toEqual([254, 3, 1]);
    expect(['Reeves', 'Ward', 'Yoakum'].map((county) => keyOf('42', county))).toEqual(['389', '475', '501']);
    expect(namesOf('30')).toContain('Doña Ana');
  });

  test('a city apart from the county of its name is told from it, and no key stands for two', () => {
    expect([keyOf('19', 'Baltimore'), keyOf('19', 'Baltimore (city)')]).toEqual(['005', '510']);
    for (const { key } of listStates()) {
      const regions = listRegions(key);
      expect(regions.length, key).toBeGreaterThan(0);
      expect(new Set(regions.map((region) => region.key)).size, key).toBe(regions.length);
      expect(new Set(regions.map((region) => region.text)).size, key).toBe(regions.length);
    }
  });

  test('offshore there are areas, and nowhere there is nothing', () => {
    expect(keyOf('60', 'Green Canyon')).toBe('GC');
    expect(keyOf('60', 'Florida Middle Ground')).toBe('FM');
    expect(listRegions('60')).toHaveLength(63);
    expect([listRegions(''), listRegions('52'), listRegions('Texas')]).toEqual([[], [], []]);
  });
});
