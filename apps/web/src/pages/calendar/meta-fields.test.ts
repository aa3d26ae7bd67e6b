import { describe, expect, it } from 'vitest';
import { fieldsOf, isJson, metaText, readMeta, valueAt, withField } from './meta-fields.ts';

const META = { hours: 312.5, isHot: true, details: { selection: 'VT-100', parts: [1, 2] } };

describe('metadata', () => {
  it('is taken apart into fields, and put together again', () => {
    expect(fieldsOf(META)).toEqual([
      { path: ['hours'], text: '312.5' },
      { path: ['isHot'], text: 'true' },
      { path: ['details', 'selection'], text: 'VT-100' },
      { path: ['details', 'parts'], text: '[1,2]' },
    ]);
    for (const { path, text } of fieldsOf(META)) expect(withField(META, path, text)).toEqual(META);
    expect(valueAt(META, ['details', 'selection'])).toBe('VT-100');
  });

  it.each([
    [['hours'], '400', { ...META, hours: 400 }],
    [['hours'], 'many', { ...META, hours: 'many' }],
    [['isHot'], 'false', { ...META, isHot: false }],
    [['details', 'selection'], '7', { ...META, details: { ...META.details, selection: '7' } }],
    [['new'], '', { ...META, new: '' }],
    [['hours'], undefined, { isHot: true, details: META.details }],
  ])('changes at %j to %s', (path, text, expected) => expect(withField(META, path, text)).toEqual(expected));

  it('loses a group with its last field', () => {
    expect(metaText(withField({ details: { selection: 'x' } }, ['details', 'selection'], undefined))).toBe('');
  });

  it('takes a hostile name for a name', () => {
    const meta = readMeta('{"__proto__": {"polluted": 1}, "constructor": "x"}');
    const changed = withField(meta ?? {}, ['__proto__', 'polluted'], '2');
    expect(metaText(changed)).toBe('{"__proto__":{"polluted":2},"constructor":"x"}');
    expect(valueAt({}, ['constructor'])).toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  it.each(['[1]', '"text"', 'no json', '7'])('%s is no list of fields', (text) =>
    expect(readMeta(text)).toBeUndefined(),
  );

  it.each([
    ['', true],
    ['{"a":', false],
    ['"text"', true],
  ])('“%s” is JSON: %s', (text, expected) => expect(isJson(text)).toBe(expected));
});
