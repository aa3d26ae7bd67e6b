import { describe, expect, it, vi } from 'vitest';
import { Breath } from './breath.ts';

describe('a thread that works behind others', () => {
  it('rests once it has worked for a while, and then not until it has again', () => {
    const now = vi.spyOn(performance, 'now');
    const wait = vi.spyOn(Atomics, 'wait').mockReturnValue('timed-out');
    let atMs = 1_000;
    now.mockImplementation(() => atMs);
    const breath = new Breath(true);
    const restsAfter = (ms: number) => {
      atMs += ms;
      const before = wait.mock.calls.length;
      breath.take();
      return wait.mock.calls.length - before;
    };
    expect([0.1, 0.1, 0.1, 0.1, 0.2, 5].map(restsAfter)).toEqual([0, 0, 1, 0, 1, 1]);
    breath.isNeeded = false;
    expect(restsAfter(5)).toBe(0);
    vi.restoreAllMocks();
  });

  it('sleeps in a rest, and not for long', () => {
    const breath = new Breath(true);
    const wait = vi.spyOn(Atomics, 'wait');
    while (wait.mock.calls.length === 0) breath.take();
    expect(wait.mock.results[0]?.value).toBe('timed-out');
    expect(wait.mock.calls[0]?.[3]).toBeLessThan(1);
    vi.restoreAllMocks();
  });
});
