import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { backoffMs } from './backoff.ts';
import { LiveConnection, type LiveStatus } from './live-connection.ts';
import { TestingHub } from './testing/hub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function aConnection(hub: TestingHub) {
  const connection = new LiveConnection({
    url: 'ws://portal/mqtt',
    openSocket: hub.openSocket,
    random: () => 0.5,
  });
  const heard: { subscribed: number[]; messages: unknown[]; statuses: LiveStatus[] } = {
    subscribed: [],
    messages: [],
    statuses: [],
  };
  connection.listen({
    subscribed: (assetId) => heard.subscribed.push(assetId),
    message: (assetId, channel, payload) => heard.messages.push([assetId, channel, payload]),
    statusChanged: (status) => heard.statuses.push(status),
  });
  return { connection, heard };
}

function signedIn(hub: TestingHub) {
  const world = aConnection(hub);
  world.connection.setHost('telltale');
  world.connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
  return world;
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('connecting', () => {
  test('waits until somebody is signed in, the topic root is known and something is watched', async () => {
    const hub = new TestingHub();
    const { connection } = aConnection(hub);
    connection.watch(7);
    connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1' });
    await settle();
    expect(hub.sockets).toHaveLength(0);
    connection.setHost('telltale');
    await settle();
    expect(hub.connected).toHaveLength(1);
    expect(hub.connected[0]?.username).toBe('token-1');
    expect(connection.status).toBe('open');
  });

  test('a refused token is told, and is tried again later without a storm', async () => {
    const hub = new TestingHub();
    hub.tokens = new Set(['other']);
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    expect(connection.status).toBe('refused');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hub.sockets.length).toBeGreaterThan(2);
    expect(hub.sockets.length).toBeLessThan(12);
  });

  test('a new session connects anew, with its own token', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    connection.setIdentity({ authId: 'auth-2', brokerToken: 'token-2' });
    await settle();
    expect(hub.connected.map((socket) => socket.username)).toEqual(['token-2']);
  });

  test('the same session with a fresh token keeps its connection', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    connection.setIdentity({ authId: 'auth-1', brokerToken: 'token-1b' });
    await settle();
    expect(hub.sockets).toHaveLength(1);
  });

  test('signing out closes the connection', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    connection.setIdentity(undefined);
    await settle();
    expect(hub.connected).toHaveLength(0);
    expect(connection.status).toBe('idle');
  });

  test('an attempt that never gets an answer is given up after 10 s', async () => {
    const { connection } = signedIn(new TestingHub());
    const silent = new LiveConnection({
      url: 'ws://portal/mqtt',
      openSocket: () => ({ OPEN: 1, readyState: 0, close: () => undefined, send: () => undefined }) as never,
      random: () => 0,
    });
    silent.setHost('telltale');
    silent.setIdentity({ authId: 'a', brokerToken: 'b' });
    silent.watch(1);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(silent.status).toBe('connecting');
    await vi.advanceTimersByTimeAsync(1);
    expect(silent.status).toBe('waiting');
    connection.setIdentity(undefined);
  });
});

describe('watching', () => {
  test('two watchers of an asset share one subscription, which ends with the second', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    const keep = connection.watch(1);
    const first = connection.watch(7);
    const second = connection.watch(7);
    await settle();
    const subscriptions = hub.sockets[0]?.received.filter((packet) => packet.cmd === 'subscribe');
    expect(subscriptions).toHaveLength(2);
    first();
    first();
    await settle();
    expect(hub.sockets[0]?.filters.has('telltale/assets/7/dataitems/#')).toBe(true);
    second();
    await settle();
    expect([...(hub.sockets[0]?.filters ?? [])].filter((filter) => filter.includes('/7/'))).toEqual([]);
    keep();
    expect(connection.status).toBe('idle');
  });

  test('the state alone can be watched, beside or without everything else', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    const filters = () =>
      [...(hub.sockets.at(-1)?.filters ?? [])].map((filter) => filter.slice('telltale/assets/'.length));
    const ofAll = ['7/dataitems/#', '7/state', '7/alarms', '7/backfill', '7/items', '7/records'];
    const endState = connection.watchChannel(7, 'state');
    await settle();
    expect(filters()).toEqual(['7/state']);
    const endAll = connection.watch(7);
    await settle();
    expect(filters().toSorted()).toEqual(ofAll.toSorted());
    endAll();
    await settle();
    expect(filters()).toEqual(['7/state']);
    hub.dropAll();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(filters()).toEqual(['7/state']);
    const endAgain = connection.watch(7);
    endState();
    await settle();
    expect(filters().toSorted()).toEqual(ofAll.toSorted());
    endAgain();
    expect(connection.status).toBe('idle');
  });

  test('messages come with their asset and channel; what cannot be read is passed over', async () => {
    const hub = new TestingHub();
    const { connection, heard } = signedIn(hub);
    connection.watch(7);
    await settle();
    hub.publish('telltale/assets/7/dataitems/batch', [{ dataItemId: 5 }]);
    hub.connected[0]?.deliver({
      cmd: 'publish',
      topic: 'telltale/assets/7/state',
      payload: '{oops',
      qos: 0,
      dup: false,
      retain: false,
    });
    hub.publish('telltale/assets/7/state', { connected: true });
    expect(heard.messages).toEqual([
      [7, 'dataitems', [{ dataItemId: 5 }]],
      [7, 'state', { connected: true }],
    ]);
  });

  test('a refused subscription does not count as subscribed', async () => {
    const hub = new TestingHub();
    hub.refusedFilters = new Set(
      ['dataitems/#', 'state', 'alarms', 'backfill', 'items', 'records'].map((end) => `telltale/assets/8/${end}`),
    );
    const { connection, heard } = signedIn(hub);
    connection.watch(7);
    connection.watch(8);
    await settle();
    expect(heard.subscribed).toEqual([7]);
  });
});

describe('coming back', () => {
  test('after a cut it connects again and subscribes to everything watched', async () => {
    const hub = new TestingHub();
    const { connection, heard } = signedIn(hub);
    connection.watch(7);
    connection.watch(8);
    await settle();
    hub.dropAll();
    expect(connection.status).toBe('waiting');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(connection.status).toBe('open');
    expect(heard.subscribed).toEqual([7, 8, 7, 8]);
  });

  test('while the hub is down it keeps trying, at most 15 s apart', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    hub.isUp = false;
    hub.dropAll();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    hub.isUp = true;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(connection.status).toBe('open');
  });

  test('when the network is back it does not wait', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    hub.dropAll();
    connection.retryNow();
    await settle();
    expect(connection.status).toBe('open');
  });

  test('a hub that fell silent is left after its pings stay unanswered', async () => {
    const hub = new TestingHub();
    const { connection } = signedIn(hub);
    connection.watch(7);
    await settle();
    const socket = hub.connected[0];
    if (socket) socket.send = () => undefined;
    await vi.advanceTimersByTimeAsync(150_000);
    expect(connection.status === 'waiting' || hub.sockets.length > 1).toBe(true);
  });

  test.each([
    [1, 0, 1_000],
    [1, 1, 2_000],
    [3, 1, 8_000],
    [50, 0, 1_000],
    [50, 1, 15_000],
  ])('after %d failures a draw of %d waits %d ms', (failures, draw, wait) => {
    expect(backoffMs(failures, () => draw)).toBe(wait);
  });
});
