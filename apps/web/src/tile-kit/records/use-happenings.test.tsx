import '#testing/setup.ts';
import { permissionId } from '@telltale/contract';
import { render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveConnection } from '#live/live-connection.ts';
import { TestingHub } from '#live/testing/hub.ts';
import { LiveContext } from '#live/use-live.ts';
import { useSessionStore } from '#session/session-store.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { TEST_ASSET_ID, TestDashboard } from '../testing/tile-world.tsx';
import { useHappenings } from './use-happenings.ts';

const COURSE = `/api/ef/assets/${TEST_ASSET_ID}/alarmcourse`;
const EVENTS = `/api/assets/${TEST_ASSET_ID}/events`;

function Shown() {
  const { spans } = useHappenings(0, 60_000);
  return <p>{spans.length}</p>;
}

/** What a page that opens on a hub asks of alarms and events. */
function show(hub: TestingHub) {
  const portal = new PortalStub();
  portal.on({ method: 'GET', path: COURSE }, { body: { transitions: [], spans: [], thresholds: [] } });
  portal.on({ method: 'GET', path: EVENTS }, { body: [] });
  const permissions = new Set([permissionId('Alarms', 'View'), permissionId('Events', 'View')]);
  useSessionStore.setState({ state: 'valid', authId: 'someone', permissions });
  const connection = new LiveConnection({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
  connection.setHost('telltale');
  connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  const live = { connection } as unknown as Parameters<typeof LiveContext>[0]['value'];
  render(
    <LiveContext value={live}>
      <TestDashboard>
        <Shown />
      </TestDashboard>
    </LiveContext>,
  );
  return portal;
}

afterEach(() => void vi.useRealTimers());

test('alarms and events are asked for beside the hub, however long that is silent', async () => {
  // No wait ends by itself: whatever waited for the hub would wait for ever.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  const hub = new TestingHub();
  hub.openSocket = () => ({ OPEN: 1, readyState: 0, close: () => undefined }) as unknown as WebSocket;
  const portal = show(hub);
  await vi.advanceTimersByTimeAsync(100);
  const asked = portal.requests.map(({ url }) => url.pathname).filter((path) => path === COURSE || path === EVENTS);
  expect(asked.sort()).toEqual([COURSE, EVENTS].sort());
});
