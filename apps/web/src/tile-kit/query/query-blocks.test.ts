import { expect, test } from 'vitest';
import {
  blockFromAddress,
  blockToAddress,
  firstBlocks,
  isHandwritten,
  newBlock,
  queryOf,
  readBlocks,
  SAMPLE_QUERY,
} from './query-blocks.ts';

test('new blocks are titled by their place, and the first one has the sample query', () => {
  expect(newBlock(2).title).toBe('Query 3');
  expect(firstBlocks()).toMatchObject([{ title: 'Query 1', query: SAMPLE_QUERY, dataTab: 'line' }]);
});

test('chosen fields become a query, whatever they are called', () => {
  expect(queryOf({ table: 'two "words"', columns: ['', `it's`, 'select'] })).toBe(
    `select "", "it's", "select"\nfrom "two ""words"""`,
  );
  expect(queryOf({ table: 't', columns: [] })).toBe('');
});

test('only a text of the user is asked about before it is cleared', () => {
  expect(isHandwritten(newBlock(0))).toBe(false);
  expect(isHandwritten(newBlock(0, { query: SAMPLE_QUERY }))).toBe(false);
  expect(isHandwritten(newBlock(0, { query: 'select 1', chosen: { table: 't', columns: ['a'] } }))).toBe(false);
  expect(isHandwritten(newBlock(0, { query: 'select 1' }))).toBe(true);
});

test('a block goes through an address unchanged, in any script', () => {
  const block = newBlock(0, {
    title: 'Füllstand 液位',
    query: `select '"+/=%&#'`,
    parsing: '(r) => r',
    dataTab: 'pie',
  });
  const text = blockToAddress(block) ?? '';
  expect(text).toMatch(/^[\w-]+$/);
  expect(blockFromAddress(text)).toEqual(block);
  expect(blockToAddress(newBlock(0, { query: 'x'.repeat(10_000) }))).toBeUndefined();
});

test.each(['', '%%%', 'bm9uZQ', btoa('{"title":7}'), btoa('[]')])('%s is no block of an address', (text) => {
  expect(blockFromAddress(text)).toBeUndefined();
});

test('what is kept is read as the specification names it; what cannot be read is none', () => {
  const kept = { title: 'Mine', query: 'select 1', parsing: '', queryTab: 'elsewhere', dataTab: 'table' };
  expect(readBlocks(JSON.stringify([kept]))).toEqual([{ ...kept, queryTab: 'fields', chosen: null }]);
  for (const text of [null, '', '[]', '{', '[{"title":1}]', '"x"']) expect(readBlocks(text)).toBeUndefined();
});
