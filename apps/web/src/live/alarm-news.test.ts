import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryKeys } from '#api/query-keys.ts';
import { AlarmNews } from './alarm-news.ts';
import { LiveConnection } from './live-connection.ts';
import { TestingHub } from './testing/hub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settle = () => vi.advanceTimersByTimeAsync(0);
const summary = { open: 2, unacknowledged: 1, shelved: 0, worst: 10, worstUnacknowledged: 10, newest: null };

async function aWorld() {
  const hub = new TestingHub();
  const connection = new LiveConnection({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
  connection.setHost('telltale');
  connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  const records = new QueryClient();
  const news = new AlarmNews(connection, records);
  return { hub, connection, records, news };
}

test('the figures are taken up, and lists that are shown are asked for once after a flood of news', async () => {
  const { hub, records, news } = await aWorld();
  const asked = vi.fn(async () => []);
  const end = new QueryObserver(records, {
    queryKey: queryKeys.alarmCounts,
    queryFn: asked,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => undefined);
  const release = news.retain();
  await settle();
  expect(asked).toHaveBeenCalledTimes(1);
  for (let open = 1; open <= 5; open++) hub.publish('telltale/alarms', { ...summary, open });
  await settle();
  expect(records.getQueryData(queryKeys.alarmSummary)).toMatchObject({ open: 5 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveBeenCalledTimes(2);
  release();
  end();
});

test('news is asked for at once as soon as lists may be asked for again, and when the answer under way has come', async () => {
  const { hub, records, news } = await aWorld();
  const answers: (() => void)[] = [];
  const asked = vi.fn(() => new Promise<never[]>((resolve) => answers.push(() => resolve([]))));
  const query = { queryKey: queryKeys.alarmCounts, queryFn: asked, staleTime: Number.POSITIVE_INFINITY };
  const end = new QueryObserver(records, query).subscribe(() => undefined);
  const release = news.retain();
  await settle();
  answers[0]?.();
  await settle();
  hub.publish('telltale/alarms', summary);
  await settle();
  expect(asked).toHaveBeenCalledTimes(2);
  answers[1]?.();
  await vi.advanceTimersByTimeAsync(400);
  hub.publish('telltale/alarms', { ...summary, open: 3 });
  await settle();
  expect(asked).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(400);
  hub.publish('telltale/alarms', { ...summary, open: 4 });
  await vi.advanceTimersByTimeAsync(400);
  expect(asked).toHaveBeenCalledTimes(3);
  answers[2]?.();
  await settle();
  expect(asked).toHaveBeenCalledTimes(4);
  answers[3]?.();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked).toHaveBeenCalledTimes(4);
  release();
  end();
});

test('the connection is kept for as long as somebody follows, and what cannot be read changes nothing', async () => {
  const { hub, connection, records, news } = await aWorld();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const releases = [news.retain(), news.retain()];
  await settle();
  expect(connection.status).toBe('open');
  hub.publish('telltale/alarms', { open: 'many' });
  await settle();
  expect(records.getQueryData(queryKeys.alarmSummary)).toBeUndefined();
  expect(warn).toHaveBeenCalled();
  releases[0]?.();
  expect(connection.status).toBe('open');
  releases[1]?.();
  expect(connection.status).toBe('idle');
});
