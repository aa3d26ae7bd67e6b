import { describe, expect, test } from 'vitest';
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
