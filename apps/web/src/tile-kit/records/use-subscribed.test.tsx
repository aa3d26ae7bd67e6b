import '#testing/setup.ts';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LiveConnection } from '#live/live-connection.ts';
import { TestingHub } from '#live/testing/hub.ts';
import { LiveContext } from '#live/use-live.ts';
import { TEST_ASSET_ID, TestDashboard } from '../testing/tile-world.tsx';
import { useSubscribed } from './use-subscribed.ts';

function Told() {
  return <p>{useSubscribed(true) ? 'heard' : 'waiting'}</p>;
}

/** A dashboard whose hub answers, or is silent. */
function show(hub: TestingHub, isSignedIn = true) {
  const connection = new LiveConnection({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
  connection.setHost('telltale');
  if (isSignedIn) connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  const live = { connection } as unknown as Parameters<typeof LiveContext>[0]['value'];
  render(
    <LiveContext value={live}>
      <TestDashboard>
        <Told />
      </TestDashboard>
    </LiveContext>,
  );
  return connection;
}

test('the hub is heard once it has confirmed the subscription, not before', async () => {
  const hub = new TestingHub();
  const connection = show(hub);
  expect(screen.getByText('waiting')).toBeTruthy();
  expect(connection.isSubscribing(TEST_ASSET_ID)).toBe(true);
  expect(await screen.findByText('heard')).toBeTruthy();
  expect(connection.isSubscribing(TEST_ASSET_ID)).toBe(false);
});

test('where there will be no connection nothing waits for it', async () => {
  show(new TestingHub(), false);
  expect(await screen.findByText('heard')).toBeTruthy();
});

test('nor where the connection is refused', async () => {
  const hub = new TestingHub();
  hub.tokens = new Set();
  show(hub);
  expect(await screen.findByText('heard')).toBeTruthy();
});

test('nor for long where the hub says nothing', async () => {
  const hub = new TestingHub();
  hub.openSocket = () => ({ OPEN: 1, readyState: 0, close: () => undefined }) as unknown as WebSocket;
  show(hub);
  expect(await screen.findByText('heard', {}, { timeout: 10_000 })).toBeTruthy();
});
