import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useListAddress } from './use-list-address.ts';

test('what is drawn around on the map is the same one while somebody types: the map is not drawn anew for each key', () => {
  window.history.replaceState(null, '', '/assets?area=1,2;3,4;5,6');
  const { result } = renderHook(() => useListAddress());
  const { corners } = result.current.filter;
  expect(corners).toHaveLength(3);
  act(() => result.current.setSearch('pump'));
  expect(result.current.filter.search).toBe('pump');
  expect(result.current.filter.corners).toBe(corners);
});
