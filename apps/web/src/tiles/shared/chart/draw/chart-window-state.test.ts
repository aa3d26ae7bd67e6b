import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimeRange } from '../model/time-range.ts';
import { ChartWindow } from './chart-window-state.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aWindow() {
  const told: (TimeRange | undefined)[] = [];
  let drawings = 0;
  const window = new ChartWindow({ onZoom: (range) => told.push(range) }, () => drawings++);
  window.follow(() => ({ from: 0, to: 100 }), false);
  return { window, told, drawings: () => drawings };
}

test('each step of a gesture is drawn at once, and only where it ends is told', () => {
  const { window, told, drawings } = aWindow();
  for (let step = 1; step <= 5; step++) {
    window.zoomTo({ from: step, to: 100 - step }, true);
    expect(window.range()).toEqual({ from: step, to: 100 - step });
    vi.advanceTimersByTime(16);
  }
  expect([drawings(), told, window.isHeld]).toEqual([5, [], true]);
  vi.advanceTimersByTime(200);
  expect(told).toEqual([{ from: 5, to: 95 }]);
  expect(window.isHeld).toBe(false);
  // Still what the hand chose, until the dashboard has taken it over.
  expect(window.range()).toEqual({ from: 5, to: 95 });
  window.follow(() => ({ from: 7, to: 8 }), false);
  expect(window.range()).toEqual({ from: 7, to: 8 });
});

test('another window that comes while the hand still moves does not take it away', () => {
  const { window } = aWindow();
  window.zoomTo({ from: 10, to: 20 }, true);
  window.follow(() => ({ from: 0, to: 1 }), true);
  expect(window.range()).toEqual({ from: 10, to: 20 });
  window.close();
});

test('zooming out forgets a gesture that has not ended', () => {
  const { window, told, drawings } = aWindow();
  window.zoomTo({ from: 10, to: 20 }, true);
  window.zoomTo(undefined, false);
  vi.advanceTimersByTime(500);
  expect(told).toEqual([undefined]);
  expect(window.range()).toEqual({ from: 0, to: 100 });
  expect(drawings()).toBe(2);
});

test('a live window moves on by itself; half a pixel of it is how long a point may wait', () => {
  const { window, drawings } = aWindow();
  window.follow(() => ({ from: 0, to: 100 }), true);
  vi.advanceTimersByTime(3_000);
  expect(drawings()).toBe(3);
  expect(window.halfPixelMs(1000)).toBe(50);
  expect(window.halfPixelMs(1)).toBe(1000);
  window.close();
  vi.advanceTimersByTime(3_000);
  expect(drawings()).toBe(3);
});
