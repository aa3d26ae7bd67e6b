import { expect, test } from 'vitest';
import { mergeMeta } from './merge-meta.ts';

test.each([
  ['other fields', '{"a":1,"b":2}', '{"a":9,"b":2}', '{"a":1,"b":3,"c":4}', '{"a":9,"b":3,"c":4}'],
  ['a field that is new', '', '{"a":1}', '{"b":2}', '{"b":2,"a":1}'],
  ['a field that goes', '{"a":1,"b":2}', '{"b":2}', '{"a":1,"b":3}', '{"b":3}'],
  ['fields of one group', '{"g":{"a":1,"b":1}}', '{"g":{"a":2,"b":1}}', '{"g":{"a":1,"b":2}}', '{"g":{"a":2,"b":2}}'],
  ['the same field: the later one counts', '{"a":1}', '{"a":2}', '{"a":3}', '{"a":2}'],
  ['a group that is a text by now', '{"g":{"a":1}}', '{"g":{"a":2}}', '{"g":"x"}', '{"g":{"a":2}}'],
  ['a list, which is one value', '{"l":[1]}', '{"l":[1,2]}', '{"l":[1],"a":null}', '{"l":[1,2],"a":null}'],
  ['nothing that others have not', '{"a":1}', '{"a":1}', '{"a":2}', '{"a":2}'],
  ['the last field', '{"a":1}', '', '{"a":1,"b":2}', '{"b":2}'],
  ['what is stored as it was read: the text as it is', '{"a":1}', '{ "a": 2 }', '{"a":1}', '{ "a": 2 }'],
  ['a text that is no JSON, as it was read', 'x', '{"a":1}', 'x', '{"a":1}'],
  [
    'hostile names',
    '{"__proto__":{"a":1}}',
    '{"__proto__":{"a":2}}',
    '{"__proto__":{"a":1},"b":1}',
    '{"__proto__":{"a":2},"b":1}',
  ],
])('changes %s', (_what, before, after, stored, expected) => expect(mergeMeta(before, after, stored)).toBe(expected));

test.each([
  ['x', '{"a":1}', 'y'],
  ['[1]', '[2]', '[3]'],
  ['{"a":1}', '{"a":2}', '[1]'],
])('says so when %s became %s while it was %s', (before, after, stored) =>
  expect(mergeMeta(before, after, stored)).toBeUndefined(),
);
