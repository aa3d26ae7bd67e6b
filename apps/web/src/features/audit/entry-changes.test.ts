import { describe, expect, it, test } from 'vitest';
import { filterOfParams, paramsOfFilter } from './audit-filter.ts';
import { changesBetween } from './entry-changes.ts';

describe('the changes of an entry', () => {
  test.each([
    ['nothing', null, null, []],
    ['the same', { a: 1 }, { a: 1 }, []],
    ['a value', { alias: 'Pump' }, { alias: 'Pump 7' }, [['alias', 'changed', 'Pump', 'Pump 7']]],
    [
      'what was created',
      null,
      { name: 'x', of: { id: 1 } },
      [
        ['name', 'added', undefined, 'x'],
        ['of › id', 'added', undefined, 1],
      ],
    ],
    ['what was deleted', { name: 'x' }, null, [['name', 'removed', 'x', undefined]]],
    ['a bare value', 1, 2, [['', 'changed', 1, 2]]],
    ['a list', [1, 2], [1], [['1', 'removed', 2, undefined]]],
    ['another type', { a: 1 }, { a: '1' }, [['a', 'changed', 1, '1']]],
    [
      'an empty member',
      null,
      { a: {}, b: [] },
      [
        ['a', 'added', undefined, {}],
        ['b', 'added', undefined, []],
      ],
    ],
    [
      'JSON in a text',
      { config: '{"tabs":[{"name":"a"}]}' },
      { config: '{"tabs":[{"name":"b"}]}' },
      [['config › tabs › 0 › name', 'changed', 'a', 'b']],
    ],
    ['a text that only looks like JSON', { note: '{ no' }, { note: '[ no' }, [['note', 'changed', '{ no', '[ no']]],
    [
      'names of prototypes',
      null,
      JSON.parse('{"__proto__":{"polluted":1},"constructor":2}'),
      [['constructor', 'added', undefined, 2]],
    ],
  ])('are those of %s', (_what, before, after, expected) => {
    const found = changesBetween(before, after).map(({ path, kind, before: old, after: now }) => [
      path,
      kind,
      old,
      now,
    ]);
    for (const change of expected) expect(found).toContainEqual(change);
    if (!JSON.stringify(after)?.includes('__proto__')) expect(found).toHaveLength(expected.length);
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('the address of the audit page', () => {
  it('holds the filter, and forgets what is none', () => {
    const filter = {
      user: 'ann',
      kind: 'access',
      assetId: 7,
      text: 'a&b',
      from: '2026-11-20T12:00:00.000Z',
      to: undefined,
    };
    const named = Object.entries(paramsOfFilter(filter)).flatMap(([name, value]) => (value ? [[name, value]] : []));
    expect(filterOfParams(new URLSearchParams(named))).toEqual(filter);
    expect(Object.values(paramsOfFilter({})).every((value) => value === undefined)).toBe(true);
    const wrong = filterOfParams(new URLSearchParams('asset=x&from=yesterday&user=%20'));
    expect(Object.values(wrong).every((value) => value === undefined)).toBe(true);
  });
});
