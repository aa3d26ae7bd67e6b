import { brokerFileSchema } from '@telltale/contract';
import type { ISubscription } from 'mqtt-packet';
import { beforeEach, expect, it } from 'vitest';
import { type KeptFilters, readFilters, writeFilters } from './kept-filters.ts';
import type { MqttConnection } from './mqtt-connection.ts';
import { TopicsHost } from './topics-host.ts';

/** What the broker's session for the portal subscribes to, and what the portal has written down of it. */
let atBroker: Set<string>;
let written: string;
let rules: string[];
/** What happens to the next SUBSCRIBE. */
let next: 'answered' | 'lost' | 'refused';
let asked: string[];
/** Filters that are asked for without what the broker retained. */
let quiet: string[];
let host: TopicsHost;

const connection = {
  version: 5,
  connack: { sessionPresent: true },
  subscribe: async (subscriptions: readonly ISubscription[]) => {
    const filters = subscriptions.map(({ topic }) => topic);
    asked.push(...filters);
    quiet.push(...subscriptions.filter(({ rh }) => rh === 2).map(({ topic }) => topic));
    const what = next;
    next = 'answered';
    if (what === 'lost') throw new Error('the connection ended');
    if (what === 'refused') return filters;
    for (const filter of filters) atBroker.add(filter);
    return [];
  },
  unsubscribe: async (filters: readonly string[]) => {
    for (const filter of filters) atBroker.delete(filter);
  },
} as unknown as MqttConnection;

beforeEach(() => {
  atBroker = new Set();
  written = writeFilters({ sure: [], perhaps: [] });
  rules = [];
  next = 'answered';
  asked = [];
  quiet = [];
  const sessions = { open: () => ({ id: 1 }), disconnected: () => undefined };
  host = new TopicsHost({
    clientId: 'portal',
    group: undefined,
    gateway: { gatewayId: 1, name: 'MQTT broker', adminId: 1 } as never,
    sessions: sessions as never,
    plain: {
      get filters() {
        return rules;
      },
    },
    file: () => brokerFileSchema.parse({ gateways: false }),
    kept: {
      filters: async () => readFilters(written),
      keep: async (filters: KeptFilters) => {
        written = writeFilters(filters);
      },
    },
    onRefused: () => undefined,
  });
});

it.each(['lost', 'refused'] as const)('a subscription that was %s is asked for again', async (what) => {
  rules = ['a'];
  await host.began(connection);
  rules = ['a', 'b'];
  next = what;
  await host.changed().catch(() => undefined);
  host.ended();
  await host.began(connection);
  expect([...atBroker]).toEqual(['a', 'b']);
  expect(asked).toEqual(['a', 'b', 'b']);
});

it('one that may have got through is unsubscribed from when no rule wants it any more', async () => {
  await host.began(connection);
  rules = ['b'];
  next = 'lost';
  await host.changed().catch(() => undefined);
  host.ended();
  atBroker.add('b');
  rules = [];
  await host.began(connection);
  expect([...atBroker]).toEqual([]);
  expect(readFilters(written)).toEqual({ sure: [], perhaps: [] });
});

it('rules that are changed twice at once leave what the last of them want', async () => {
  await host.began(connection);
  rules = ['a'];
  const first = host.changed();
  rules = ['b'];
  await Promise.all([first, host.changed()]);
  expect([...atBroker]).toEqual(['b']);
  expect(readFilters(written)).toEqual({ sure: ['b'], perhaps: [] });
});

it('of overlapping filters only the widest are subscribed to', async () => {
  rules = ['plant/+/a', 'meters/+'];
  await host.began(connection);
  rules = ['plant/+/a', 'meters/+', 'plant/#'];
  await host.changed();
  expect([...atBroker]).toEqual(['meters/+', 'plant/#']);
  expect(readFilters(written)).toEqual({ sure: ['meters/+', 'plant/#'], perhaps: [] });
  rules = ['plant/+/a', 'meters/+'];
  await host.changed();
  expect([...atBroker]).toEqual(['meters/+', 'plant/+/a']);
  // What it retained of them was brought by the wider one.
  expect(quiet).toEqual(['plant/+/a']);
});

it('what a refused filter would have covered is subscribed to all the same', async () => {
  rules = ['#', 'plant/#', 'plant/+/a'];
  next = 'refused';
  await host.began(connection);
  expect([...atBroker]).toEqual(['plant/#']);
  expect(asked).toEqual(['#', 'plant/#']);
});

it('what was written down before it was known what is sure counts as sure', () => {
  expect(readFilters('["a","b"]')).toEqual({ sure: ['a', 'b'], perhaps: [] });
});
