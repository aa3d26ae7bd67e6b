import '#testing/setup.ts';
import '#tiles/testing/browser.ts';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TestDashboard } from '#tile-kit/testing/tile-world.tsx';
import { RequestPortsProvider } from './request-ports.tsx';
import { EMPTY_REQUEST } from './request-settings.ts';
import type { RequestPorts } from './run-request.ts';
import { useTileData } from './use-tile-data.ts';
// Loaded with the first request; no pretended time would bring it.
import './reading-calls.ts';

const EVERY_S = 10;
const NO_SUBSTITUTIONS = {};
const request = { ...EMPTY_REQUEST, url: '/api/ef/assets' };

/** A portal that answers how often it was asked, or refuses. */
function aPortal() {
  const portal = { asked: 0, status: 200 };
  const ports: RequestPorts = {
    origin: window.location.origin,
    read: async () => Response.json(++portal.asked, { status: portal.status }),
    send: () => Promise.reject(new Error('nothing leaves the portal')),
    runScript: () => Promise.reject(new Error('there is no script')),
  };
  return { portal, ports };
}

function run(refreshSeconds = EVERY_S, status = 200) {
  const { portal, ports } = aPortal();
  portal.status = status;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <RequestPortsProvider ports={ports}>
      <TestDashboard>{children}</TestDashboard>
    </RequestPortsProvider>
  );
  const { result } = renderHook(() => useTileData(request, NO_SUBSTITUTIONS, refreshSeconds), { wrapper });
  return { portal, shown: () => result.current.result, refresh: () => act(() => result.current.refresh()) };
}
const wait = (seconds = 0) => act(() => vi.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('data is asked for again an interval after each answer', async () => {
  const { portal, shown } = run();
  await wait();
  expect(shown()).toEqual({ state: 'ready', data: 1 });
  await wait(EVERY_S - 1);
  expect(portal.asked).toBe(1);
  await wait(1);
  expect(shown()).toEqual({ state: 'ready', data: 2 });
});

test('without an interval it is asked for once, and when somebody wants it', async () => {
  const { shown, refresh } = run(0);
  await wait(10_000);
  expect(shown()).toEqual({ state: 'ready', data: 1 });
  refresh();
  expect(shown()).toEqual({ state: 'loading', data: 1 });
  await wait();
  expect(shown()).toEqual({ state: 'ready', data: 2 });
});

test('after a failure the next attempt comes after five intervals, and what was there stays known', async () => {
  const { portal, shown } = run();
  await wait();
  portal.status = 503;
  await wait(EVERY_S);
  expect(shown()).toMatchObject({ state: 'error', data: 1 });
  portal.status = 200;
  await wait(5 * EVERY_S - 1);
  expect(portal.asked).toBe(2);
  expect(shown().state).toBe('error');
  await wait(1);
  expect(shown()).toEqual({ state: 'ready', data: 3 });
});

test('an error does not give way to loading until an attempt by itself is answered', async () => {
  const { portal, shown, refresh } = run(EVERY_S, 503);
  await wait();
  const first = shown();
  await wait(5 * EVERY_S);
  expect(portal.asked).toBe(2);
  expect(shown()).toEqual(first);
  refresh();
  expect(shown().state).toBe('loading');
});
