import '#testing/setup.ts';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import type { commands } from '@telltale/contract';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { assetCommandsQuery } from '#api/command-queries.ts';
import { assetFilesQuery } from '#api/file-queries.ts';
import { LiveConnection } from '#live/live-connection.ts';
import { TestingHub } from '#live/testing/hub.ts';
import { LiveContext } from '#live/use-live.ts';
import { aCommand } from '#testing/a-command.ts';
import { PortalStub } from '#testing/portal-stub.ts';
import { useCommandNews, useFileNews } from './use-news-of-records.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

function Shown() {
  const { data } = useQuery(assetCommandsQuery(7, 20));
  useCommandNews([7, 7]);
  return <p>{data?.commands[0]?.state}</p>;
}

/** A list of the commands of asset 7, one of which is queued. */
async function show(content = <Shown />) {
  const hub = new TestingHub();
  let state: commands.CommandState = 'queued';
  const portal = new PortalStub().on('GET /api/ef/assets/7/commands', () => ({
    body: { total: 1, commands: [aCommand({ commandId: 1, assetId: 7 as never, state })] },
  }));
  portal.on('GET /api/ef/assets/7/files', { body: [{ filename: 'a.log' }] });
  const connection = new LiveConnection({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
  connection.setHost('telltale');
  connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  const live = { connection } as unknown as Parameters<typeof LiveContext>[0]['value'];
  const { unmount } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveContext value={live}>{content}</LiveContext>
    </QueryClientProvider>,
  );
  await vi.advanceTimersByTimeAsync(1_000);
  const asked = () => portal.requests.filter(({ url }) => url.pathname === '/api/ef/assets/7/commands').length;
  const become = (next: commands.CommandState) => {
    state = next;
  };
  return { hub, portal, connection, asked, become, unmount };
}

test('a command that waits for its device is not asked for, and what becomes of it shows at once', async () => {
  const { hub, asked, become } = await show();
  const before = asked();
  expect([...(hub.sockets[0]?.filters ?? [])]).toEqual(['telltale/assets/7/records']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toBe(before);
  become('verified');
  for (let i = 0; i < 5; i++) hub.publish('telltale/assets/7/records', { assetId: 7 });
  await vi.advanceTimersByTimeAsync(300);
  expect(screen.getByText('verified')).toBeTruthy();
  expect(asked()).toBe(before + 1);
});

test('what the hub did not tell is asked for when it is back, and rarely while it is away', async () => {
  const { hub, asked, become } = await show();
  const before = asked();
  become('delivered');
  hub.dropAll();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(screen.getByText('delivered')).toBeTruthy();
  expect(asked()).toBe(before + 1);
  hub.isUp = false;
  hub.dropAll();
  await vi.advanceTimersByTimeAsync(16_000);
  expect(asked()).toBe(before + 2);
});

function ShownFiles() {
  const { data } = useQuery(assetFilesQuery(7));
  useFileNews(7);
  return <p>{data?.map(({ filename }) => filename).join()}</p>;
}

test('a file that a device uploads meanwhile is listed at once', async () => {
  const { hub, portal } = await show(<ShownFiles />);
  expect(screen.getByText('a.log')).toBeTruthy();
  portal.on('GET /api/ef/assets/7/files', { body: [{ filename: 'b.log' }, { filename: 'a.log' }] });
  hub.publish('telltale/assets/7/records', { assetId: 7 });
  await vi.advanceTimersByTimeAsync(300);
  expect(screen.getByText('b.log,a.log')).toBeTruthy();
});

test('nothing is heard once the list is gone', async () => {
  const { connection, unmount } = await show();
  unmount();
  expect(connection.status).toBe('idle');
});
