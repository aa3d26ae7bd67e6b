import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MAX_MESSAGES, MAX_TOPICS, MessageInspector } from './message-inspector.ts';
import { TestingHub } from './testing/hub.ts';

const TOPIC = 'telltale/assets/7/dataitems/#';
let hub: TestingHub;
let inspector: MessageInspector;
beforeEach(() => {
  vi.useFakeTimers();
  hub = new TestingHub();
  inspector = new MessageInspector({ url: 'ws://portal/mqtt', openSocket: hub.openSocket, random: () => 0.5 });
});
afterEach(() => {
  inspector.disconnect();
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(250);
async function connected(): Promise<void> {
  inspector.connect('token');
  await settle();
}

describe('the message inspector', () => {
  test('connects with the session’s token and shows what is published, the newest first', async () => {
    await connected();
    expect(inspector.read().status).toBe('open');
    expect(hub.connected[0]?.username).toBe('token');
    inspector.addTopic(TOPIC);
    await settle();
    expect(inspector.read().topics).toEqual([{ topic: TOPIC, state: 'granted' }]);
    hub.publish('telltale/assets/7/dataitems/batch', { a: 1 });
    hub.publish('telltale/assets/7/dataitems/batch', { a: 2 });
    await settle();
    expect(inspector.read().messages.map(({ text }) => text)).toEqual(['{"a":2}', '{"a":1}']);
  });

  test('says which subscriptions the hub refuses', async () => {
    hub.refusedFilters = new Set(['#']);
    await connected();
    inspector.addTopic('#');
    await settle();
    expect(inspector.read().topics).toEqual([{ topic: '#', state: 'refused' }]);
  });

  test('hears no more of a topic that was given up', async () => {
    await connected();
    inspector.addTopic(TOPIC);
    await settle();
    inspector.removeTopic(TOPIC);
    await settle();
    expect(inspector.read().topics).toEqual([]);
    expect([...(hub.connected[0]?.filters ?? [])]).toEqual([]);
  });

  test('keeps a bounded number of messages and counts the rest; clearing takes all away', async () => {
    await connected();
    inspector.addTopic(TOPIC);
    await settle();
    for (let i = 0; i < MAX_MESSAGES + 100; i++) hub.publish('telltale/assets/7/dataitems/batch', { i });
    await settle();
    expect(inspector.read().messages).toHaveLength(MAX_MESSAGES);
    expect(inspector.read().messages[0]?.text).toBe(`{"i":${MAX_MESSAGES + 99}}`);
    expect(inspector.read().received).toBe(MAX_MESSAGES + 100);
    inspector.clearMessages();
    expect(inspector.read()).toMatchObject({ messages: [], received: 0 });
  });

  test('a topic stands once, and there are not more than a screen can show', async () => {
    await connected();
    inspector.addTopic(TOPIC);
    inspector.addTopic(TOPIC);
    inspector.addTopic('');
    expect(inspector.read().topics).toHaveLength(1);
    for (let i = 0; i < MAX_TOPICS + 10; i++) inspector.addTopic(`t/${i}`);
    expect(inspector.read().topics).toHaveLength(MAX_TOPICS);
  });

  test('tells a refused token from a lost connection, and subscribes again after connecting again', async () => {
    hub.tokens = new Set(['another']);
    await connected();
    expect(inspector.read().status).toBe('refused');
    hub.tokens = undefined;
    await connected();
    inspector.addTopic(TOPIC);
    await settle();
    hub.dropAll();
    expect(inspector.read()).toMatchObject({ status: 'lost', topics: [{ topic: TOPIC, state: 'asked' }] });
    await connected();
    expect(inspector.read().topics).toEqual([{ topic: TOPIC, state: 'granted' }]);
  });
});
