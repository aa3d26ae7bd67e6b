import { describe, expect, it } from 'vitest';
import { mappingAttributes, mappingCsv, mappingDifferences, readMapping } from './item-mapping.ts';

const known = [
  { dataItemId: 5, label: 'PT-101', alias: 'Wellhead, north' },
  { dataItemId: 6, label: 'FT-7', alias: '' },
  { dataItemId: 7, label: '=PT;1', alias: '' },
] as unknown as Parameters<typeof readMapping>[1];

describe('a mapping of data items', () => {
  it('is read by label whatever its case; rows of no data item are ignored, the last of two counts', () => {
    const text = 'Label,Alias,Index\npt-101,First,1\nPT-101,Wellhead,2\nNobody,X,3\n ft-7 ,,9\n';
    expect(readMapping(text, known)).toEqual({
      items: [
        { dataItemId: 5, label: 'PT-101', alias: 'Wellhead', index: 2 },
        { dataItemId: 6, label: 'FT-7', alias: '', index: 9 },
      ],
      ignored: 1,
      problem: undefined,
    });
    expect(readMapping('label,alias\nFT-7,Flow', known).items).toEqual([
      { dataItemId: 6, label: 'FT-7', alias: 'Flow', index: undefined },
    ]);
  });

  it.each([
    ['alias\nA', 'The first line has to name the column label.'],
    ['label\nA', 'The first line has to name the column alias.'],
    ['label,alias,index\nPT-101,A,first', 'Line 2: the index has to be a whole number from 0 on.'],
    ['label,alias,index\nPT-101,A,-1', 'Line 2: the index has to be a whole number from 0 on.'],
    ['label,alias\n"PT-101,A', 'Line 1: a quote is not closed.'],
  ])('%j is none', (text, problem) => {
    expect(readMapping(text, known).problem).toMatch(problem.replace('Line 1: ', ''));
    expect(readMapping(text, known).items).toEqual([]);
  });

  it('becomes the attributes aliasMap and streamMap, and is written as it was read', () => {
    const { items } = readMapping('label,alias,index\nPT-101,"Wellhead, north",1\n"=PT;1",,4', known);
    const [aliases, streams] = mappingAttributes(items);
    expect(aliases).toEqual({ attributeName: 'aliasMap', attributeValue: '{"5":"Wellhead, north"}' });
    expect(streams).toEqual({ attributeName: 'streamMap', attributeValue: '{"5":1,"7":4}' });
    const text = mappingCsv(known, streams?.attributeValue);
    expect(text).toBe('label,alias,index\nPT-101,"Wellhead, north",1\n"=PT;1",,4');
    expect(readMapping(text, known).items).toEqual(items);
    expect(mappingCsv([{ ...known[1] } as (typeof known)[0]], undefined)).toBe('');
  });

  it('differs from another one only where it says something else', () => {
    const read = (text: string) => readMapping(`label,alias,index\n${text}`, known).items;
    expect(mappingDifferences(read('PT-101,A,1\nFT-7,Same,2'), read('FT-7,Same,2\n=PT;1,C,'))).toEqual([
      { key: 5, label: 'PT-101', theirs: 'A, 1', yours: '(none)' },
      { key: 7, label: '=PT;1', theirs: '(none)', yours: 'C' },
    ]);
  });
});
