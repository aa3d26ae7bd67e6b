import { expect, test } from 'vitest';
import { settingsFaults } from './settings-faults.ts';

const read = {
  title: '',
  decimals: 2,
  half: false,
  style: 'simple',
  color: '#0f0',
  min: null,
  dataItem: null,
  series: [{ smooth: 1, color: '' }],
  legendValues: ['min', 'max'],
  fetch: { headers: [{ name: 'a', value: 'b' }] },
};

test.each<[string, Record<string, unknown>, string[]]>([
  ['nothing stored', {}, []],
  ['what was read', read, []],
  ['keys of others', { later: {}, type: 5 }, []],
  ['numbers as text, and beyond their limits', { decimals: '4' }, []],
  ['null', { title: null, decimals: null, series: null }, []],
  ['a colour without its sign', { color: '0f0' }, []],
  ['text for an automatic end', { min: 'auto' }, []],
  ['words in another order', { legendValues: ['max', 'min'] }, []],
  ['a word that there is none of', { legendValues: ['max', 'min', 'mode'] }, ['legendValues']],
  ['headers as a record', { fetch: { headers: { a: 'b' } } }, []],
  ['a word for a number', { decimals: 'two' }, ['decimals']],
  ['empty text for a number', { decimals: '' }, ['decimals']],
  ['a number for a text', { title: 5 }, ['title']],
  ['text for a switch', { half: 'yes' }, ['half']],
  ['a style that there is none of', { style: 'rococo' }, ['style']],
  ['no colour', { series: [{ color: 'url(x)' }] }, ['series[0].color']],
  ['a wrong data item', { dataItem: 'abc' }, ['dataItem']],
  ['a list for an end', { min: [] }, ['min']],
  ['entries that were left out', { series: [null, { smooth: 1 }] }, ['series']],
  ['an entry’s own', { series: [{ smooth: {}, color: '' }] }, ['series[0].smooth']],
  ['no object', { fetch: 'http://x' }, ['fetch']],
])('%s', (_what, stored, faults) => expect(settingsFaults(stored, read)).toEqual(faults));

test('of very many the first are named', () => {
  const stored = { series: Array.from({ length: 500 }, () => ({ smooth: {} })) };
  const many = { series: stored.series.map(() => ({ smooth: 1 })) };
  expect(settingsFaults(stored, many)).toHaveLength(20);
});
