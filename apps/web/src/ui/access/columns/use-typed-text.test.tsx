import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useTypedText } from './use-typed-text.ts';

describe('a text that is typed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function typing() {
    const keep = vi.fn<(text: string) => void>();
    const hook = renderHook(({ kept }) => useTypedText(kept, keep), { initialProps: { kept: 'pump' } });
    const text = () => hook.result.current.text;
    const type = (typed: string) => act(() => hook.result.current.type(typed));
    return { ...hook, keep, text, type };
  }

  it('stands in the field at once, and is kept when nothing was typed for a moment', () => {
    const { keep, text, type, rerender } = typing();
    expect(text()).toBe('pump');
    type('pump 1');
    act(() => vi.advanceTimersByTime(200));
    type('pump 12');
    act(() => vi.advanceTimersByTime(200));
    expect([text(), keep.mock.calls]).toEqual(['pump 12', []]);
    act(() => vi.advanceTimersByTime(200));
    expect(keep.mock.calls).toEqual([['pump 12']]);
    rerender({ kept: 'pump 12' });
    expect(text()).toBe('pump 12');
    // From then on what the keeper says stands there: Back, or a link.
    rerender({ kept: '' });
    expect(text()).toBe('');
  });

  it('is kept at once where the field is left, and once only', () => {
    const { keep, type, result } = typing();
    act(() => result.current.settle());
    expect(keep).not.toHaveBeenCalled();
    type('');
    act(() => result.current.settle());
    act(() => vi.advanceTimersByTime(1_000));
    expect(keep.mock.calls).toEqual([['']]);
  });

  it('is not kept once its page is gone: the address is that of another then', () => {
    const { keep, type, unmount } = typing();
    type('tank');
    unmount();
    vi.advanceTimersByTime(1_000);
    expect(keep).not.toHaveBeenCalled();
  });
});
