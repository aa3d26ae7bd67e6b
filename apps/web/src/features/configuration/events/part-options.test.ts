import { describe, expect, it, test } from 'vitest';
import { categoryName, edited, readOptionsCsv, reasonWith, withOptions, without } from './part-options.ts';

test.each([
  [0, 'Annotation'],
  [1, 'Maintenance'],
  [2, 'Event'],
  [77, 'Event'],
])('category %i is %s', (category, name) => expect(categoryName(category)).toBe(name));

describe('part numbers', () => {
  it('come from CSV with the header option', () => {
    expect(readOptionsCsv('option\nPL-1\n\n"A, B"\n')).toEqual({ options: ['PL-1', 'A, B'] });
    expect(readOptionsCsv('')).toEqual({ options: [] });
  });

  test.each(['PL-1\nPL-2', 'option\n"PL-1', 'option\na,b'])('do not come from %j', (text) => {
    expect(readOptionsCsv(text).options).toBeUndefined();
    expect(readOptionsCsv(text).problem).toBeTruthy();
  });

  it('are there once, whatever their case', () => {
    expect(withOptions(['PL-1'], [' pl-1 ', 'PL-2', 'pl-2', ''])).toEqual(['PL-1', 'PL-2']);
  });

  it('are edited entry by entry, over whatever others save meanwhile', () => {
    const edit = without(without({ removed: [], added: ['B', 'C'] }, 'A'), 'C');
    expect(edited(['A', 'D'], edit)).toEqual(['D', 'B']);
    expect(edited(['A', 'D', 'E', 'b'], edit)).toEqual(['D', 'E', 'b']);
    expect(edited([], edit)).toEqual(['B']);
  });

  it('stand in the reason beside whatever else it holds', () => {
    expect(reasonWith({ reason: '{"note":"x","options":["a"]}' }, ['b'])).toBe('{"note":"x","options":["b"]}');
    expect(reasonWith({ reason: 'not JSON' }, ['b'])).toBe('{"options":["b"]}');
    expect(reasonWith({ reason: '["a"]' }, [])).toBe('{"options":[]}');
  });
});
