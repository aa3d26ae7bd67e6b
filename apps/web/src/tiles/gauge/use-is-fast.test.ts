// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useIsFast } from './use-is-fast.ts';

it('is fast only while times follow one another within 600 ms', () => {
  const { result, rerender } = renderHook(({ time }) => useIsFast(time), {
    initialProps: { time: null as number | null },
  });
  const after = (time: number) => {
    rerender({ time });
    return result.current;
  };
  expect(result.current).toBe(false);
  expect(after(1_000)).toBe(false);
  expect(after(1_200)).toBe(true);
  expect(after(1_200)).toBe(true);
  expect(after(2_200)).toBe(false);
});
