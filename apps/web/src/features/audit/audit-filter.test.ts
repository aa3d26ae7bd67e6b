import { describe, expect, it } from 'vitest';
import { filterOfParams, paramsOfFilter } from './audit-filter.ts';

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
