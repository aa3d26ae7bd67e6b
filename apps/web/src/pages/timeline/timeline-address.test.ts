import { expect, test } from 'vitest';
import { filterOfParams, paramsOfFilter } from './timeline-address.ts';

test('a filter stands in the address and is read back', () => {
  const filter = { kinds: ['note', 'file'] as const, from: '2026-01-01T00:00:00.000Z', to: undefined, text: 'seal' };
  const fields = Object.entries(paramsOfFilter(filter, 'timeline-')).filter(([, value]) => value !== undefined);
  const params = new URLSearchParams(fields as [string, string][]);
  expect(filterOfParams(params, 'timeline-')).toEqual(filter);
  expect(filterOfParams(params)).toEqual({ kinds: undefined, from: undefined, to: undefined, text: undefined });
});

test('what the address says wrongly is passed over', () => {
  const params = new URLSearchParams({ kinds: 'note,nonsense', from: 'yesterday', text: '  ' });
  expect(filterOfParams(params)).toEqual({ kinds: ['note'], from: undefined, to: undefined, text: undefined });
});
